// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/tabular"
)

// Limits of the text.
const (
	maxDepth    = 100
	maxElements = 1 << 20
)

// place is a position in the text.
type place struct{ line, column int }

func (p place) fault(format string, args ...any) error {
	return &cassandra.Error{Line: p.line, Column: p.column, Message: fmt.Sprintf(format, args...)}
}

// word is a part of a text between spaces.
type word struct {
	place

	text string
}

// element is an XML element with its children.
type element struct {
	place

	name     string
	attrs    map[string]string
	words    []word
	children []*element
}

// parseTree parses the whole text.
func parseTree(room *tabular.Room, text string) (*element, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = latin
	t := tree{decoder: d, room: room}
	for {
		line, column := d.InputPos()
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = t.add(token, place{line, column})
		}
		if err != nil {
			return nil, located(err, d)
		}
	}
	if t.root == nil || t.root.name != "pomdpx" {
		return nil, place{1, 1}.fault("want an element pomdpx")
	}
	return t.root, nil
}

// located adds the place to an error of the decoder.
func located(err error, d *xml.Decoder) error {
	if fault, ok := errors.AsType[*cassandra.Error](err); ok {
		return fault
	}
	if _, full := errors.AsType[*tabular.FullError](err); full || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err // not a syntax error
	}
	line, column := d.InputPos()
	column = max(column, 1) // it is 0 if the fault is the end of a line
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return place{line, column}.fault("%s", syntax.Msg)
	}
	return place{line, column}.fault("%v", err)
}

// latin decodes files that declare ISO-8859-1, as many do.
func latin(charset string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(charset) {
	case "iso-8859-1", "us-ascii":
	default:
		return nil, fmt.Errorf("encoding %q: want UTF-8 or ISO-8859-1", charset)
	}
	bytes, err := io.ReadAll(input)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	for _, b := range bytes {
		out.WriteRune(rune(b))
	}
	return strings.NewReader(out.String()), nil
}

// tree is the state of parsing.
type tree struct {
	decoder *xml.Decoder
	room    *tabular.Room
	root    *element
	open    []*element
	count   int
}

func (t *tree) add(token xml.Token, at place) error {
	switch x := token.(type) {
	case xml.StartElement:
		return t.begin(x, at)
	case xml.EndElement:
		t.open = t.open[:len(t.open)-1]
	case xml.CharData:
		if len(t.open) > 0 {
			last := t.open[len(t.open)-1]
			before := len(last.words)
			last.words = appendWords(last.words, string(x), at)
			return t.room.Take(len(last.words)-before, wordSize) // no more than some words for each byte of the text
		}
	}
	return nil
}

// Bytes of an element and of a word, in lists that grow. An attribute takes as much as a word.
const (
	elementSize = 500
	wordSize    = 5 * 32
)

func (t *tree) begin(x xml.StartElement, at place) error {
	if err := t.room.Take(1, elementSize+wordSize*len(x.Attr)); err != nil {
		return err
	}
	e := &element{place: at, name: x.Name.Local, attrs: map[string]string{}}
	for _, a := range x.Attr {
		e.attrs[a.Name.Local] = a.Value
	}
	switch t.count++; {
	case t.count > maxElements:
		return at.fault("more than %d elements", maxElements)
	case len(t.open) == maxDepth:
		return at.fault("elements are nested more than %d deep", maxDepth)
	case len(t.open) > 0:
		last := t.open[len(t.open)-1]
		last.children = append(last.children, e)
	case t.root != nil:
		return at.fault("a second element %s", e.name)
	default:
		t.root = e
	}
	t.open = append(t.open, e)
	return nil
}

// appendWords splits a text at spaces.
func appendWords(words []word, text string, at place) []word {
	start, from := -1, at
	for i, c := range text + " " {
		if strings.ContainsRune(" \t\r\n", c) {
			if start >= 0 {
				words = append(words, word{from, text[start:i]})
			}
			start = -1
		} else if start < 0 {
			start, from = i, at
		}
		if at.column++; c == '\n' {
			at = place{at.line + 1, 1}
		}
	}
	return words
}

// one returns the only child with a name.
func (e *element) one(name string) (*element, error) {
	all := e.all(name)
	switch len(all) {
	case 0:
		return nil, e.fault("%s has no %s", e.name, name)
	case 1:
		return all[0], nil
	default:
		return nil, all[1].fault("a second %s", name)
	}
}

// all returns the children with a name.
func (e *element) all(name string) (found []*element) {
	for _, c := range e.children {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}

// single returns the only word of an element.
func (e *element) single() (word, error) {
	if len(e.words) != 1 {
		return word{}, e.fault("%s has %d words, want one", e.name, len(e.words))
	}
	return e.words[0], nil
}
