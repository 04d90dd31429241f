package texts

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
)

var update = flag.Bool("update", false, "write testdata/texts.txt")

// templates are all functions and types that make a text, by name.
var templates = map[string]any{
	"RunsUnasked":        RunsUnasked,
	"ApprovedBefore":     ApprovedBefore,
	"FromFile":           FromFile,
	"RunsFile":           RunsFile,
	"PutBy":              PutBy,
	"InPlace":            InPlace,
	"NotLabelled":        NotLabelled,
	"Unlabelled":         Unlabelled,
	"LabelLine":          LabelLine,
	"Labelled":           Labelled,
	"RepeatsWords":       RepeatsWords,
	"LabelledBy":         LabelledBy,
	"SkillState":         SkillState,
	"NoMemory":           NoMemory,
	"SeveralMemories":    SeveralMemories,
	"NoMemoryFile":       NoMemoryFile,
	"TrustedMemory":      TrustedMemory,
	"UnkeptMemory":       UnkeptMemory,
	"DroppedBy":          DroppedBy,
	"MemoryDropped":      MemoryDropped,
	"TaintedMemory":      TaintedMemory,
	"NoSkill":            NoSkill,
	"ClearsSkill":        ClearsSkill,
	"SeveralSkills":      SeveralSkills,
	"UnreadableSkill":    UnreadableSkill,
	"SkillAccepted":      SkillAccepted,
	"SkillLine":          SkillLine,
	"SkillsListed":       SkillsListed,
	"OnlyLooks":          OnlyLooks,
	"NotJudged":          NotJudged,
	"NotAskedFor":        NotAskedFor,
	"HeldAs":             HeldAs,
	"NotSpokenOf":        NotSpokenOf,
	"HeldBy":             HeldBy,
	"SourceRead":         SourceRead,
	"ThisCall":           ThisCall,
	"ContextIs":          ContextIs,
	"Overtaken":          Overtaken,
	"DoesNotHold":        DoesNotHold,
	"OthersWait":         OthersWait,
	"Approves":           Approves,
	"ApproveCommand":     ApproveCommand,
	"OwnerApproved":      OwnerApproved,
	"OwnerWithdrew":      OwnerWithdrew,
	"CodeIsFor":          CodeIsFor,
	"WatermarkVersion":   WatermarkVersion,
	"AnswerCovered":      AnswerCovered,
	"Answered":           Answered,
	"AnsweredAt":         AnsweredAt,
	"NamedAll":           NamedAll,
	"SetsAs":             SetsAs,
	"Rule":               Rule,
	"Lasts":              Lasts,
	"MemoryFile":         MemoryFile,
	"Secret":             Secret,
	"Arguments":          Arguments,
	"OnFailure":          OnFailure,
	"MayReadKey":         MayReadKey,
	"MayChangeTooMuch":   MayChangeTooMuch,
	"MayChange":          MayChange,
	"DeniedHost":         DeniedHost,
	"LocalAddress":       LocalAddress,
	"UnreadAddress":      UnreadAddress,
	"ComposedAddress":    ComposedAddress,
	"Halted":             Halted,
	"HaltedNow":          HaltedNow,
	"ResumedNow":         ResumedNow,
	"NoSuchHalt":         NoSuchHalt,
	"NothingHalted":      NothingHalted,
	"ForeignAddress":     ForeignAddress,
	"PrivateQuery":       PrivateQuery,
	"PrivateOut":         PrivateOut,
	"CarriesSecret":      CarriesSecret,
	"CarriesCredential":  CarriesCredential,
	"ReplyWithheld":      ReplyWithheld,
	"IsAbout":            IsAbout,
	"WarnedOf":           WarnedOf,
	"NotOfSource":        NotOfSource,
	"OutsideScope":       OutsideScope,
	"InsideScope":        InsideScope,
	"AMessage":           AMessage,
	"InContext":          InContext,
	"Imitates":           Imitates,
	"Ungrounded":         Ungrounded,
	"Footer":             Footer,
	"TurnBlocked":        TurnBlocked,
	"IterationLimit":     IterationLimit,
	"Restricted":         Restricted,
	"EndTurn":            EndTurn,
	"ResetTo":            ResetTo,
	"Classify":           Classify,
	"Undecided":          Undecided,
	"NoSuchCommand":      NoSuchCommand,
	"Reset":              Reset,
	"Denied":             Denied,
	"Approved":           Approved,
	"ForMinutes":         ForMinutes,
	"Withdrawn":          Withdrawn,
	"ResetBy":            ResetBy,
	"NodeReset":          NodeReset,
	"Standing":           Standing,
	"Authority":          Authority,
	"NoAuthority":        NoAuthority,
	"WaitingNow":         WaitingNow,
	"Header":             Header,
	"LeftOut":            LeftOut,
	"Blocked":            Blocked,
	"TooManyRuns":        TooManyRuns,
	"Missing":            Missing,
	"NoArgument":         NoArgument,
	"Belongs":            Belongs,
	"NoLength":           NoLength,
	"NotCleaned":         NotCleaned,
	"Withheld":           Withheld,
	"WithheldOrders":     WithheldOrders,
	"KeptAs":             KeptAs,
	"NotKeptForOwner":    NotKeptForOwner,
	"NoRoom":             NoRoom,
	"ResultOf":           ResultOf,
	"TheResultOf":        TheResultOf,
	"ReviewAnd":          ReviewAnd,
	"WriteNotKept":       WriteNotKept,
	"StillStaged":        StillStaged,
	"At":                 At,
	"StartedAt":          StartedAt,
	"Response":           Response,
	"ResponseWithOrders": ResponseWithOrders,
	"OfSession":          OfSession,
	"HadSeen":            HadSeen,
	"StillInHistory":     StillInHistory,
	"Carried":            Carried,
	"ManyBehind":         ManyBehind,
	"Shown":              Shown,
	"SessionEnded":       SessionEnded,
	"NotStaged":          NotStaged,
	"Dropped":            Dropped,
	"Written":            Written,
	"File":               File,
	"MoreFiles":          MoreFiles,
	"StagedHead":         StagedHead,
	"OfOther":            OfOther,
	"Staged":             Staged,
	"MoreBytes":          MoreBytes,
	"Because":            Because,
	"Held":               Held{},
	"Granted":            Granted{},
	"Status":             Status{},
	"Judged":             Judged{},
	"StagedWrite":        StagedWrite{},
}

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// filler fills in arguments that a text can be searched for.
type filler struct {
	said []string // that the text must contain
	long string   // appended to each text
}

