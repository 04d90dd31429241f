package hooks

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The gateway shows the model the surroundings of a message in a separate row: what was said in the
// chat, what the message answers or forwards, what happened meanwhile. People are only named there
// by names that they chose themselves. So the only way to tell whose a text is, is to know that
// this session, or another one, has said it.

// Shown is content with a level: a tool's, or its own kind's.
type Shown struct {
	Kind   string `json:"kind"` // the daemon knows the level of each
	Tool   string `json:"tool,omitzero"`
	Action string `json:"action,omitzero"`
	Trust  string `json:"trust,omitzero"` // the level when it was said, as the daemon named it
	// MessageIndex is its place in the history; nil if it is in none.
	MessageIndex *int `json:"messageIndex,omitzero"`
}

var (
	passedOn     = Shown{Kind: "forwarded message"}
	behindButton = Shown{Kind: "words behind a button"}
	ofAnother    = Shown{Kind: "message of another session"}
)

// known is what a turn is shown from elsewhere: content with a level, whoever began the turn, and
// the sessions whose words are shown, in its first message or in rows of the gateway's.
type known struct {
	sources  []Shown
	sessions []string
	rows     []row
}

// row is a row of the gateway's that shows words of a session.
type row struct{ session, text string }

func (k *known) add(what Shown) { k.sources = append(k.sources, what) }

// heard adds the speakers of some words: those sessions that continue, and the levels of those that
// have begun anew since, or are gone.
func (k *known) heard(all []*speaker) {
	for _, by := range all {
		if by.former {
			k.add(Shown{Kind: "words of a former session", Trust: by.level})
		} else {
			k.sessions = append(k.sessions, by.session)
		}
	}
}

// at is the same, at a message of a history.
func (k known) at(message int) known {
	for i := range k.sources {
		k.sources[i].MessageIndex = &message
	}
	return k
}

// inRow is the same, in a row of the gateway's.
func (k known) inRow(text string) known {
	for _, session := range unique(k.sessions) {
		k.rows = append(k.rows, row{session, text})
	}
	k.sessions = nil
	return k
}

// reader is the session that is shown a row.
type reader struct {
	session string
	group   bool
	said    func(words string) bool // whether the session's own history contains these words
	// elsewhere is what sessions have said outside of their own chat.
	elsewhere words
	// unsigned are the possible authors of a note that cannot be told from the gateway's own.
	unsigned []string
	// since is when this program began to record what sessions say elsewhere; zone is the gateway's
	// time zone.
	since time.Time
	zone  *time.Location
}

// around examines one row of the gateway's context.
func around(content string, r reader) known {
	var found, pressed known // what is pressed may appear as the presser's words
	text := unquoted(content)
	from := func(words string) bool {
		all := r.elsewhere.saidBy(words, r.session, mostLetters)
		found.heard(all)
		return len(all) > 0
	}
	for _, b := range blocks(text) {
		if forwarded.MatchString(b.head) {
			found.add(passedOn)
		}
		if described.MatchString(b.head) {
			found.add(Shown{Kind: "description of a channel"})
		}
		if !chat.MatchString(b.head) {
			continue
		}
		others := false
		for _, line := range b.lines {
			words, own := bodyOf(line), strings.HasPrefix(line, ownLine)
			others = others || !own
			if own && r.said(words) {
				continue
			}
			old := botsLine.MatchString(line) && r.timeIn(headOf(line)).Before(r.since)
			if !from(words) && old && !r.said(media.ReplaceAllString(words, "")) && trim(words) != begunAnew {
				found.add(ofAnother)
			}
		}
		if r.group && others {
			found.add(Shown{Kind: "chat around a message"})
		}
	}
	for _, words := range quotes(text) {
		if !from(words) && !r.said(words) {
			found.add(Shown{Kind: "quoted message"})
		}
	}
	for _, thread := range threads(content) {
		from(thread) // another session's text may look like several messages
		for _, m := range messagesOf(thread) {
			if users.MatchString(m.head) || from(m.body) || r.said(m.body) {
				continue
			}
			if r.timeIn(m.head).Before(r.since) {
				found.add(ofAnother)
			} else {
				found.add(Shown{Kind: "quoted message"})
			}
		}
	}
	if view.MatchString(text) {
		found.add(Shown{Kind: "words of a tool's view"})
	}
	for _, note := range notes(text) {
		if fromOutside.MatchString(note) {
			found.add(Shown{Kind: "message from outside"})
		}
		if r.group && reaction.MatchString(note) {
			found.add(Shown{Kind: "reaction"})
		}
		for _, words := range chosen(note) {
			by := r.elsewhere.writtenBy(words)
			pressed.heard(others(by, r.session))
			if len(by) == 0 && !r.said(words) {
				found.add(behindButton)
			}
		}
		body, wasDelivered := note, false
		if head := delivered.FindString(note); head != "" {
			body, wasDelivered = note[len(head):], true
		}
		switch {
		case from(body) || strings.HasPrefix(note, created):
		case wasDelivered:
			found.add(ofAnother)
		default:
			found.sessions = append(found.sessions, r.unsigned...)
		}
	}
	found = found.inRow(content)
	found.merge(pressed)
	return found
}

