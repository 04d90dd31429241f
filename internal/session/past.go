package session

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// PastTurn is a finished turn, packed: it is only needed for its graph.
type PastTurn string

// usualRoom is what a session or a turn with a few calls is packed into. Without it the
// room would grow from 8 bytes on.
const usualRoom = 1024

func packed(t *Turn) PastTurn {
	if t.packed != "" {
		return t.packed
	}
	p := packer{out: make([]byte, 0, usualRoom)}
	p.turn(t)
	return PastTurn(p.out)
}

func (t PastTurn) unpack() *Turn {
	p := packer{reading: true, in: string(t)}
	turn := &Turn{packed: t}
	p.turn(turn)
	return turn
}

// Head is what can be told of a turn without unpacking it.
func (t PastTurn) Head() (number int, persist bool) {
	p := packer{reading: true, in: string(t)}
	p.int(&number)
	p.flags(&persist)
	return number, persist
}

// MarshalJSONTo writes the Turn.
func (t PastTurn) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, t.unpack())
}

// UnmarshalJSONFrom reads a Turn.
func (t *PastTurn) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var turn Turn
	if err := json.UnmarshalDecode(dec, &turn); err != nil {
		return err
	}
	*t = packed(&turn)
	return nil
}
