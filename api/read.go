// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Read parses a question in JSON into the value that question points to. An unknown field is an
// error: a misspelt one would otherwise be ignored silently. A document inside a question may have
// more fields than this program knows, since documents grow; it is recognised by its field
// "schema". The error is a [*Problem].
func Read(text []byte, question any) error { return read(text, question) }

func read(text []byte, question any, besides ...string) error {
	if err := json.Unmarshal(text, question); err != nil {
		return NewProblem(Malformed, "the question cannot be read", err.Error())
	}
	c := cursor{text: text, besides: besides}
	c.value(shapeOf(reflect.TypeOf(question)))
	if c.stray != "" {
		return NewProblem(Malformed, "the question cannot be read", c.stray)
	}
	return nil
}

// Strict returns the types inside a question whose fields must be spelt correctly: its own type,
// and the structures in it that are not documents.
func Strict(question reflect.Type) []reflect.Type {
	var list []reflect.Type
	strict(question, &list)
	return list
}

func strict(t reflect.Type, list *[]reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if !isStrict(t) || slices.Contains(*list, t) {
		return
	}
	*list = append(*list, t)
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			strict(f.Type, list)
		}
	}
}

// isStrict reports whether a type is a structure that is not a document.
func isStrict(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return false
	}
	return !slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return fieldName(f) == "schema" })
}

// fieldName returns the JSON name of a field, or "" if it has none.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case f.Anonymous || !f.IsExported() || name == "-":
		return ""
	case name == "":
		return f.Name
	default:
		return name
	}
}

// shape is the part of a type that strict parsing checks. A nil shape accepts anything.
type shape struct {
	names  []string // of the fields of a structure, in their order
	fields map[string]*shape
	item   *shape // of a list
}

// shapes caches the shapes of questions, because building one takes longer than reading a question.
var shapes sync.Map //nolint:gochecknoglobals // by reflect.Type: a function of it

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s, _ := shapes.LoadOrStore(t, newShape(t, map[reflect.Type]*shape{}))
	return s.(*shape)
}

// newShape builds the shape of a type; made holds the shapes of the structures that contain it.
func newShape(t reflect.Type, made map[reflect.Type]*shape) *shape {
	if t.Kind() == reflect.Pointer {
		return newShape(t.Elem(), made)
	}
	if t.Kind() == reflect.Slice {
		if item := newShape(t.Elem(), made); item != nil {
			return &shape{item: item}
		}
	}
	if s := made[t]; s != nil || !isStrict(t) {
		return s
	}
	s := &shape{fields: map[string]*shape{}}
	made[t] = s
	for _, f := range reflect.VisibleFields(t) {
		if name := fieldName(f); name != "" {
			s.names = append(s.names, name)
			s.fields[name] = newShape(f.Type, made)
		}
	}
	return s
}

// cursor walks over JSON that is known to be well-formed.
type cursor struct {
	text    []byte
	at      int
	besides []string // fields that the outermost object may have too
	path    []string
	stray   string // message about the first misspelt field
}

// value walks over a value. It ends early at a misspelt field.
func (c *cursor) value(s *shape) {
	switch start := c.next(); {
	case s != nil && s.fields != nil && start == '{':
		c.elements(func() { c.field(s) })
	case s != nil && s.item != nil && start == '[':
		c.elements(func() { c.value(s.item) })
	default:
		c.skip()
	}
}

// elements walks over the elements between brackets.
func (c *cursor) elements(element func()) {
	c.at++
	for c.stray == "" {
		switch c.next() {
		case '}', ']':
			c.at++
			return
		case ',':
			c.at++
		default:
			element()
		}
	}
}

// field walks over a name and its value.
func (c *cursor) field(s *shape) {
	name := c.name()
	c.next()
	c.at++ // the colon
	inner, known := s.fields[name]
	if !known && (len(c.path) > 0 || !slices.Contains(c.besides, name)) {
		c.stray = fmt.Sprintf("unknown field %.60q; want %s", strings.Join(append(c.path, name), "."), strings.Join(s.names, ", "))
		return
	}
	c.path = append(c.path, name)
	c.value(inner)
	c.path = c.path[:len(c.path)-1]
}

// next skips blanks and returns the byte after them.
func (c *cursor) next() byte {
	for bytes.IndexByte([]byte(" \t\r\n"), c.text[c.at]) >= 0 {
		c.at++
	}
	return c.text[c.at]
}

// name reads the name of a field.
func (c *cursor) name() (name string) {
	from := c.at
	c.str()
	quoted := c.text[from:c.at]
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	_ = json.Unmarshal(quoted, &name) // the text was parsed before
	return name
}

// str skips a string.
func (c *cursor) str() {
	for c.at++; c.text[c.at] != '"'; c.at++ {
		if c.text[c.at] == '\\' {
			c.at++
		}
	}
	c.at++
}

// skip skips any value.
func (c *cursor) skip() {
	for depth := 0; c.at < len(c.text); {
		switch c.text[c.at] {
		case '"':
			c.str()
		case '{', '[':
			depth++
			c.at++
		case '}', ']':
			depth--
			c.at++
		default:
			c.at++
		}
		if depth == 0 && (c.at == len(c.text) || bytes.IndexByte([]byte(",}] \t\r\n"), c.text[c.at]) >= 0) {
			return
		}
	}
}
