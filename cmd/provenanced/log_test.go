package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// text is a value with a String method.
type text string

func (s text) String() string { return string(s) }

// verbose is an error with a second, longer text, as errors with stacks have.
type verbose struct{ error }

func (v verbose) Format(s fmt.State, _ rune) { io.WriteString(s, "at main.go:7: "+v.Error()) }

// part is a value that adds fields to its field.
type part string

func (p part) MarshalLogObject(e zapcore.ObjectEncoder) error {
	e.AddString("inner", string(p))
	return e.AddArray("list", zapcore.ArrayMarshalerFunc(func(a zapcore.ArrayEncoder) error {
		a.AppendString(string(p))
		return a.AppendReflected(map[string]any{"deep": []string{string(p)}})
	}))
}

// waysIn are all the ways in which a text can get into a log line.
var waysIn = map[string]func(*zap.Logger, string){
	"message":     func(l *zap.Logger, s string) { l.Info("the tool said " + s) },
	"name":        func(l *zap.Logger, s string) { l.Named(s).Info("m") },
	"key":         func(l *zap.Logger, s string) { l.Info("m", zap.Bool(s, true)) },
	"with":        func(l *zap.Logger, s string) { l.With(zap.String("k", s)).Info("m", zap.Int("n", 1)) },
	"string":      func(l *zap.Logger, s string) { l.Info("m", zap.String("k", s)) },
	"pointer":     func(l *zap.Logger, s string) { l.Info("m", zap.Stringp("k", &s)) },
	"strings":     func(l *zap.Logger, s string) { l.Info("m", zap.Strings("k", []string{"a", s})) },
	"bytes":       func(l *zap.Logger, s string) { l.Info("m", zap.ByteString("k", []byte(s))) },
	"binary":      func(l *zap.Logger, s string) { l.Info("m", zap.Binary("k", []byte(s))) },
	"with binary": func(l *zap.Logger, s string) { l.With(zap.Binary("k", []byte(s))).Info("m") },
	"any bytes":   func(l *zap.Logger, s string) { l.Info("m", zap.Any("k", []byte(s))) },
	"stringer":    func(l *zap.Logger, s string) { l.Info("m", zap.Stringer("k", text(s))) },
	"error":       func(l *zap.Logger, s string) { l.Info("m", zap.Error(fmt.Errorf("cannot: %w", errors.New(s)))) },
	"errors":      func(l *zap.Logger, s string) { l.Info("m", zap.Error(errors.Join(io.EOF, errors.New(s)))) },
	"long error":  func(l *zap.Logger, s string) { l.Info("m", zap.NamedError("k", verbose{errors.New(s)})) },
	"error list":  func(l *zap.Logger, s string) { l.Info("m", zap.Errors("k", []error{errors.New(s)})) },
	"two fields":  func(l *zap.Logger, s string) { l.Info("m", zap.String("k", s), zap.String("k", "again")) },
	"map":         func(l *zap.Logger, s string) { l.Info("m", zap.Any("k", map[string]any{"a": []any{1, s}})) },
	"map key":     func(l *zap.Logger, s string) { l.Info("m", zap.Any("k", map[string]int{s: 1})) },
	"struct":      func(l *zap.Logger, s string) { l.Info("m", zap.Any("k", struct{ A, B any }{1, &s})) },
	"object":      func(l *zap.Logger, s string) { l.Info("m", zap.Object("k", part(s))) },
	"objects":     func(l *zap.Logger, s string) { l.Info("m", zap.Objects("k", []part{part(s)})) },
	"inline":      func(l *zap.Logger, s string) { l.Info("m", zap.Inline(part(s))) },
	"namespace":   func(l *zap.Logger, s string) { l.Info("m", zap.Namespace("ns"), zap.String("k", s)) },
}

// told are secrets as they occur in logs, and the part that must not appear.
var told = map[string]string{
	"ghp_0123456789abcdefghijklmnopqrstuvwxyz":                                                 "0123456789ab",
	"Authorization: Bearer abcDEF123456abcDEF123456abcDEF":                                     "abcDEF",
	"postgres://app:Tr0ub4dorX9@db.internal/app":                                               "Tr0ub4dor",
	"curl 'https://x.example/?a=1&api_key=9f8e7d6c5b4a39281706f5e4d3c2b1a0'":                   "9f8e7d6c",
	`{"password":"Tr0ub4dor&3xZ"}`:                                                             "Tr0ub4dor",
	"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----": "MIIEvQ",
	"bob.smith@corp-mail.com":                                                                  "bob.smith",
	"card 4111 1111 1111 1111, tel. +49 170 1234567":                                           "1111 1111",
}

// logTo is a log in a format, and its output.
func logTo(t testing.TB, format string) (*zap.Logger, *bytes.Buffer) {
	encoder, err := newEncoder(format)
	require.NoError(t, err)
	out := new(bytes.Buffer)
	clock := zap.WithClock(still{})
	return zap.New(zapcore.NewCore(encoder, zapcore.AddSync(out), zapcore.DebugLevel), clock), out
}

// still is a clock that stands still.
type still struct{}

