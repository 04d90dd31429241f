package ctl

// haltRow is a halt that stands.
type haltRow struct {
	Sessions string `json:"sessions"` // a pattern of keys; *: all
	Why      string `json:"why"`
	By       string `json:"by"`
	Way      string `json:"way"`
	Since    string `json:"since"`
	Text     string `json:"text"`
}

// halts says what lets no call run.
func (p *printer) halts(list []haltRow) {
	for _, h := range list {
		p.tell("%s %s; %s\n", red("halted:"), h.Text, "`provenancectl resume` ends that")
	}
}

func halt(c *call) error {
	args := map[string]string{"sessions": c.flags["session"], "why": c.flags["why"]}
	return answer(c, "halt", args, func(r struct {
		Halts []haltRow `json:"halts"`
	}) {
		if args["sessions"] == "" {
			c.out.tell("%s: no call of any session runs.\n", red("Halted"))
		} else {
			c.out.tell("%s: no call of %s runs, nor of what they spawn.\n", red("Halted"), args["sessions"])
		}
		c.out.commands("resume: provenancectl resume")
	})
}

func resume(c *call) error {
	return answer(c, "resume", map[string]string{"sessions": c.flags["session"]}, func(r struct {
		Resumed []string  `json:"resumed"`
		Halts   []haltRow `json:"halts"`
	}) {
		c.out.say("%s: calls are judged again.\n", green("Resumed"))
		c.out.halts(r.Halts)
	})
}
