package injection

const maxDepth = 2

func hidden(f *folded, depth int) []Finding { return nil }