func (f *filler) value(t reflect.Type, what string) reflect.Value {
	v := reflect.New(t).Elem()
	say := func(text string) string { f.said = append(f.said, text); return text }
	switch t {
	case reflect.TypeFor[time.Time]():
		return reflect.ValueOf(now)
	case reflect.TypeFor[trust.Level]():
		say(trust.External.String())
		return reflect.ValueOf(trust.External)
	case reflect.TypeFor[trust.Mode]():
		say(trust.Confirm.String())
		return reflect.ValueOf(trust.Confirm)
	case reflect.TypeFor[error]():
		return reflect.ValueOf(errors.New(say("<why>")))
	case reflect.TypeFor[session.Problem]():
		say(Problems[session.Altered])
		return reflect.ValueOf(session.Altered)
	case reflect.TypeFor[flow.Rule]():
		return reflect.ValueOf(flow.Unnamed)
	case reflect.TypeFor[redact.Type]():
		say(Secrets[redact.APIKey])
		return reflect.ValueOf(redact.APIKey)
	case reflect.TypeFor[urlhost.Place]():
		return reflect.ValueOf(urlhost.Link)
	case reflect.TypeFor[time.Duration]():
		say("5 min ago")
		return reflect.ValueOf(5 * time.Minute)
	case reflect.TypeFor[*session.Cause]():
		return reflect.ValueOf(&session.Cause{Reason: say("<cause>"), Detail: say("<detail>")})
	case reflect.TypeFor[Granted]():
		return reflect.ValueOf(Granted{Way: say(InChat), Since: now, Until: now})
	}
	switch t.Kind() {
	case reflect.String:
		v.SetString(say("<"+what+">") + f.long)
	case reflect.Int, reflect.Int64:
		v.SetInt(1234)
		say("1234")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		for i := range 2 {
			v = reflect.Append(v, f.value(t.Elem(), fmt.Sprint(what, i)))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			v.Field(i).Set(f.value(t.Field(i).Type, t.Field(i).Name))
		}
	default:
		panic(t.String())
	}
	return v
}