// unquoted undoes the gateway's quoting of each part of such a row as JSON on one line.
func unquoted(content string) string {
	lines := strings.Split(content, "\n")
	for i, line := range lines {
		lines[i] = unquotedLine(line)
	}
	return strings.Join(lines, "\n")
}

func unquotedLine(line string) string {
	if !strings.HasPrefix(line, `"`) {
		return line
	}
	var text string
	if json.Unmarshal([]byte(line), &text, jsontext.AllowInvalidUTF8(true)) != nil {
		return strings.ReplaceAll(line, `\n`, "\n") // truncated
	}
	return text
}

// mark ends the first line of each block.
const mark = " ⟦openclaw:ctx⟧"

var (
	forwarded = regexp.MustCompile(`^Forwarded message context\b`)
	// described is what a channel is about, as its members have written it.
	described = regexp.MustCompile(`^(?:Context|Discord channel metadata):`)
	// passed finds forwarded messages inside a text, each of which says so when several are
	// forwarded together; on Slack, Discord and Feishu, also when it is a single one.
	passed = regexp.MustCompile(`(?m)(?:^|[\r\x{2028}\x{2029}])\[(?:Forwarded (?:from|message)\b|Merged and Forwarded Message)[^\n]*\](?:$|[\r\x{2028}\x{2029}])`)
	// chat is what was said in the chat, or around the message that this one answers.
	chat = regexp.MustCompile(`^(?:Conversation context|Recent chat history|Chat history since last reply|Thread starter|Reply (?:chain|target) of current user message)\b`)
	// reply is what the message answers.
	reply = regexp.MustCompile(`^(?:Thread starter|Reply (?:chain|target) of current user message)\b`)
	quote = regexp.MustCompile(`(?m)^\[Replying to: (".*")\]$`)
	// view is what the view that a tool of an MCP server has opened tells the agent by itself,
	// nobody knows which one's.
	view = regexp.MustCompile(`(?m)^MCP App context snapshot:$`)
	// botsLine is a message of the bot's: from this session, another one, or the gateway itself.
	// The channel keeps it across restarts.
	botsLine = regexp.MustCompile(`^#\d+ (?:\d{4}-\d\d-\d\d [\d:]+ \S+ )?[^:]* \(you\): `)
	lineHead = regexp.MustCompile(`^#\d+ (.*?): `)
	// media is the gateway's note about a picture.
	media = regexp.MustCompile(` ?\[[a-z]+(?: [^\]]*)?\]$`)
	clock = regexp.MustCompile(`(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) ([^\s\]]+)`)
)

// saysPassedOn reports whether a message says that it, or a part of it, was forwarded.
func saysPassedOn(text string) bool {
	return strings.Contains(text, "Forwarded ") && passed.MatchString(text) // the regular expression is slow
}

const (
	// ownLine begins a line from the session's own record. Its author was judged when it came,
	// unless a job delivered it, which the history omits.
	ownLine = "#session:"
	// begunAnew is the gateway's most frequent message.
	begunAnew = "✅ New session started."
)

// headOf returns when a line of the window was written, and by whom.
func headOf(line string) string {
	if m := lineHead.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// timeIn returns the time in some words of the gateway's, or long ago if there is none. Not every
// time zone can be parsed; usually it is the gateway's.
func (r reader) timeIn(words string) time.Time {
	m := clock.FindStringSubmatch(words)
	if m == nil {
		return time.Time{}
	}
	zone := r.zone
	if named := zones[m[2]]; named != nil {
		zone = named
	} else if o := offset.FindStringSubmatch(m[2]); o != nil {
		hours, _ := strconv.Atoi(o[2])
		minutes, _ := strconv.Atoi(o[3]) // none means 0
		seconds := hours*3600 + minutes*60
		if o[1] == "-" {
			seconds = -seconds
		}
		zone = time.FixedZone("", seconds)
	}
	at, err := time.ParseInLocation(time.DateTime, m[1], zone)
	if err != nil {
		return time.Time{}
	}
	return at
}

var offset = regexp.MustCompile(`^(?:GMT|UTC)?([+-])(\d\d?):?(\d\d)?$`)

var zones = func() map[string]*time.Location {
	all := map[string]*time.Location{}
	for name, hours := range map[string]int{"UTC": 0, "GMT": 0, "Z": 0, "EDT": -4, "EST": -5, "CDT": -5, "CST": -6, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8} {
		all[name] = time.FixedZone(name, hours*3600)
	}
	return all
}()

type block struct {
	head  string
	lines []string
}

func blocks(text string) (found []block) {
	open := false
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasSuffix(line, mark):
			found, open = append(found, block{head: line}), true
		case line == "":
			open = false
		case open:
			last := &found[len(found)-1]
			last.lines = append(last.lines, line)
		}
	}
	return found
}

