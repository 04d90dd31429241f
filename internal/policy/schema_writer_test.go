package policy

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/shell"
)

//go:generate go test -run ^(TestSchemaIsCurrent|TestReferenceIsCurrent)$ -update .

// node is a part of a JSON Schema.
type node = map[string]any

// Schema is the JSON Schema (draft 7, which editors support best) of a policy file, derived from
// the types that Parse decodes into. docs/policy.schema.json is a copy.
func Schema() []byte {
	g := &schemaWriter{definitions: node{}}
	root := g.object(reflect.TypeFor[file]())
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = "provenanced policy"
	root["description"] = "What an agent may do, given where everything in its context came from."
	root["definitions"] = g.definitions
	out, err := json.Marshal(root, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		panic("policy: " + err.Error())
	}
	return append(out, '\n')
}

// schemaWriter writes each struct once, as a definition.
type schemaWriter struct{ definitions node }

var (
	text   = node{"type": "string", "minLength": 1}
	number = node{"type": "integer"}

	count = node{"type": "integer", "minimum": 1, "maximum": 10000}

	modeSchema  = node{"enum": modeWords}
	levelSchema = node{"anyOf": []node{{"enum": levelWords}, {"enum": oldLevels, "deprecationMessage": "One of the old six levels: write trusted."}}}
	classSchema = node{"enum": classWords}
	globsSchema = oneOrMany(node{"anyOf": []node{text, number}})
	leafSchemas = map[reflect.Type]node{
		reflect.TypeFor[taintModes]():     levelsSchema(levelWords),
		reflect.TypeFor[levelModes]():     levelsSchema(append([]string{everywhere}, levelWords...)),
		reflect.TypeFor[action]():         {"enum": actionWords},
		reflect.TypeFor[toolAllow]():      {"enum": []any{true, false, "ask"}},
		reflect.TypeFor[riskClass]():      {"enum": riskWords},
		reflect.TypeFor[redaction]():      {"enum": redact.LevelNames()},
		reflect.TypeFor[Injection]():      {"enum": injectionNames},
		reflect.TypeFor[AuthMode]():       {"enum": authModeNames},
		reflect.TypeFor[ScopeFrom]():      {"enum": scopeFromNames},
		reflect.TypeFor[ClaimMode]():      {"enum": claimModeNames},
		reflect.TypeFor[AuthorityMode]():  {"enum": authorityModeNames},
		reflect.TypeFor[argumentRole]():   {"enum": flow.RoleNames()},
		reflect.TypeFor[outsideScope]():   {"enum": []string{"confirm", "restrict"}},
		reflect.TypeFor[classList]():      {"type": maybe("array"), "items": classSchema, "uniqueItems": true},
		reflect.TypeFor[toolClasses]():    {"type": "array", "items": classSchema, "uniqueItems": true, "minItems": 1},
		reflect.TypeFor[block]():          {"type": maybe("object")},
		reflect.TypeFor[logging]():        {"enum": []string{safeLog}},
		reflect.TypeFor[outputLevel]():    levelSchema,
		reflect.TypeFor[levelList]():      oneOrMany(levelSchema),
		reflect.TypeFor[patterns]():       globsSchema,
		reflect.TypeFor[pathPatterns]():   oneOrMany(text),
		reflect.TypeFor[hosts]():          oneOrMany(text),
		reflect.TypeFor[directories]():    oneOrMany(text),
		reflect.TypeFor[protectedPaths](): oneOrMany(text),
		reflect.TypeFor[pattern]():        {"type": "string", "minLength": 1, "format": "regex"},
		reflect.TypeFor[constant]():       {"type": []string{"string", "number", "boolean", "null"}},
		reflect.TypeFor[senderID]():       {"anyOf": []node{text, number}},
		reflect.TypeFor[toolName]():       {"anyOf": []node{{"enum": builtinNames()}, text}},
		reflect.TypeFor[label]():          text,
		reflect.TypeFor[absolutePath]():   {"type": "string", "pattern": "^/"},
		reflect.TypeFor[iterations]():     {"anyOf": []node{count, {"type": "object", "properties": node{"trusted": count, "below": count}, "additionalProperties": false}}},
	}
	oldLevels = []string{"system", "owner", "local"}
)

func levelsSchema(keys []string) node {
	properties := node{}
	for _, k := range keys {
		properties[k] = modeSchema
	}
	for _, k := range oldLevels {
		properties[k] = node{"enum": modeWords, "deprecationMessage": "One of the old six levels: write trusted."}
	}
	return node{"type": maybe("object"), "properties": properties, "additionalProperties": false}
}

func oneOrMany(item node) node {
	return node{"anyOf": []node{item, {"type": "array", "items": item, "minItems": 1}}}
}

// maybe allows a block whose content is commented out.
func maybe(kind string) []string { return []string{kind, "null"} }

func (g *schemaWriter) schema(t reflect.Type, tag reflect.StructTag) node {
	if leaf, ok := leafSchemas[t]; ok {
		return leaf
	}
	switch t.Kind() {
	case reflect.Pointer:
		return g.schema(t.Elem(), tag)
	case reflect.Struct:
		if _, ok := g.definitions[t.Name()]; !ok {
			g.definitions[t.Name()] = g.object(t)
		}
		return node{"$ref": "#/definitions/" + t.Name()}
	case reflect.Slice:
		return node{"type": maybe("array"), "items": g.schema(t.Elem(), tag)}
	case reflect.Map:
		return g.named(t)
	case reflect.Bool:
		return node{"type": "boolean"}
	case reflect.Int:
		low, _ := strconv.Atoi(tag.Get("min"))
		high, _ := strconv.Atoi(tag.Get("max"))
		return node{"type": "integer", "minimum": low, "maximum": high}
	}
	if words := enum(tag); words != nil {
		return node{"enum": words}
	}
	return text
}

func (g *schemaWriter) object(t reflect.Type) node {
	properties, required := node{}, []string(nil)
	for _, f := range fields(t) {
		// Draft 7 ignores what stands beside a $ref, so the description goes around it.
		properties[keyOf(f)] = node{"description": f.Tag.Get("doc"), "allOf": []node{g.schema(f.Type, f.Tag)}}
		if f.Tag.Get("required") != "" {
			required = append(required, keyOf(f))
		}
	}
	out := node{"type": maybe("object"), "properties": properties, "additionalProperties": false}
	if required != nil {
		out["type"], out["required"] = "object", required
	}
	return out
}

// named is a mapping by name; those by tool and by program suggest the built-in ones, those by
// address require addresses.
func (g *schemaWriter) named(t reflect.Type) node {
	item := g.schema(t.Elem(), "")
	out := node{"type": maybe("object"), "additionalProperties": item}
	switch t {
	case reflect.TypeFor[byTool[levelModes]](), reflect.TypeFor[byTool[outputLevel]]():
		out["propertyNames"] = node{"anyOf": []node{{"enum": builtinNames()}, text}}
	case reflect.TypeFor[urlLevels]():
		out["propertyNames"] = node{"pattern": "^[Hh][Tt][Tt][Pp][Ss]?://"}
	case reflect.TypeFor[programLevels]():
		out["propertyNames"] = node{"anyOf": []node{{"enum": slices.Sorted(maps.Keys(shell.Builtin()))}, text}}
	}
	return out
}