// made is a template's text with such arguments.
func (f *filler) made(template any) string {
	v := reflect.ValueOf(template)
	if v.Kind() != reflect.Func {
		return f.value(v.Type(), "").Interface().(fmt.Stringer).String()
	}
	var args []reflect.Value
	for i := range v.Type().NumIn() {
		args = append(args, f.value(v.Type().In(i), fmt.Sprint(i)))
	}
	return v.Call(args)[0].String()
}

// leftOut are arguments that a text does not show: a limit, or those of its other wording.
var leftOut = map[string][]string{"MayReadKey": {"1234"}, "Shown": {"<0>"}, "StagedWrite": {"<Operation>"}}

// Every text contains all of its arguments, and is in testdata/texts.txt as a person reads it.
func TestEveryText(t *testing.T) {
	var b strings.Builder
	constants(t, &b)
	for _, n := range slices.Sorted(maps.Keys(templates)) {
		f := filler{}
		text := f.made(templates[n])
		for _, said := range f.said {
			if !slices.Contains(leftOut[n], said) {
				require.Contains(t, text, said, n)
			}
		}
		fmt.Fprintf(&b, "%s: %s\n", n, text)
	}
	const file = "testdata/texts.txt"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "run: go test ./internal/texts -update")
}

// constants writes the texts that never change, and finds templates that are missing above.
func constants(t *testing.T, b *strings.Builder) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.IsExported() {
					require.Contains(t, templates, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						if spec.Name.Name != "Pending" { // WaitingNow's
							require.Contains(t, templates, spec.Name.Name)
						}
					case *ast.ValueSpec:
						if text, ok := spec.Values[0].(*ast.BasicLit); ok && spec.Names[0].IsExported() {
							fmt.Fprintf(b, "%s: %s\n", spec.Names[0].Name, text.Value)
						}
					}
				}
			}
		}
	}
	const none = flow.Rule(255)
	for rule := range none { // those with a text of their own
		if text := HeldBy(rule, "<value>", "<source>"); text != HeldBy(none, "<value>", "<source>") {
			fmt.Fprintf(b, "HeldBy %v: %s\n", rule, text)
		}
	}
	fmt.Fprintf(b, "HeldBy others: %s\nActions: %q\n", HeldBy(none, "<value>", "<source>"), Actions)
	fmt.Fprintf(b, "Problems: %q\nRefusals: %q\nRunRefusals: %q\n", Problems, Refusals, RunRefusals)
}

// bounded are the texts with a name that came over the wire.
var bounded = strings.Fields("Approves CodeIsFor SourceRead MemoryFile NoSuchCommand NotStaged OfOther OthersWait OfSession ManyBehind Response ResponseWithOrders Restricted ResultOf Shown TheResultOf Undecided Withheld WithheldOrders WriteNotKept")

// A name is shortened in the text, whatever its sender put there.
func TestNamesAreCut(t *testing.T) {
	for _, n := range bounded {
		f := filler{long: strings.Repeat("x\n\u202e", 5000)}
		v := reflect.ValueOf(templates[n])
		var args []reflect.Value
		for i := range v.Type().NumIn() {
			one := filler{}
			if i == slices.Index(names[n], true) || names[n] == nil && i == 0 {
				one.long = f.long
			}
			args = append(args, one.value(v.Type().In(i), fmt.Sprint(i)))
		}
		text := v.Call(args)[0].String()
		require.Less(t, len(text), 2000, n)
		require.NotContains(t, text, "\u202e", n)
		require.NotContains(t, text, "x\n", n)
	}
}

// names are the arguments that are names, if the first is not.
var names = map[string][]bool{"CodeIsFor": {false, false, true}, "NoSuchCommand": {false, true}}
