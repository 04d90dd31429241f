package injection

type context struct{ f *folded }

func newContext(f *folded) *context { return &context{f} }

func (c *context) quoted(start, end int) bool { return false }
