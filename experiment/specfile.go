// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits of a spec's text. The parser needs time and memory that grow with the square of the depth,
// and of the number of fields.
const (
	MaxSpecBytes = 1 << 17
	maxDepth     = 32
	maxTokens    = 1 << 13
)

// Parse parses a spec from YAML or JSON. Unknown fields are the rules of the domain, which refuses
// those it does not know.
func Parse(text []byte) (*Spec, error) {
	if len(text) > MaxSpecBytes {
		return nil, fmt.Errorf("the spec has %d bytes: want at most %d", len(text), MaxSpecBytes)
	}
	object, err := readObject(bytes.TrimPrefix(text, []byte("\uFEFF"))) // programs for Windows write it
	if err != nil {
		return nil, err
	}
	own, rules := map[string]any{}, map[string]any{}
	for key, value := range object {
		if ownFields()[key] {
			own[key] = value
		} else {
			rules[key] = value
		}
	}
	spec, err := decodeSpec(own, rules)
	if err != nil {
		return nil, err
	}
	if err := spec.settle(); err != nil {
		return nil, err
	}
	return spec, spec.check()
}

// ownFields returns the names of the spec's fields in a file.
func ownFields() map[string]bool {
	names := map[string]bool{}
	for field := range reflect.TypeFor[Spec]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names[name] = name != "-"
	}
	return names
}

func decodeSpec(own, rules map[string]any) (*Spec, error) {
	text, err := appendCanonical(nil, own)
	if err != nil {
		return nil, err
	}
	spec := &Spec{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(spec); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return nil, fmt.Errorf("%s: want %s, got %s", wrong.Field, wrong.Type, wrong.Value)
		}
		return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	spec.Rules, err = appendCanonical(nil, rules)
	return spec, err
}

// readObject parses the outermost object of a file.
func readObject(text []byte) (map[string]any, error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) && json.Valid(text) {
		v, err := decodeAny(text)
		object, _ := v.(map[string]any)
		return object, err
	}
	tokens := lexer.Tokenize(string(text))
	if err := checkTokens(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, errors.New(yaml.FormatError(err, false, true))
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, fmt.Errorf("want one YAML document, got %d", len(file.Docs))
	}
	v, err := plain(file.Docs[0].Body, 0)
	if err != nil {
		return nil, err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("want fields like \"name: …\", got something else")
	}
	return object, nil
}

// checkTokens refuses a text that is too long or too deep before it is parsed. Brackets nest, and
// so do several dashes in one line.
func checkTokens(tokens token.Tokens) error {
	if len(tokens) > maxTokens {
		return fmt.Errorf("the spec has %d tokens: want at most %d", len(tokens), maxTokens)
	}
	brackets, dashes, line := 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			dashes, line = 0, t.Position.Line
		}
		switch t.Type { //nolint:exhaustive // only tokens that nest
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType, token.MappingKeyType:
			dashes++
		}
		if brackets+dashes > maxDepth {
			return fmt.Errorf("line %d, column %d: nested too deeply", t.Position.Line, t.Position.Column)
		}
	}
	return nil
}

// plain converts YAML to JSON values. It accepts no anchors, aliases, tags or merges: a spec needs
// none, and aliases can make a small file enormous.
func plain(node ast.Node, depth int) (any, error) {
	if depth > maxDepth {
		return nil, at(node, "nested too deeply")
	}
	switch n := node.(type) {
	case *ast.NullNode:
		return nil, nil
	case *ast.BoolNode:
		return n.Value, nil
	case *ast.StringNode:
		return word(n), nil
	case *ast.LiteralNode:
		return n.Value.Value, nil
	case *ast.IntegerNode:
		return json.Number(fmt.Sprint(n.Value)), nil
	case *ast.FloatNode:
		return json.Number(fmt.Sprint(n.Value)), nil
	case *ast.SequenceNode:
		return plainList(n, depth)
	case *ast.MappingNode:
		return plainMap(n.Values, depth)
	case *ast.MappingValueNode:
		return plainMap([]*ast.MappingValueNode{n}, depth)
	default:
		return nil, at(node, "%s is not supported", node.Type())
	}
}

// word returns a string, or the number that an unquoted one is by the rules of YAML 1.2: the parser takes 3e-05, which
// it writes itself, for a string.
func word(n *ast.StringNode) any {
	if n.Token.Type == token.StringType && strings.HasPrefix(strings.TrimLeft(n.Value, "-0123456789."), "e") && json.Valid([]byte(n.Value)) {
		return json.Number(n.Value)
	}
	return n.Value
}

func plainList(n *ast.SequenceNode, depth int) (any, error) {
	list := make([]any, len(n.Values))
	for i, item := range n.Values {
		v, err := plain(item, depth+1)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

func plainMap(values []*ast.MappingValueNode, depth int) (any, error) {
	object := make(map[string]any, len(values))
	for _, entry := range values {
		name, ok := entry.Key.(*ast.StringNode)
		if !ok {
			return nil, at(entry.Key, "want a name")
		}
		if _, twice := object[name.Value]; twice {
			return nil, at(entry.Key, "%s is given twice", name.Value)
		}
		v, err := plain(entry.Value, depth+1)
		if err != nil {
			return nil, err
		}
		object[name.Value] = v
	}
	return object, nil
}

func at(node ast.Node, format string, args ...any) error {
	position := node.GetToken().Position
	return fmt.Errorf("line %d, column %d: %s", position.Line, position.Column, fmt.Sprintf(format, args...))
}
