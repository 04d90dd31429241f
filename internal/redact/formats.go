package redact

import "slices"

// format is a credential that is known by its own shape, wherever it stands.
type format struct {
	name    string // of the rule, as a finding gives it
	pattern string // see pattern; the case of letters counts
	doc     string // where the issuer, or a public catalogue of formats, describes it
	typ     Type   // APIKey when empty
	// check verifies the part to take out beyond its shape; nil means shape is enough.
	check func(part []byte) bool
	// word: it begins with a word, so what begins so may be another key.
	word bool
	// address: the whole address lets its holder in, so its scheme goes, too.
	address bool
	// beside: it only says whose a secret of so many signs is, which mostly stands behind it.
	beside int
}

// formats is everything that is known by shape.
var formats = withTypes(cloudFormats, operationsFormats, codeFormats, modelFormats, paymentFormats, messagingFormats, serviceFormats, keyFormats, walletFormats)

// withTypes joins tables and fills in the common type.
func withTypes(tables ...[]format) []format {
	all := slices.Concat(tables...)
	for i := range all {
		if all[i].typ == "" {
			all[i].typ = APIKey
		}
	}
	return all
}