func (still) Now() time.Time                       { return time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC) }
func (still) NewTicker(time.Duration) *time.Ticker { panic("nothing here ticks") }

func TestNoSecretReachesTheLog(t *testing.T) {
	for way, write := range waysIn {
		for secret, part := range told {
			for _, format := range []string{"json", "console"} {
				log, out := logTo(t, format)
				write(log, secret)
				line := out.String()
				what := fmt.Sprintf("%s in %s: %s", way, format, line)
				require.NotContains(t, line, part, what)
				require.Contains(t, line, "[REDACTED:", what)
				require.Equal(t, 1, strings.Count(line, "\n"), what)
				require.True(t, strings.HasSuffix(line, "\n"), what)
				if format == "json" && way != "two fields" {
					var fields struct{ Level, TS string }
					require.NoError(t, json.Unmarshal([]byte(line), &fields, json.MatchCaseInsensitiveNames(true)), what)
					require.Equal(t, "info", fields.Level)
					require.Equal(t, "2026-03-01T12:00:00.123456789Z", fields.TS)
				}
			}
		}
	}
}

// A field's name gives its value away.
func TestNamesCountInTheLog(t *testing.T) {
	for _, format := range []string{"json", "console"} {
		log, out := logTo(t, format)
		log.Info("m", zap.String("password", "hunter2Xy"), zap.Any("env", map[string]string{"API_KEY": "kjhgf87654kjhgf"}))
		require.NotContains(t, out.String(), "hunter2")
		require.NotContains(t, out.String(), "kjhgf")
	}
}

// What the owner needs stays as it is, byte for byte.
func TestOrdinaryLinesStayInTheLog(t *testing.T) {
	write := func(log *zap.Logger) {
		log.Info("ready", zap.String("version", "1.4.0-12-g22b5d2f"), zap.String("runtimeDir", "/run/user/1000/provenanced"),
			zap.String("policy", strings.Repeat("3f2a91c0d4e5f607", 4)), zap.String("preset", "standard"), zap.Int("pid", 4242))
		log.Warn("refused", zap.String("socket", "gateway.sock"), zap.Int32("pid", 31337), zap.Uint32("uid", 1000), zap.String("exe", "/usr/bin/node"),
			zap.Error(fmt.Errorf("check the time: %w", errors.New("1706745600 is 7s before 1706745607"))))
		log.Error("cannot decide", zap.String("hook", "before_tool_call"), zap.String("session", "agent:main:telegram:dm:8273649182"), zap.Error(io.ErrUnexpectedEOF))
		log.Error("the policy is not valid", zap.Error(errors.New(`policy.yaml:7:3: unknown key "toolOverides"; write toolOverrides`)))
		log.Info("the index was behind the ledger", zap.Int("entries", 10000), zap.Int("file", 12), zap.Uint64("seq", 18446744073709551615),
			zap.Duration("took", 1234567*time.Microsecond), zap.Time("since", still{}.Now()), zap.Float64("load", 10.65))
		log.Debug("asked", zap.String("id", "9f1c2d3e-4b5a-4768-8a9b-0c1d2e3f4a5b"), zap.String("callId", "call_8Fh2kQ0pXv"), zap.Any("tools", []string{"exec", "web_fetch"}))
	}
	for _, format := range []string{"json", "console"} {
		safe, got := logTo(t, format)
		write(safe)
		encoder, err := newEncoder(format)
		require.NoError(t, err)
		want := new(bytes.Buffer)
		write(zap.New(zapcore.NewCore(encoder.(safeEncoder).Encoder, zapcore.AddSync(want), zapcore.DebugLevel), zap.WithClock(still{})))
		require.Equal(t, want.String(), got.String())
		require.Equal(t, 6, strings.Count(got.String(), "\n"))
	}
}

// The real program, made to log an error with a secret in it.
func TestTheDaemonsLogHoldsNoSecret(t *testing.T) {
	p := newProcess(t, t.TempDir())
	require.NoError(t, os.WriteFile(p.path("policy.yaml"), []byte("mode: ghp_0123456789abcdefghijklmnopqrstuvwxyz\n"), 0o600))
	require.Error(t, p.cmd.Run())
	require.Contains(t, p.log.String(), "policy.yaml:1:")
	require.Contains(t, p.log.String(), "[REDACTED:api_key]")
	require.NotContains(t, p.log.String(), "0123456789ab")
}

func BenchmarkLogLine(b *testing.B) {
	encoder, err := newEncoder("json")
	require.NoError(b, err)
	for name, e := range map[string]zapcore.Encoder{"safe": encoder, "bare": encoder.(safeEncoder).Encoder} {
		b.Run(name, func(b *testing.B) {
			log := zap.New(zapcore.NewCore(e, zapcore.AddSync(io.Discard), zapcore.DebugLevel))
			b.ReportAllocs()
			for b.Loop() {
				log.Info("cannot stage", zap.String("operation", "write"), zap.String("path", "/home/o/w/MEMORY.md"), zap.Error(io.ErrUnexpectedEOF))
			}
		})
	}
}
