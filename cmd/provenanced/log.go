package main

import (
	"fmt"
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/sys/unix"
)

// newLogger logs to stderr: one JSON object a line for programs, aligned text
// for people.
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
	var encoder zapcore.Encoder
	switch format {
	case "json":
		c := zap.NewProductionEncoderConfig()
		c.EncodeTime = zapcore.RFC3339NanoTimeEncoder
		encoder = zapcore.NewJSONEncoder(c)
	case "console":
		c := zap.NewDevelopmentEncoderConfig()
		c.EncodeTime = zapcore.TimeEncoderOfLayout("15:04:05.000")
		encoder = zapcore.NewConsoleEncoder(c)
	default:
		return nil, fmt.Errorf("--log-format %q: use json, console or auto", format)
	}
	return zap.New(zapcore.NewCore(encoder, zapcore.Lock(os.Stderr), min)), nil
}