// bodyOf returns a line of a chat without its number, its time and its sender's name.
func bodyOf(line string) string { return line[strings.Index(line, ": ")+1:] }

// quotes returns the texts that the message answers.
func quotes(text string) (found []string) {
	for _, m := range quote.FindAllStringSubmatch(text, -1) {
		found = append(found, unquotedLine(m[1]))
	}
	for _, b := range blocks(text) {
		if reply.MatchString(b.head) {
			found = append(found, bodies(b.lines)...)
			continue
		}
		if !chat.MatchString(b.head) {
			continue
		}
		for _, line := range b.lines {
			if strings.Contains(line, " [reply target] ") && !strings.HasPrefix(line, ownLine) {
				found = append(found, bodyOf(line))
			}
		}
	}
	return found
}

// bodies returns the texts in a block of JSON, or the whole block if it cannot be parsed.
func bodies(lines []string) (found []string) {
	var code []string
	for _, line := range lines {
		if !strings.HasPrefix(line, "```") {
			code = append(code, line)
		}
	}
	text := strings.Join(code, "\n")
	v, ok := parsed(text)
	if !ok {
		return []string{text}
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, of := range list {
		found = append(found, str(at(of, "body")))
	}
	return found
}

var thread = regexp.MustCompile(`^\[Thread (?:history|starter) - for context\]\n`)

// threads returns the messages of a thread that the gateway shows when answering in it; Slack also
// has threads in direct chats.
func threads(content string) (found []string) {
	for line := range strings.SplitSeq(content, "\n") {
		piece := unquotedLine(line)
		if head := thread.FindString(piece); head != "" {
			found = append(found, piece[len(head):])
		}
	}
	return found
}

var (
	// slackHead begins a message of a thread, with its sender and its time.
	slackHead = regexp.MustCompile(`(?m)^\[Slack [^\]\n]*\] `)
	users     = regexp.MustCompile(` \(user\) [^\]\n]*\] $`)
	slackEnd  = regexp.MustCompile(`\n\[slack message id: [^\]\n]*\]\s*$`)
)

type message struct{ head, body string }

func messagesOf(thread string) (all []message) {
	heads := slackHead.FindAllStringIndex(thread, -1)
	if len(heads) == 0 || heads[0][0] > 0 {
		heads = append([][]int{{0, 0}}, heads...)
	}
	for i, at := range heads {
		end := len(thread)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		all = append(all, message{thread[at[0]:at[1]], slackEnd.ReplaceAllString(thread[at[1]:end], "")})
	}
	return all
}

const note = "System: "

var noteHead = regexp.MustCompile(`(?m)^\[[^\]\n]*\] `)

// notes returns the gateway's notes, which have a time.
func notes(text string) (found []string) {
	var said []string
	for line := range strings.SplitSeq(text, "\n") {
		if words, ok := strings.CutPrefix(line, note); ok {
			said = append(said, words)
		}
	}
	for _, one := range noteHead.Split(strings.Join(said, "\n"), -1) {
		if one != "" {
			found = append(found, one)
		}
	}
	return found
}

var (
	// fromOutside is the result of a turn that a webhook or mail began; outsideLine is what a phone
	// has shown. Both repeat others' words.
	fromOutside, outsideLine = regexp.MustCompile(ofOutside), regexp.MustCompile(`(?m)` + ofOutside)
	// reaction names whoever gave it.
	reaction = regexp.MustCompile(`(?i)^[^\n:]*\breaction (?:added|removed)\b`)
	// delivered is what a scheduled run has written to this chat.
	delivered, deliveredLine = regexp.MustCompile(ofDelivery), regexp.MustCompile(`(?m)` + ofDelivery)
)

const (
	ofOutside  = `^(?:Hook [^\n]*?: |Notification (?:posted|removed) \(node=)`
	ofDelivery = `^A (?:scheduled automation|heartbeat) delivered this message to this channel:\n`
	// pressedHead precedes the value of a button that somebody has pressed, in Slack.
	pressedHead = "Slack interaction: "
	// created is the gateway's own and most frequent message.
	created = "New session created "
)

// chosen returns the values that a note says were pressed or chosen, or the whole note if it cannot
// be parsed.
func chosen(note string) (found []string) {
	code, ok := strings.CutPrefix(note, pressedHead)
	if !ok {
		return nil
	}
	v, ok := parsed(code)
	if !ok || v == nil {
		return []string{note}
	}
	for _, name := range []string{"value", "selectedValues", "selectedLabels"} {
		one := at(v, name)
		list, ok := one.([]any)
		if !ok {
			list = []any{one}
		}
		for _, words := range list {
			if text, ok := words.(string); ok {
				found = append(found, text)
			}
		}
	}
	return found
}
