package authentic

import "strings"

// family is a set of tokens, some of which begin a region of text and some of which end it.
type family uint8

const (
	lone        family = iota // begins nothing: the token alone is the imitation
	resultTag                 // <tool_result>…</tool_result>
	resultMark                // [tool_result]…[/tool_result]
	chatML                    // <|im_start|>user … <|im_end|>
	llama                     // <|start_header_id|>user<|end_header_id|> … <|eot_id|>
	harmony                   // <|start|>user<|message|>…<|end|>
	roles                     // <|user|>…<|end|>, <｜User｜>…<｜Assistant｜>
	section                   // <｜tool▁outputs▁begin｜>…<｜tool▁outputs▁end｜>
	turn                      // <start_of_turn>user … <end_of_turn>
	instruction               // [INST]…[/INST]
	system                    // <<SYS>>…<</SYS>>
	mistral                   // [TOOL_RESULTS]…[/TOOL_RESULTS]
	families
)

// results are the words for a tool's output, in the singular.
var results = map[string]bool{
	"tool_result": true, "tool_response": true, "tool_output": true, "tool_return": true,
	"tool_call_result": true, "tool_call_response": true, "tool_call_output": true, "tool_use_result": true,
	"function_result": true, "function_response": true, "function_output": true, "function_return": true,
	"function_call_result": true, "function_call_response": true, "function_call_output": true,
	"observation": true,
}

// piped are the tokens <|…|> that begin a region. Any other name is also a token, of a template
// that need not be in this table.
var piped = map[string]family{
	"im_start": chatML, "im_user": chatML, "im_system": chatML,
	"start_header_id": llama, "header_start": llama,
	"start": harmony, "channel": harmony, "message": harmony,
	"user": roles, "system": roles, "tool": roles, "observation": roles, "user_token": roles, "system_token": roles,
}

// pipedEnds are the families whose region a token <|…|> ends.
var pipedEnds = map[string][]family{
	"im_end": {chatML},
	"eot_id": {llama}, "eom_id": {llama}, "eot": {llama}, "eom": {llama}, "end_of_text": {llama},
	"end": {harmony, roles}, "return": {harmony}, "call": {harmony},
	"assistant": {roles}, "endoftext": {chatML, roles}, "end_of_sentence": {roles}, "end_of_turn_token": {roles},
}

// bracketed are the tokens [NAME] and [/NAME] of Llama 2 and Mistral.
var bracketed = map[string]family{
	"inst": instruction, "tool_results": mistral, "tool_content": mistral, "tool_calls": mistral,
	"available_tools": mistral, "system_prompt": mistral,
}

// token is a mark that a gateway or a chat template writes, and that no answer needs.
type token struct {
	kind   string
	begins family
	ends   []family
	reach  reach
	end    int // the offset after it
}

// reach says how much a token that begins a region includes.
type reach uint8

const (
	toBlockEnd reach = iota // up to the end of the region, or else the end of the block
	toEnd                   // up to the end of the region, or else the token alone
	ifEnded                 // as toEnd, but without an end it is not a token: x[tool_result] is code
	alone                   // the token alone
)

// tokenAt reads the token that begins with the < or [ at offset at of text. prev is the folded
// character before it; first says that nothing precedes it on its line.
func tokenAt(text string, at int, prev byte, first bool) (token, bool) {
	c := cursor{text, at}
	switch {
	case c.next() == '[':
		return bracketToken(c, first)
	case c.accept('|'):
		return pipedToken(c)
	case c.accept('<'):
		return systemToken(c)
	default:
		return tagToken(c, prev)
	}
}

// pipedToken reads name|> after <|. A single letter is not a name: a <|b|> c is code.
func pipedToken(c cursor) (token, bool) {
	name := c.pipedName()
	if len(name) < 2 {
		return token{}, false
	}
	t := token{kind: ChatTemplate, begins: piped[name], ends: pipedEnds[name], end: c.at}
	switch {
	case strings.HasSuffix(name, "_begin"):
		t.begins = section
	case t.ends == nil && strings.HasSuffix(name, "_end"):
		t.ends = []family{section}
	case t.begins == llama: // the header is part of it; a blank line follows
		c.skip(" ")
		c.name()
		if c.accept('<') && c.accept('|') {
			if header := c.pipedName(); header == "end_header_id" || header == "header_end" {
				t.end = c.at
			}
		}
	}
	return t, true
}

