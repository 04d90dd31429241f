package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// lines reads r to its end.
func lines(r io.Reader, limit int) (got []string, err error) {
	lr := NewLineReader(r, limit)
	for {
		for line, ok := lr.Line(); ok; line, ok = lr.Line() {
			got = append(got, string(line))
		}
		if err := lr.Fill(); err != nil {
			return got, err
		}
	}
}

func TestLinesComeOutHoweverTheyArrive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.Custom(func(t *rapid.T) string {
			size := rapid.SampledFrom([]int{0, 1, 9, 4095, 4096, 5000, 90_000}).Draw(t, "size")
			return strings.Repeat(rapid.StringMatching(`[a-z]`).Draw(t, "letter"), size)
		})).Draw(t, "lines")
		var stream strings.Builder
		for _, l := range want {
			stream.WriteString(l + "\n")
		}
		wrap := rapid.SampledFrom([]func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.HalfReader, iotest.DataErrReader,
		}).Draw(t, "reader")
		got, err := lines(wrap(strings.NewReader(stream.String())), 100_000)
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, append([]string(nil), want...), got)
	})
}

func TestLineLimit(t *testing.T) {
	for _, limit := range []int{1, 7, 4095, 4096, 4097, 70_000} {
		fits := strings.Repeat("a", limit)
		got, err := lines(iotest.OneByteReader(strings.NewReader(fits+"\n\n"+fits+"\n")), limit)
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, []string{fits, "", fits}, got)

		got, err = lines(strings.NewReader("b\n"+fits+"a\nc\n"), limit)
		require.ErrorIs(t, err, ErrTooLarge)
		require.Equal(t, []string{"b"}, got)
	}
}

func TestLinesOfOneFillStayValidTogether(t *testing.T) {
	lr := NewLineReader(strings.NewReader("one\ntwo\nthr"), 100)
	require.NoError(t, lr.Fill())
	one, ok := lr.Line()
	require.True(t, ok)
	two, ok := lr.Line()
	require.True(t, ok)
	_, ok = lr.Line()
	require.False(t, ok)
	require.True(t, lr.Partial())
	require.Equal(t, "one two", string(one)+" "+string(two))
	require.ErrorIs(t, lr.Fill(), io.ErrUnexpectedEOF)
}

func TestIdleReaderKeepsLittle(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		io.WriteString(w, strings.Repeat("x", 1<<20)+"\n")
		w.Close()
	}()
	lr := NewLineReader(r, 1<<21)
	for {
		if _, ok := lr.Line(); ok {
			break
		}
		require.NoError(t, lr.Fill())
	}
	_, ok := lr.Line()
	require.False(t, ok)
	require.Greater(t, cap(lr.buf), 1<<20)
	require.ErrorIs(t, lr.Fill(), io.EOF)
	require.LessOrEqual(t, cap(lr.buf), lineKeep)
}

// A server accounts for what a reader holds by the line that is arriving.
func TestTheStartOfALineKeepsNothingOfTheLongOneBefore(t *testing.T) {
	const long = 1 << 20
	for _, start := range []int{1, lineStart, 100_000} {
		text := strings.Repeat("x", long) + "\n" + strings.Repeat("y", start)
		r := iotest.OneByteReader(strings.NewReader(" then\n"))
		lr := NewLineReader(io.MultiReader(strings.NewReader(text), r), 2*long)
		line, ok := lr.Line()
		for ; !ok; line, ok = lr.Line() {
			require.NoError(t, lr.Fill())
		}
		require.Len(t, line, long)
		for line, ok = lr.Line(); !ok; line, ok = lr.Line() {
			require.NoError(t, lr.Fill())
			require.LessOrEqual(t, cap(lr.buf), max(lineKeep, 2*(start+5)), start)
		}
		require.True(t, string(line) == strings.Repeat("y", start)+" then", start)
	}
}

// Another connection's spare buffer is only taken for a line of its size: a reader holds no
// more than its own line needs.
func TestSpareBuffersAreAsLargeAsTheLine(t *testing.T) {
	const limit = 3 << 20
	read := func(size int, letter string) int {
		text := strings.Repeat(letter, size)
		lr := NewLineReader(strings.NewReader(text+"\n"), limit)
		for {
			if line, ok := lr.Line(); ok {
				require.True(t, string(line) == text)
				largest := cap(lr.buf)
				require.ErrorIs(t, lr.Fill(), io.EOF)
				require.LessOrEqual(t, cap(lr.buf), lineKeep)
				return largest
			}
			require.NoError(t, lr.Fill())
		}
	}
	for round := range 3 {
		for i, size := range []int{limit, 1 << 20, 100_000, lineKeep, limit - 1, 2<<20 + 1} {
			largest := read(size, string(rune('a'+3*round+i)))
			require.LessOrEqual(t, largest, min(2*size+2, limit+1), size)
		}
	}
}

// framed puts each text in a frame.
func framed(texts ...string) (all []byte) {
	for _, text := range texts {
		all = append(binary.BigEndian.AppendUint32(all, uint32(len(text))), text...)
	}
	return all
}

func TestFrameReadsInPlaceAndOneAtATime(t *testing.T) {
	r := iotest.HalfReader(bytes.NewReader(framed("{}", strings.Repeat("z", 200_000), "[]")))
	buf := make([]byte, 8)
	a, err := ReadFrame(r, buf, MaxFrame)
	require.NoError(t, err)
	require.Equal(t, "{}", string(a))
	require.Same(t, &buf[0], &a[0])
	b, err := ReadFrame(r, buf, MaxFrame)
	require.NoError(t, err)
	require.Len(t, b, 200_000)
	_, err = ReadFrame(r, b, 1)
	require.ErrorIs(t, err, ErrTooLarge)
}

func TestAnAnnouncedLengthIsNotAllocated(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadFrame(bytes.NewReader([]byte{1, 0, 0, 0}), nil, MaxFrame) // 16 MiB, and then silence
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}

func TestFrameEndOfStream(t *testing.T) {
	_, err := ReadFrame(bytes.NewReader(nil), nil, MaxFrame)
	require.Equal(t, io.EOF, err, "between frames")
	broken := errors.New("cable cut")
	_, err = ReadFrame(iotest.ErrReader(broken), nil, MaxFrame)
	require.ErrorIs(t, err, broken)
}

func TestFramesThatCannotBeSent(t *testing.T) {
	for name, v := range map[string]any{
		"text that is not UTF-8": ErrorFrame{Message: "\xff"},
		"raw value, not JSON":    Decision{Result: Result{Params: []byte("{")}},
		"too large":              ErrorFrame{Message: strings.Repeat("x", MaxFrame)},
	} {
		dst, err := AppendJSONFrame([]byte("before"), v)
		require.Error(t, err, name)
		require.Equal(t, "before", string(dst), name)
	}
}
