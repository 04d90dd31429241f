package decide

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/injection"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/leak"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Values are what is known about the origins of a session's values. The engine keeps them in memory
// beside the session's state: a decision only reads them, and what an event teaches is in its
// Outcome as lessons, learnt once the event is on record. A nil Values knows nothing, so that every
// value is held.
type Values struct {
	key   flow.Key
	store *flow.Store
	tools map[string]offered // by the name under which each was offered, in lower case
	calls []openCall         // those that have not returned, oldest first
	made  madeFile           // what the agent has just made
	shown []madeFile         // what it has just read, the latest last
	works []madeFile         // where something was built or changed, the latest last
	heard uint64             // the latest turn whose message was heard as it arrived, or must not be
	out   outward
}

// Size is their approximate memory use.
func (v *Values) Size() int {
	if v == nil {
		return 0
	}
	return v.store.Size() + v.out.secrets.Size()
}

// offered is what the schema of a tool says about its parameters and results.
type offered struct {
	roles   flow.Roles
	records bool // it declares the structure of its results
}

// openCall is a call without a result yet, with the authority of its arguments when it was made.
type openCall struct {
	ID      string      `json:"id,omitzero"`
	Tool    string      `json:"tool"`
	Source  flow.Source `json:"source"`
	Looks   bool        `json:"looks,omitzero"`   // it only looks, though calls of its tool may do more
	Records bool        `json:"records,omitzero"` // its command line says that it prints records
	Public  bool        `json:"public,omitzero"`  // it shows what anybody can see
	Table   flow.Table  `json:"table,omitzero"`   // or a table
}

// madeFile is a file that a call has written completely, in words of the agent's own: the hash of
// its path, and the turn. The zero value is none.
type madeFile struct {
	Sum  uint64 `json:"sum,string"`
	Turn uint64 `json:"turn"`
}

// maxOpenCalls bounds the calls without a result. The result of a forgotten call counts as that of
// a call that nobody vouches for.
const maxOpenCalls = 256

// kept is a session's values at rest. The tools offered are reported again before they are needed.
type kept struct {
	Key   []byte     `json:"key"`
	Store []byte     `json:"store"`
	Calls []openCall `json:"calls,omitzero"`
	Heard uint64     `json:"heard,omitzero"`
	Out   outward    `json:"out,omitzero"`
	Made  madeFile   `json:"made,omitzero"`
	Shown []madeFile `json:"shown,omitzero"`
	Works []madeFile `json:"works,omitzero"`
}

// Kept is v at rest; nil if nothing is known.
func (v *Values) Kept() jsontext.Value {
	if v == nil {
		return nil
	}
	return marshalled(kept{Key: v.key[:], Store: v.store.Encode(), Calls: v.calls, Heard: v.heard, Out: v.out.kept(), Made: v.made, Shown: v.shown, Works: v.works})
}

// ReadValues reads what Kept wrote.
func ReadValues(text jsontext.Value) (*Values, error) {
	var k kept
	if err := json.Unmarshal(text, &k, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("read values: %w", err)
	}
	v := &Values{calls: k.Calls, heard: k.Heard, made: k.Made, shown: k.Shown, works: k.Works}
	if len(k.Key) != len(v.key) {
		return nil, fmt.Errorf("read values: a key of %d bytes", len(k.Key))
	}
	copy(v.key[:], k.Key)
	v.out = k.Out.read(v.key)
	var err error
	if v.store, err = flow.Decode(k.Store, v.key); err != nil {
		return nil, fmt.Errorf("read values: %w", err)
	}
	return v, nil
}

// Lesson is something that an event teaches about values.
type Lesson interface{ teach(v *Values) }

// Learn applies lessons. It makes the values of a session that has none, with a key from rand;
// missed says that the session has read something unknown to them.
func Learn(v *Values, lessons []Lesson, missed bool, rand io.Reader) (*Values, error) {
	if len(lessons) == 0 {
		return v, nil
	}
	if v == nil {
		var key flow.Key
		if _, err := io.ReadFull(rand, key[:]); err != nil {
			return nil, fmt.Errorf("read randomness: %w", err)
		}
		v = &Values{key: key, store: flow.New(key), out: outward{secrets: leak.New(leak.Key(key))}}
		if missed {
			v.store.Missed()
			v.out.Private = true
		}
	}
	for _, l := range lessons {
		l.teach(v)
	}
	return v, nil
}