// pipedName reads name|> and returns the name, or "".
func (c *cursor) pipedName() string {
	c.skip(" ")
	name := strings.Trim(c.name(), "_")
	c.skip(" ")
	if !c.accept('|') || !c.accept('>') {
		return ""
	}
	return name
}

// systemToken reads SYS>> or /SYS>> after <<.
func systemToken(c cursor) (token, bool) {
	closes := c.accept('/')
	if c.name() != "sys" || !c.accept('>') || !c.accept('>') {
		return token{}, false
	}
	return pair(ChatTemplate, system, closes, c.at), true
}

// pair is a token of a family with a beginning and an end token.
func pair(kind string, f family, closes bool, end int) token {
	if closes {
		return token{kind: kind, ends: []family{f}, end: end}
	}
	return token{kind: kind, begins: f, end: end}
}

// tagToken reads the rest of a tag after <.
func tagToken(c cursor, prev byte) (token, bool) {
	c.skip(" ")
	closes := c.accept('/')
	name := c.resultName()
	if c.accept(':') { // the name was a namespace
		name = c.resultName()
	}
	switch {
	case (name == "start_of_turn" || name == "end_of_turn") && c.accept('>'):
		return pair(ChatTemplate, turn, name == "end_of_turn", c.at), true
	case !results[name], name == "observation" && named(prev) && !closes: // Promise<Observation>
		return token{}, false
	}
	closed := c.closeWith('>')
	t := pair(ToolResult, resultTag, closes, c.at)
	if closed || strings.HasPrefix(c.text[c.at:], "`") { // an answer about tags names them in code
		t.reach = alone
	}
	return t, true
}

// marked are the words that may follow the name in [tool result for X].
var marked = map[string]bool{"for": true, "from": true, "of": true, "id": true, "name": true, "tool": true, "call": true}

// bracketToken reads the rest of a mark after [. Lower-case names also occur in code; there,
// only a mark with an end counts.
func bracketToken(c cursor, first bool) (token, bool) {
	c.skip(" ")
	closes := c.accept('/')
	start := c
	name := c.name()
	raw := c.text[start.at:c.at]
	small := !first && !closes && strings.ToLower(raw) == raw
	if f, ok := bracketed[name]; ok && (f == instruction || strings.ToLower(raw) != raw) && c.accept(']') {
		t := pair(ChatTemplate, f, closes, c.at)
		if small {
			t.reach = ifEnded
		}
		return t, true
	}

	c = start
	if name = c.resultName(); !results[name] || name == "observation" {
		return token{}, false
	}
	c.skip(" ")
	bare := c.accept(']')
	if !bare {
		own := first && strings.ContainsAny(c.text[start.at:c.at], "_-") // [tool_result …] on a line of its own
		if !own && !c.accept(':') && !c.accept('=') && !c.accept('#') && !marked[c.name()] {
			return token{}, false
		}
		c.closeWith(']')
	}
	if c.accept('(') { // a link
		return token{}, false
	}
	t := pair(ToolResult, resultMark, closes, c.at)
	switch colon := c.accept(':'); {
	case colon:
		t.end = c.at
	case bare && small:
		t.reach = ifEnded
	case !first:
		t.reach = toEnd
	}
	return t, true
}

// resultName reads the name of a tool's output, its words joined by underscores, hyphens or
// spaces, and returns it in the singular; or some other name.
func (c *cursor) resultName() string {
	name := strings.TrimSuffix(c.name(), "s")
	for range 2 {
		switch name {
		case "tool", "tool_call", "tool_use", "function", "function_call":
			if !c.accept(' ') {
				return name
			}
			name += "_" + strings.TrimSuffix(c.name(), "s")
		}
	}
	return name
}

// closeWith skips everything up to b, if it is near, on the same line, and nothing opens before
// it. It reports whether there is a slash before b.
func (c *cursor) closeWith(b byte) bool {
	slash := false
	for ahead := *c; ahead.at-c.at < 512; {
		switch next := ahead.next(); next {
		case b:
			*c = ahead
			return slash
		case '<', '[', '\n', atEnd:
			return false
		default:
			slash = next == '/'
		}
	}
	return false
}
