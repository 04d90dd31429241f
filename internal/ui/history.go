package ui

import (
	"net/http"
	"strconv"
	"time"
)

// Query is what is looked for in the ledger, from the latest entry on or from Before.
type Query struct {
	Session, Tool, Host, Verdict string
	Turn                         int       // 0: any
	Until                        time.Time // zero: now
	Before                       string    // a place, as Entries.Next says it
	Most                         int
}

// Entries are a part of the ledger, the latest first.
type Entries struct {
	List     []Entry
	Next     string // where to read on; empty at the beginning of the ledger
	Searched int    // how many entries were looked at
}

// Entry is what one entry of the ledger says.
type Entry struct {
	File    int
	Seq     uint64
	Hash    string
	Time    time.Time
	Session string
	Turn    int
	Tool    string
	Does    string
	CallID  string
	Verdict string // allow, held or deny; empty where no call was judged
	Level   string
	Why     string
	Notes   []string
	Values  []Value
}

// Value is whose one argument of a call is.
type Value struct {
	Arg, Role, Rule string
	Holds           bool
	Tool, CallID    string // of the result that it stands in
}

// Seal is what verifying the ledger has shown.
type Seal struct {
	OK      bool
	Entries uint64
	What    string // what is wrong; empty where nothing is
}

// Check is a row of doctor's.
type Check struct{ Name, Status, Detail, Fix string }

const (
	pageOfEntries = 50
	sealLasts     = time.Minute
)

// sealed is the latest seal, and whether another is being looked for.
type sealed struct {
	Seal
	at   time.Time
	busy bool
	err  error
}

type sealView struct {
	Seal
	Known bool
	At    time.Time
	Err   string
}

// sealNow is the latest seal; it has the ledger verified again where that is old. Nobody waits
// for that.
func (p *Page) sealNow() sealView {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := &p.seal
	if !s.busy && p.Now().Sub(s.at) > sealLasts {
		s.busy = true
		go p.lookAtSeal()
	}
	v := sealView{Seal: s.Seal, Known: !s.at.IsZero(), At: s.at}
	if s.err != nil {
		v.Err = s.err.Error()
	}
	return v
}

type day struct {
	Of      time.Time
	Entries []Entry
}

// When is At as templates pass it on.
func (v sealView) When() *time.Time { return &v.At }

// TurnID is the turn as addresses have it.
func (e Entry) TurnID() string {
	if e.Turn == 0 {
		return ""
	}
	return "t" + strconv.Itoa(e.Turn)
}

type historyView struct {
	Query    Query
	Days     []day
	Next     string
	Searched int
	Seal     sealView
	Filtered bool
	UntilDay string
}

// Verdicts are what can be looked for.
func (v historyView) Verdicts() map[string]string {
	return map[string]string{"allow": "allowed", "held": "held", "deny": "denied"}
}

func (p *Page) history(r *http.Request, _ *status) (any, error) {
	q := r.URL.Query()
	v := historyView{Query: Query{Session: q.Get("session"), Tool: q.Get("tool"), Host: q.Get("host"), Verdict: q.Get("verdict"), Before: q.Get("before"), Most: pageOfEntries}, Seal: p.sealNow()}
	zone := p.Now().Location()
	if at, err := time.ParseInLocation(time.DateOnly, q.Get("day"), zone); err == nil {
		v.Query.Until, v.UntilDay = at.AddDate(0, 0, 1), q.Get("day")
	}
	v.Filtered = v.Query.Session+v.Query.Tool+v.Query.Host+v.Query.Verdict+v.UntilDay != ""
	got, err := p.Source.History(r.Context(), v.Query)
	if err != nil {
		return nil, err
	}
	v.Next, v.Searched = got.Next, got.Searched
	for _, e := range got.List {
		e.Time = e.Time.In(zone)
		of := time.Date(e.Time.Year(), e.Time.Month(), e.Time.Day(), 0, 0, 0, 0, zone)
		if n := len(v.Days); n == 0 || !v.Days[n-1].Of.Equal(of) {
			v.Days = append(v.Days, day{Of: of})
		}
		last := &v.Days[len(v.Days)-1]
		last.Entries = append(last.Entries, e)
	}
	return v, nil
}
