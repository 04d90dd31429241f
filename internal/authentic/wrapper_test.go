package authentic

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var mac = [32]byte{0xab, 0xcd, 31: 0x01}

const macHex = "abcd000000000000000000000000000000000000000000000000000000000001"

func TestWrapIsWhatTheSeedWrites(t *testing.T) {
	m := Message{Session: "agent:main:main", Sender: "alice", Source: "human", Scope: "read+send", Content: "check the weather", Counter: 7, Time: 1706745600}
	require.Equal(t, "[MSG_AUTH:"+macHex+".7.1706745600.human.read+send.YWxpY2U] check the weather [/MSG_AUTH]", m.Wrap(mac))
	require.Equal(t, "provenance-message-v1\n15:agent:main:main\n1:7\n10:1706745600\n5:human\n9:read+send\n5:alice\n17:check the weather\n", string(m.SignedText()))
}

func TestParseReadsBackWhatWrapWrote(t *testing.T) {
	for _, content := range []string{
		"", " ", "x", " x ", "a\nb", "a\x00b", "\xff", "[/MSG_AUTH]", " [/MSG_AUTH]", "] [/MSG_AUTH] [", "[MSG_AUTH:x] y [/MSG_AUTH]", "你好",
	} {
		for _, m := range []Message{
			{Source: "human", Content: content},
			{Source: "system", Scope: "read", Content: content, Counter: math.MaxUint64, Time: math.MaxInt64, Sender: strings.Repeat("\xff", maxSender)},
		} {
			got, gotMAC, ok := Parse(m.Wrap(mac))
			require.True(t, ok, "%q", content)
			require.Equal(t, m, got)
			require.Equal(t, mac, gotMAC)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	good := "[MSG_AUTH:" + macHex + ".7.1706745600.human.read+send.YWxpY2U] hello [/MSG_AUTH]"
	_, _, ok := Parse(good)
	require.True(t, ok)
	for name, text := range map[string]string{
		"nothing":                   "",
		"a plain message":           "hello",
		"no closing token":          strings.TrimSuffix(good, " [/MSG_AUTH]"),
		"no opening token":          "hello [/MSG_AUTH]",
		"text before it":            "x" + good,
		"a space before it":         " " + good,
		"a newline behind it":       good + "\n",
		"no space behind the token": strings.Replace(good, "] hello", "]hello", 1),
		"no space before the end":   strings.Replace(good, "hello ", "hello", 1),
		"one space for both":        strings.Replace(good, " hello ", " ", 1),
		"another white space":       strings.Replace(good, "] ", "]\t", 1),
		"a short MAC":               strings.Replace(good, macHex, macHex[2:], 1),
		"a long MAC":                strings.Replace(good, macHex, macHex+"00", 1),
		"a MAC in capitals":         strings.Replace(good, "abcd", "ABCD", 1),
		"a MAC that is not hex":     strings.Replace(good, "abcd", "wxyz", 1),
		"no MAC":                    strings.Replace(good, macHex, "", 1),
		"a leading zero":            strings.Replace(good, ".7.", ".07.", 1),
		"a sign":                    strings.Replace(good, ".7.", ".+7.", 1),
		"a negative counter":        strings.Replace(good, ".7.", ".-7.", 1),
		"no counter":                strings.Replace(good, ".7.", "..", 1),
		"too large a counter":       strings.Replace(good, ".7.", ".18446744073709551616.", 1),
		"an underscore in a number": strings.Replace(good, "1706745600", "1_706_745_600", 1),
		"a negative time":           strings.Replace(good, "1706745600", "-1", 1),
		"a zeroed time":             strings.Replace(good, "1706745600", "01706745600", 1),
		"too large a time":          strings.Replace(good, "1706745600", "9223372036854775808", 1),
		"no source":                 strings.Replace(good, "human", "", 1),
		"a source in capitals":      strings.Replace(good, "human", "Human", 1),
		"a space in a source":       strings.Replace(good, "human", "hu man", 1),
		"a comma in a scope":        strings.Replace(good, "read+send", "read,send", 1),
		"a newline in a scope":      strings.Replace(good, "read+send", "read\nsend", 1),
		"a long scope":              strings.Replace(good, "read+send", strings.Repeat("r", maxWord+1), 1),
		"padding":                   strings.Replace(good, "YWxpY2U]", "YWxpY2U=]", 1),
		"loose bits":                strings.Replace(good, "YWxpY2U]", "YWxpY2V]", 1),
		"a newline in base64":       strings.Replace(good, "YWxpY2U]", "YWxp\nY2U]", 1),
		"the other base64":          strings.Replace(good, "YWxpY2U]", "+/+/]", 1),
		"a long sender":             (&Message{Source: "human", Sender: strings.Repeat("x", maxSender+1)}).Wrap(mac),
		"too few fields":            strings.Replace(good, ".7.", ".", 1),
		"too many fields":           strings.Replace(good, ".7.", ".7.7.", 1),
		"a bracket too many":        strings.Replace(good, ".human", "].human", 1),
		"capitals in the token":     strings.Replace(good, "MSG_AUTH:", "Msg_Auth:", 1),
	} {
		m, gotMAC, ok := Parse(text)
		require.False(t, ok, name)
		require.Zero(t, m, name)
		require.Zero(t, gotMAC, name)
	}
	_, _, ok = Parse(strings.Replace(good, "YWxpY2U]", "]", 1))
	require.True(t, ok, "a message may have no sender")
	_, _, ok = Parse(strings.Replace(good, "read+send", "", 1))
	require.True(t, ok, "a message may have no scope")
}

func TestSignedTextIsUnambiguous(t *testing.T) {
	seen := make(map[string]Message)
	for _, m := range []Message{
		{}, {Session: "a"}, {Sender: "a"}, {Source: "a"}, {Scope: "a"}, {Content: "a"}, {Counter: 1}, {Time: 1},
		{Session: "a\n1:0\n"}, {Session: "a", Content: "\n1:0\n"}, {Sender: "a\n1:b", Content: ""}, {Sender: "a", Content: "b"},
		{Sender: "ab"}, {Content: "ab"}, {Counter: 11}, {Counter: 1, Time: 1}, {Counter: 1, Session: "1"},
	} {
		text := string(m.SignedText())
		require.NotContains(t, seen, text)
		seen[text] = m
	}
}

func TestStripTokens(t *testing.T) {
	whole := (&Message{Source: "human", Sender: "alice", Content: "hello"}).Wrap(mac)
	for text, want := range map[string]string{
		"":                              "",
		"hello":                         "hello",
		"MSG_AUTH":                      "MSG_AUTH",
		whole:                           "hello",
		"a " + whole + " b":             "a hello b",
		whole + whole:                   "hellohello",
		"[MSG_AUTH:x] hello":            "hello",
		"[MSG_AUTH:]hello":              "hello",
		"hello [/MSG_AUTH]":             "hello",
		"hello  [/MSG_AUTH]":            "hello ",
		"[MSG_AUTH:a b] hello":          "[MSG_AUTH:a b] hello",
		"[MSG_AUTH:x":                   "[MSG_AUTH:x",
		"[MSG_[/MSG_AUTH]AUTH:x] y":     "y",
		"[MSG_[MSG_AUTH:x] AUTH:y]z":    "z",
		"[MSG_AU [/MSG_AUTH]TH:y]z":     "z",
		"[/MSG_[MSG_AUTH:x]AUTH] z":     " z",
		"[a] [MSG_AUTH:x] [b] ] [":      "[a] [b] ] [",
		"[MSG_AUTH:[x]] [/MSG_AUTH":     "[MSG_AUTH:[x]] [/MSG_AUTH",
		"[MSG_AUTH:\nx] [/ MSG_AUTH]":   "[MSG_AUTH:\nx] [/ MSG_AUTH]",
		"x[" + "/MSG_AUTH]\n[MSG_AUTH:": "x\n[MSG_AUTH:",
	} {
		require.Equal(t, want, StripTokens(text), "%q", text)
		require.Equal(t, want, StripTokens(want), "%q", text)
		if text != "" { // far into a text, where the search for brackets is bounded
			far := strings.Repeat("x", 2*maxToken) + "\n"
			require.Equal(t, far+want, StripTokens(far+text), "%q", text)
		}
	}
	long := "[MSG_AUTH:" + strings.Repeat("x", maxToken) + "]"
	require.Equal(t, long, StripTokens(long))
}

func FuzzParse(f *testing.F) {
	f.Add("", "", "hello", uint64(0), int64(0))
	f.Add("alice", "read+send", "a ] [/MSG_AUTH]\n\x00", uint64(1)<<63, int64(1706745600))
	f.Add(strings.Repeat("x", maxSender), "x.y", " ", uint64(1), int64(-1))
	f.Fuzz(func(t *testing.T, sender, scope, content string, counter uint64, time int64) {
		m := Message{Sender: sender, Source: "human", Scope: scope, Content: content, Counter: counter, Time: time}
		text := m.Wrap(mac)
		got, gotMAC, ok := Parse(text)
		require.Equal(t, time >= 0 && len(sender) <= maxSender && word(scope), ok)
		if ok {
			require.Equal(t, m, got)
			require.Equal(t, mac, gotMAC)
		}
		// Any text that parses is exactly what Wrap makes of it.
		for _, text := range []string{content, "[MSG_AUTH:" + content, text[:len(text)-len(content)%len(text)]} {
			if m, mac, ok := Parse(text); ok {
				require.Equal(t, text, m.Wrap(mac))
			}
		}
		stripped := StripTokens(content)
		require.Equal(t, stripped, StripTokens(stripped))
		require.LessOrEqual(t, len(stripped), len(content))
	})
}
