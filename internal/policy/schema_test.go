package policy_test

import (
	"flag"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/policy"
)

var update = flag.Bool("update", false, "write docs/policy.schema.json")

const schemaFile = "../../docs/policy.schema.json"

func TestSchemaIsCurrent(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile(schemaFile, policy.Schema(), 0o644))
	}
	onDisk, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	require.Equal(t, string(policy.Schema()), string(onDisk), "run go generate ./internal/policy")
}

// The schema may be more lenient than Parse, which also checks combinations of values; it must not
// reject what Parse accepts, nor accept what every editor could have flagged.
func TestSchemaAgreesWithParse(t *testing.T) {
	var schema map[string]any
	require.NoError(t, json.Unmarshal(policy.Schema(), &schema))
	s := checker{schema}

	for _, name := range policy.Presets() {
		p, _ := policy.Preset(name)
		require.True(t, s.accepts(t, string(p.YAML())), name)
	}
	for _, text := range accepted {
		parse(t, text)
		require.True(t, s.accepts(t, text), text)
	}
	for _, bad := range refused {
		if bad.schema {
			require.False(t, s.accepts(t, bad.text), bad.text)
		}
	}
}

// checker implements as much of JSON Schema as the policy's schema uses.
type checker struct{ root map[string]any }

func (c checker) accepts(t *testing.T, text string) bool {
	var v any
	require.NoError(t, yaml.Unmarshal([]byte(text), &v))
	return c.check(c.root, v)
}

func (c checker) check(s map[string]any, v any) bool {
	for keyword, want := range s {
		if !c.keyword(s, keyword, want, v) {
			return false
		}
	}
	return true
}

func (c checker) keyword(s map[string]any, keyword string, want, v any) bool {
	object, isObject := v.(map[string]any)
	list, isList := v.([]any)
	switch keyword {
	case "$ref":
		name := strings.TrimPrefix(want.(string), "#/definitions/")
		return c.check(c.root["definitions"].(map[string]any)[name].(map[string]any), v)
	case "allOf":
		return !slices.ContainsFunc(want.([]any), func(x any) bool { return !c.check(x.(map[string]any), v) })
	case "anyOf":
		return slices.ContainsFunc(want.([]any), func(x any) bool { return c.check(x.(map[string]any), v) })
	case "enum":
		return slices.ContainsFunc(want.([]any), func(x any) bool { return x == v })
	case "type":
		if names, ok := want.([]any); ok {
			return slices.ContainsFunc(names, func(x any) bool { return isType(x.(string), v) })
		}
		return isType(want.(string), v)
	case "minimum":
		return asFloat(v) >= want.(float64)
	case "maximum":
		return asFloat(v) <= want.(float64)
	case "minLength":
		text, ok := v.(string)
		return !ok || float64(len(text)) >= want.(float64)
	case "pattern":
		text, ok := v.(string)
		return !ok || strings.HasPrefix(text, strings.TrimPrefix(want.(string), "^"))
	case "minItems":
		return !isList || float64(len(list)) >= want.(float64)
	case "uniqueItems":
		for i, item := range list {
			if slices.Contains(list[:i], item) { // lists of words only
				return false
			}
		}
	case "items":
		return !slices.ContainsFunc(list, func(x any) bool { return !c.check(want.(map[string]any), x) })
	case "required":
		return !isObject || !slices.ContainsFunc(want.([]any), func(x any) bool { _, ok := object[x.(string)]; return !ok })
	case "properties":
		for k, p := range want.(map[string]any) {
			if x, ok := object[k]; ok && !c.check(p.(map[string]any), x) {
				return false
			}
		}
	case "propertyNames":
		for k := range object {
			if !c.check(want.(map[string]any), k) {
				return false
			}
		}
	case "additionalProperties":
		known, _ := s["properties"].(map[string]any)
		for k, x := range object {
			if _, ok := known[k]; ok {
				continue
			}
			if rest, ok := want.(map[string]any); !ok || !c.check(rest, x) {
				return false
			}
		}
	}
	return true
}

func isType(name string, v any) bool {
	switch name {
	case "null":
		return v == nil
	case "integer":
		f := asFloat(v)
		return f == math.Trunc(f)
	case "number":
		return !math.IsNaN(asFloat(v))
	case "string":
		_, ok := v.(string)
		return ok
	case "boolean":
		_, ok := v.(bool)
		return ok
	case "array":
		_, ok := v.([]any)
		return ok
	}
	_, ok := v.(map[string]any)
	return ok
}

func asFloat(v any) float64 {
	switch n := v.(type) {
	case int:
		return float64(n)
	case float64:
		return n
	}
	return math.NaN()
}