// The lessons.
type (
	ownerSaid    struct{ flow.Message }
	passedOver   uint64 // the latest turn that may show it
	toolsOffered []wire.OfferedTool
	callMade     openCall
	fileMade     madeFile // zero if a call may have changed what was made before
	fileShown    madeFile
	placeWorked  madeFile
	callReturned struct {
		result flow.Result
		public bool
	}
	namesUsed struct {
		tool, callID string
		at           time.Time
		names        []string
	}
	wordsShown struct{ result flow.Result }
	muchMissed struct{}
)

func (l ownerSaid) teach(v *Values) {
	v.store.Hear(l.Message)
	v.heard = max(v.heard, l.Turn)
}

func (l wordsShown) teach(v *Values) { v.store.Show(l.result) }

func (l namesUsed) teach(v *Values) { v.store.Use(l.tool, l.callID, l.at, l.names) }

func (muchMissed) teach(v *Values) { v.store.Missed() }

func (l passedOver) teach(v *Values) { v.heard = max(v.heard, uint64(l)) }

func (l toolsOffered) teach(v *Values) {
	v.tools = make(map[string]offered, len(l))
	for _, t := range l {
		if len(t.Parameters) > 0 || len(t.Returns) > 0 {
			v.tools[policy.SafeName(t.Name)] = offered{flow.ReadRoles(t.Parameters), len(t.Returns) > 0}
		}
	}
}

func (l fileMade) teach(v *Values) { v.made = madeFile(l) }

// maxShownFiles bounds the files of a turn that are known to have been read.
const maxShownFiles = 8

func (l fileShown) teach(v *Values) {
	v.shown = append(v.shown[max(0, len(v.shown)+1-maxShownFiles):], madeFile(l))
}

func (l callMade) teach(v *Values) {
	if len(v.calls) >= maxOpenCalls {
		v.calls = v.calls[1:]
	}
	v.calls = append(v.calls, openCall(l))
}

// open returns the index of the latest call that a result may belong to, or -1.
func (v *Values) open(id, tool string) int {
	if v != nil {
		for i := len(v.calls) - 1; i >= 0; i-- {
			if c := &v.calls[i]; c.ID == id && (id != "" || c.Tool == tool) {
				return i
			}
		}
	}
	return -1
}

func (l callReturned) teach(v *Values) {
	if i := v.open(l.result.CallID, l.result.Tool); i >= 0 {
		l.result.Source = v.calls[i].Source
		l.result.Gated = l.result.Gated && !v.calls[i].Looks
		l.public = v.calls[i].Public
		l.result.Table = v.calls[i].Table
		v.calls = slices.Delete(v.calls, i, i+1)
	}
	v.out.returned(&l)
	v.store.Record(l.result)
}

// values judge the authority of a call's values, and note what an event teaches about them.
type values struct {
	*basis
	speaker *speaker
	lessons []Lesson
	line    *readLine // the last one read
}

// tracesValues reports whether the policy has values traced.
func (q *question) tracesValues() bool { return q.Policy.TracesValues() }

func (v *values) learn(l Lesson) { v.lessons = append(v.lessons, l) }

// hear takes a text as the owner's words, if it is proven that they wrote it. A doubtful text may
// be somebody else's.
func (v *values) hear(text string, turn int, doubtful bool) {
	if !v.tracesValues() || doubtful || text == "" || !fromOwner(v.ctx) || v.speaker.arrivedFrom() != session.Human {
		return
	}
	if _, command := parseChatCommand(text); command {
		return
	}
	v.learn(ownerSaid{flow.Message{At: v.Now, Turn: uint64(turn), Text: text, Reading: intent.Infer(text)}})
}

// hearArrived is hear for a message that has just arrived: it belongs to the current turn, or
// begins the next.
func (v *values) hearArrived(text string, doubtful bool) {
	turn := v.state.Turns
	if !v.state.Turn.Open() {
		turn++
	}
	v.hear(text, turn, doubtful)
}

