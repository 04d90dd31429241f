// Package wiretest writes, for tests, JSON as gateways send it. It checks nothing.
package wiretest

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Raw is a value as JSON.
func Raw(v any) jsontext.Value {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(err)
	}
	return b
}

// User is a context that holds one message from the user.
func User(text string) jsontext.Value {
	return Raw([]map[string]string{{"role": "user", "content": text}})
}
