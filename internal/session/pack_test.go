package session

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func repacked(s Snapshot) Snapshot { return Unpack(s.Key, string(s.Pack(nil))) }

// draw fills v, which is addressable, field by field, so that a field that is not
// packed shows itself.
func draw(t *rapid.T, v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		if rapid.Bool().Draw(t, "told") {
			s := rapid.SampledFrom([]int64{-62135596799, -1, 0, 1770000000, 253402300799}).Draw(t, "s")
			*x = time.Unix(s, rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()
		}
		return
	case *PastTurn:
		var turn Turn
		draw(t, reflect.ValueOf(&turn).Elem())
		*x = packed(&turn)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				draw(t, v.Field(i))
			}
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			draw(t, v.Elem())
		}
	case reflect.Slice:
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			last := v.Index(v.Len() - 1)
			if last.Kind() == reflect.Pointer { // no list has holes
				last.Set(reflect.New(last.Type().Elem()))
				last = last.Elem()
			}
			draw(t, last)
		}
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).SetUint(uint64(rapid.Byte().Draw(t, "byte")))
		}
	case reflect.String:
		words := append([]string{"", "a", "exec", "00", "00ff", "0F", "0", "agent:main:main", strings.Repeat("long ", 60)}, everydayWords[:]...)
		v.SetString(rapid.OneOf(rapid.SampledFrom(words), rapid.StringN(0, 40, -1)).Draw(t, "text"))
	case reflect.Int:
		v.SetInt(rapid.Int64().Draw(t, "n"))
	case reflect.Uint64:
		v.SetUint(rapid.Uint64().Draw(t, "n"))
	case reflect.Uint8:
		v.SetUint(uint64(rapid.Byte().Draw(t, "n")))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	default:
		t.Fatalf("no way to draw a %s", v.Type())
	}
}

func TestWhatRestsIsWholeAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Snapshot
		draw(t, reflect.ValueOf(&s).Elem())
		back := repacked(s)
		if turn := back.State.Turn; turn != nil {
			turn.packed = ""
		}
		require.Equal(t, s, back)
		for _, kept := range s.State.Kept {
			turn := kept.unpack()
			require.Equal(t, kept, turn.packed)
			turn.packed = ""
			number, persist := kept.Head()
			require.Equal(t, turn.Number, number)
			require.Equal(t, turn.Persist, persist)
			require.Equal(t, kept, packed(turn))
		}
	})
}

func TestEverydayWordsAreDifferent(t *testing.T) {
	require.Len(t, everyday, len(everydayWords))
	require.NotContains(t, everyday, "")
}

// A journal may have lost its beginning, so that what is left of a turn follows its
// end.
func TestATurnThatChangesAfterItsEndIsPackedAnew(t *testing.T) {
	s := NewState()
	s.Apply(&Record{Time: time.Unix(1, 0), Changes: []Change{&TurnStarted{}, &TurnEnded{}}})
	s = repacked(Snapshot{State: s}).State
	s.Apply(&Record{Time: time.Unix(2, 0), Changes: []Change{&Impacted{Tool: "exec"}}})
	s = repacked(Snapshot{State: s}).State
	require.Equal(t, []string{"exec"}, s.Turn.Denied)
}
