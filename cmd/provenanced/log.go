package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/zap"
	"go.uber.org/zap/buffer"
	"go.uber.org/zap/zapcore"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/redact"
)

// newLogger logs to stderr: one JSON object a line for programs, aligned text
// for people. No secret reaches it.
func newLogger(level, format string) (*zap.Logger, error) {
	min, err := zapcore.ParseLevel(level)
	if err != nil || min > zapcore.ErrorLevel {
		return nil, fmt.Errorf("--log-level %q: use debug, info, warn or error", level)
	}
	if format == "auto" {
		format = "json"
		if _, err := unix.IoctlGetTermios(int(os.Stderr.Fd()), unix.TCGETS); err == nil {
			format = "console"
		}
	}
	encoder, err := newEncoder(format)
	if err != nil {
		return nil, err
	}
	return zap.New(zapcore.NewCore(encoder, zapcore.Lock(os.Stderr), min)), nil
}

func newEncoder(format string) (zapcore.Encoder, error) {
	switch format {
	case "json":
		c := zap.NewProductionEncoderConfig()
		c.EncodeTime = zapcore.RFC3339NanoTimeEncoder
		return safeEncoder{zapcore.NewJSONEncoder(c), cleanJSON}, nil
	case "console":
		c := zap.NewDevelopmentEncoderConfig()
		c.EncodeTime = zapcore.TimeEncoderOfLayout("15:04:05.000")
		return safeEncoder{zapcore.NewConsoleEncoder(c), cleanText}, nil
	}
	return nil, fmt.Errorf("--log-format %q: use json, console or auto", format)
}

// logRedaction removes personal data as well as credentials. Readers of the log lose nothing:
// the daemon has no peers on a network, so an address or a number in a line comes from
// something an agent handled. At most, a session key that is somebody's phone number is
// replaced by its type.
const logRedaction = redact.Standard

// safeEncoder removes secrets from whole encoded lines: there everything is text, whatever kind
// of field it came in and however deeply nested.
type safeEncoder struct {
	zapcore.Encoder
	clean func(line []byte) []byte
}

func (e safeEncoder) Clone() zapcore.Encoder { return safeEncoder{e.Encoder.Clone(), e.clean} }

// AddBinary adds bytes as text: no secret would be found in base64.
func (e safeEncoder) AddBinary(key string, b []byte) { e.AddByteString(key, b) }

func (e safeEncoder) EncodeEntry(entry zapcore.Entry, fields []zapcore.Field) (*buffer.Buffer, error) {
	all := safeEncoder{e.Encoder.Clone(), e.clean}
	for _, f := range fields {
		f.AddTo(all)
	}
	line, err := all.Encoder.EncodeEntry(entry, nil)
	if err != nil {
		return nil, err
	}
	text := bytes.TrimSuffix(line.Bytes(), []byte("\n"))
	if safe := e.clean(text); !bytes.Equal(safe, text) {
		line.Reset()
		line.Write(safe)
		line.AppendByte('\n')
	}
	return line, nil
}

func cleanJSON(line []byte) []byte {
	if !jsontext.Value(line).IsValid() { // two fields of one name, which strict JSON forbids
		return cleanText(line)
	}
	safe, _ := redact.JSON(line, logRedaction)
	return safe
}

func cleanText(line []byte) []byte {
	safe, _ := redact.Text(string(line), logRedaction)
	return []byte(safe)
}