// passOver keeps a message with words of others from counting as the owner's if a context shows it
// without saying so: in the current turn, or in the next.
func (v *values) passOver() {
	if v.tracesValues() {
		v.learn(passedOver(v.state.Turns + 1))
	}
}

// miss notes that the session was shown more than is known.
func (v *values) miss() {
	if v.tracesValues() {
		v.learn(muchMissed{})
	}
}

// seen notes the words of others that a gateway shows in a history, if it says which they are.
func (v *values) seen(messages jsontext.Value, sources []wire.Source) {
	if !v.tracesValues() || len(sources) == 0 {
		return
	}
	all, err := wire.Messages(messages)
	if err != nil {
		v.learn(muchMissed{})
		return
	}
	for i := range sources {
		level := v.worth(&sources[i])
		if at := sources[i].MessageIndex; level < trust.Trusted && at >= 0 && at < len(all) && all[at].Text != "" {
			v.learn(wordsShown{flow.Result{Tool: sources[i].Kind, At: v.Now, Level: level, Content: []byte(all[at].Text)}})
		}
	}
}

// showApart notes what another session has said.
func (v *values) showApart(text string, level trust.Level) {
	if level < trust.Trusted {
		v.learn(wordsShown{flow.Result{Tool: texts.OfASession, At: v.Now, Level: level, Content: []byte(text)}})
	}
}

// hearShown is hear for the message that begins the turn, as a context shows it. If it was heard on
// arrival, that counts, since a gateway may have added something around it.
func (v *values) hearShown(text string, doubtful bool) {
	if v.ev.Values != nil && v.ev.Values.heard >= uint64(v.state.Turns) {
		return
	}
	v.hear(text, v.state.Turns, doubtful)
}

// offer reads the schemas of the tools that a model may call.
func (v *values) offer(tools []wire.OfferedTool) {
	if !v.tracesValues() {
		return
	}
	for _, t := range tools {
		if len(t.Parameters) > 0 || len(t.Returns) > 0 {
			v.learn(toolsOffered(tools))
			return
		}
	}
}

// made notes that a call is made.
func (v *values) made(w session.Wanted) {
	if v.tracesValues() {
		acts := v.lineActs(w.Tool, w.Params)
		made := callMade{
			ID: w.ID, Tool: w.Tool, Source: v.store().Source(v.sourceCall(w.Tool, w.Params, acts), v.rules()),
			Looks: onlyLook(acts), Public: v.public(w.Tool, w.Params, acts),
		}
		made.Records, made.Table = v.recorded(w.Tool, w.Params)
		v.learn(made)
		v.reads(w)
		v.worksIn(w, acts)
		if v.acts(w.Tool) && !onlyLook(acts) && !v.onlyRuns(acts) {
			v.learn(fileMade(v.makes(w)))
		}
		if names := namesIn(acts); len(names) > 0 && v.state.Level() == trust.Trusted {
			v.learn(namesUsed{w.Tool, w.ID, v.Now, names})
		}
	}
}

// reads notes the file that a tool shows.
func (v *values) reads(w session.Wanted) {
	s := v.store()
	if s == nil || v.acts(w.Tool) {
		return
	}
	texts, _ := memguard.Texts(w.Params)
	for i := range texts {
		if t := &texts[i]; dialect.Role(t.Key)&facts.File != 0 && !t.Long {
			v.learn(fileShown{s.Sum(t.Value), s.Turn()})
			return
		}
	}
}

// makes returns the file that a call writes completely in words of the agent's own; none for any
// other call.
func (v *values) makes(w session.Wanted) (made madeFile) {
	s := v.store()
	does, known := memguard.Targets(w.Tool, w.Params)
	if s == nil || !known || does.Operation != memguard.Write || does.TooMany || len(does.Paths) != 1 || !s.OwnWords(v.call(w.Tool, w.Params), v.rules()) {
		return made
	}
	return madeFile{s.Sum(does.Paths[0]), s.Turn()}
}

