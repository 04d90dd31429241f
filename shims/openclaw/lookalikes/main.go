//go:build wasip1

// Command lookalikes is internal/authentic for OpenClaw's plugin, compiled to WebAssembly:
// the gateway's hook before a row is written waits for no answer, so the daemon cannot be
// asked. The plugin writes a text into room, calls strip, and reads the result.
package main

import (
	"unsafe"

	"github.com/provenanced/provenanced/internal/authentic"
)

// in and out have a byte more than the text, so that an empty one has an address, too.
var in, out []byte

func main() {}

//go:wasmexport room
func room(bytes uint32) unsafe.Pointer {
	in = make([]byte, bytes+1)
	return unsafe.Pointer(&in[0])
}

//go:wasmexport strip
func strip() uint32 {
	text, _ := authentic.Strip(string(in[:len(in)-1]))
	in, out = nil, append([]byte(text), 0)
	return uint32(len(text))
}

//go:wasmexport result
func result() unsafe.Pointer { return unsafe.Pointer(&out[0]) }
