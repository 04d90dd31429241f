package policy

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/provenanced/provenanced/internal/yamltext"
)

//go:embed template.yaml
var template string

// Template is a commented policy file to start from: the preset, with everything else as comments,
// so that it decides as the preset does. Only maxIterations is higher than the presets' ten, which
// are few for work at the owner's own request.
func Template(preset string) ([]byte, error) {
	base, ok := presetNamed(preset)
	if !ok {
		return nil, fmt.Errorf("there is no preset %q: use %s%s", yamltext.Cut(preset), yamltext.OneOf(Presets()), didYouMean(preset, Presets()))
	}
	var about strings.Builder
	for _, p := range presets {
		fmt.Fprintf(&about, "#   %-12s %s\n", p.name, p.about)
	}
	fill := strings.NewReplacer("# {{presets}}\n", about.String(), "{{preset}}", preset,
		"{{redaction}}", base.cleaning.Redaction.String(), "{{injection}}", base.cleaning.Injection.String(),
		"{{outsideScope}}", base.outsideScope.String(), "{{authority}}", base.authority.String())
	return []byte(fill.Replace(template)), nil
}