// isMade returns the turn in which the agent has just made a file.
func (v *values) isMade(path string) (turn uint64, ok bool) {
	known := v.ev.Values
	if known == nil || known.made == (madeFile{}) || known.made.Sum != known.store.Sum(path) {
		return 0, false
	}
	return known.made.Turn, true
}

// onlyRuns reports whether a command line only runs the file that was made.
func (v *values) onlyRuns(acts []shell.Act) bool {
	for i := range acts {
		act := &acts[i]
		if act.Effect == shell.Looks {
			continue
		}
		for k := range act.Operands {
			_, made := v.isMade(act.Operands[k].Text)
			if o := &act.Operands[k]; !made && !(o.Kind == shell.Name && o.May == shell.Chosen) {
				return false
			}
		}
		if !slices.Equal(act.Asked, []string{"run"}) || act.Effect != shell.Works {
			return false
		}
	}
	return len(acts) > 0
}

// returned notes a call's result, its level and its origin. A result that the model did not get at
// all does not count.
func (v *values) returned(c session.Call, level trust.Level, from string, r *result) {
	if !v.tracesValues() || r.cleaned.Dropped != "" {
		return
	}
	content, records := v.shaped(c, r.whole)
	if !records {
		content = v.withoutPaths(c, v.withoutEcho(c, content))
	}
	got := flow.Result{
		Tool: c.Tool, CallID: c.ID, Level: level, From: from, At: v.Now,
		Gated: v.acts(c.Tool), Content: content, Structured: records,
	}
	if r.flagged {
		got.Scan = hasOrders
	}
	v.learn(callReturned{got, dialect.Public(c.Tool)})
	if len(r.secrets) > 0 {
		v.learn(secretsRead{session.Label(c.Tool), session.Label(from), v.Now, r.secrets})
	}
}

// withoutEcho returns the result of a call that writes one file, without the path that it was
// given: "wrote 12 bytes to notes.md" does not make the path others' words.
func (v *values) withoutEcho(c session.Call, content []byte) []byte {
	p, ok := v.ev.Payload.Event.(*wire.AfterToolCallEvent)
	if !ok || p.ToolCallID != c.ID {
		return content
	}
	does, known := memguard.Targets(c.Tool, p.Params)
	if !known || len(does.Paths) != 1 || does.Operation != memguard.Write && does.Operation != memguard.Edit {
		return content
	}
	return bytes.ReplaceAll(content, []byte(does.Paths[0]), []byte(" "))
}

// withoutPaths returns the result of a command that lists files, without the paths that its lines
// begin with: the program wrote them, not the authors of the files' content.
func (v *values) withoutPaths(c session.Call, content []byte) []byte {
	p, ok := v.ev.Payload.Event.(*wire.AfterToolCallEvent)
	if !ok || p.ToolCallID != c.ID {
		return content
	}
	acts := v.lineActs(c.Tool, p.Params)
	if !onlyLook(acts) || !acts[0].PrintsPaths() {
		return content
	}
	var out []byte
	for line := range bytes.Lines(content) {
		end := bytes.IndexAny(line, ":\n")
		if end < 0 {
			end = len(line)
		}
		first := bytes.LastIndexByte(bytes.TrimRight(line[:end], " \t"), ' ') + 1 // after git's "?? "
		if first > maxMarks {
			first = end
		}
		out = append(append(append(out, line[:first]...), ' '), line[end:]...)
	}
	return out
}

// maxMarks is the most that precedes a path in a list of files.
const maxMarks = 3

// hasOrders reports whether a text gives orders to a model.
func hasOrders(text string) bool {
	found, whole := injection.Read(text)
	found, _ = withoutNotices(found, whole, text)
	return injection.Flagged(found)
}

// acts reports whether calls of a tool do more than look.
func (q *question) acts(tool string) bool {
	return !q.tables.SafeToCall(tool) && q.tables.ActionClasses(tool) != intent.Of(intent.Read)
}

func (v *values) store() *flow.Store {
	if v.ev.Values == nil {
		return nil
	}
	return v.ev.Values.store
}

func (v *values) rules() flow.Rules { return v.Policy.Authority().Rules }

