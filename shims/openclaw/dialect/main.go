//go:build wasip1

// Command dialect is internal/dialect/openclaw/hooks for OpenClaw's plugin, compiled to
// WebAssembly. The plugin writes what it says into room, calls one of the functions, and reads
// the result, which is JSON.
package main

import (
	"fmt"
	"unsafe"

	"github.com/provenanced/provenanced/internal/dialect/openclaw/hooks"
)

var (
	gateway *hooks.Gateway
	in, out []byte
)

func main() {}

//go:wasmexport room
func room(bytes uint32) unsafe.Pointer {
	in = make([]byte, bytes+1) // so that an empty one has an address, too
	return unsafe.Pointer(&in[0])
}

//go:wasmexport result
func result() unsafe.Pointer { return unsafe.Pointer(&out[0]) }

//go:wasmexport start
func start(began float64) { gateway = hooks.New(int64(began)) }

// begin takes the name of a hook, its JSON and texts, of which it is told the lengths.
//
//go:wasmexport begin
func begin(name, input uint32) uint32 {
	all := taken()
	texts := all[name+input:]
	return answer(func() hooks.Step {
		return gateway.Begin(string(all[:name]), all[name:name+input], unsafe.String(unsafe.SliceData(texts), len(texts)))
	})
}

// goOn takes what a hook wanted.
//
//go:wasmexport goOn
func goOn(id uint32) uint32 {
	all := taken()
	return answer(func() hooks.Step { return gateway.Go(int(id), all) })
}

// noted takes a note and the answer to what was told with it.
//
//go:wasmexport noted
func noted(note uint32) uint32 {
	all := taken()
	return answer(func() hooks.Step { gateway.Noted(string(all[:note]), all[note:]); return hooks.Step{} })
}

//go:wasmexport configure
func configure() uint32 {
	all := taken()
	return answer(func() hooks.Step { gateway.Configure(all); return hooks.Step{} })
}

func taken() []byte {
	all := in[:len(in)-1]
	in = nil
	return all
}

// answer is the length of the result. What fails says why: the memory of this program is not
// worth less for that.
func answer(do func() hooks.Step) (length uint32) {
	defer func() {
		if why := recover(); why != nil {
			length = put(hooks.Step{Failed: fmt.Sprint(why)})
		}
	}()
	return put(do())
}

func put(s hooks.Step) uint32 {
	out = s.AppendJSON(out[:0])
	return uint32(len(out))
}