// call is a call as its values are judged.
func (v *values) call(tool string, params jsontext.Value) flow.Call {
	classes := v.tables.ActionClasses(tool)
	c := flow.Call{Tool: tool, Classes: classes, Fetches: classes == intent.Of(intent.Read), Args: params, Roles: v.roles(tool), Consented: v.state.Agreed(), Approved: v.approved(tool)}
	if c.Fetches {
		return c
	}
	switch does := v.tables.Does(tool); {
	case does.Effects&facts.Schedules != 0:
		c.Doings, c.Later = flow.Reminding, true
	case does.Spawns:
		c.Doings = flow.Delegating
	case dialect.Writes(tool) == facts.Write, dialect.Writes(tool) == facts.Edit:
		c.Doings, c.Named, c.Place = flow.Writing, true, func(path string) (flow.Leeway, bool) {
			if dialect.Writes(tool) == facts.Edit || v.wasRead(path) {
				return v.placeKnown(path)
			}
			return v.place(path)
		}
	}
	return c
}

// place returns how far the agent may choose a file that it writes, and whether it is a program.
func (v *values) place(path string) (may flow.Leeway, program bool) {
	free, program := shell.Place(v.workspace(), path)
	if free == shell.Chosen {
		return flow.Spoken, program
	}
	return leeways[free], program
}

// placeKnown is place for a file whose content the agent has just read, or quotes in its change: it
// may be any in the workspace.
func (v *values) placeKnown(path string) (may flow.Leeway, program bool) {
	if may, program = v.place(path); may == flow.Spoken {
		may = flow.Open
	}
	return may, program
}

// wasRead reports whether the agent has read a file in this turn.
func (v *values) wasRead(path string) bool {
	known := v.ev.Values
	return known != nil && slices.Contains(known.shown, madeFile{known.store.Sum(path), known.store.Turn()})
}

// sourceCall is a call as its result is remembered by it. For a command line that only looks, it
// has the paths and addresses that the line names.
func (v *values) sourceCall(tool string, params jsontext.Value, acts []shell.Act) flow.Call {
	c := v.call(tool, params)
	if !onlyLook(acts) {
		return c
	}
	c.Args = nil
	for i := range acts {
		c.Values = append(c.Values, actCall(&acts[i], false).Values...)
	}
	return c
}

// recorded reports whether the command line of a call says that it prints records, or which table
// it is known to print.
func (v *values) recorded(tool string, params jsontext.Value) (records bool, table flow.Table) {
	line, _ := v.tables.OwnLine(tool, params)
	if line == nil {
		return false, flow.NoTable
	}
	table, _ = flow.ParseTable(line.Table())
	return line.Records(), table
}

// roles are the roles of a tool's parameters: by its schema, by what is known about it, and by the
// policy, each of which overrides the one before.
func (v *values) roles(tool string) flow.Roles {
	var roles flow.Roles
	if known := v.ev.Values; known != nil {
		roles = known.tools[withoutAction(tool)].roles
	}
	return roles.With(v.tables.ArgumentRoles(tool))
}

// shaped is a result as it is recorded: a JSON value if its tool declares structure, otherwise
// text, whatever that looks like.
func (v *values) shaped(c session.Call, content jsontext.Value) (shaped []byte, records bool) {
	name := withoutAction(c.Tool)
	declared := v.tables.Records(c.Tool)
	if i := v.ev.Values.open(c.ID, c.Tool); i >= 0 {
		declared = declared || v.ev.Values.calls[i].Records
	}
	if !declared && v.ev.Values != nil && v.ev.Values.tools[name].records {
		if data := dialect.Structured(content); data != nil {
			return data, true
		}
	}
	if declared && content.Kind() == '{' && !wraps(content) {
		return content, true
	}
	text := spoken(content)
	if declared {
		switch text.Kind() {
		case '{', '[':
			return text, true
		case '"':
			if data := jsontext.Value(wire.Unquoted(text)); data.IsValid() && (data.Kind() == '{' || data.Kind() == '[') {
				return data, true
			}
		}
	}
	if text.Kind() == '"' {
		return wire.Unquoted(text), false
	}
	return text, false
}
