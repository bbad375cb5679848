// SPDX-License-Identifier: BSD-3-Clause

// Package isolation answers every question about a machine with a hidden fault: which test to
// perform now, what a whole plan costs, whether every fault is found within a number of tests, and
// which faults the tests cannot distinguish.
package isolation

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
)

//go:embed examples/*.csv
var examples embed.FS

// Examples returns the names of the worked examples with certain readings.
func Examples() []string { return []string{"board", "car", "lift", "network"} }

// ErringExamples returns the names of the worked examples whose tests err.
func ErringExamples() []string {
	return []string{"fan", "clinic", "office", "plant", "printer", "vehicle"}
}

// Example returns the table of an example as text.
func Example(name string) (string, error) {
	text, err := examples.ReadFile(path.Join("examples", name+".csv"))
	if err != nil {
		return "", api.NewProblem(api.Unsupported, fmt.Sprintf("no example %q", name), "there are: "+strings.Join(append(Examples(), ErringExamples()...), ", "))
	}
	return string(text), nil
}

// Read reads a table. The error is an [api.Problem] with the line.
func Read(text []byte) (*diag.Table, error) {
	t, err := diag.Read(bytes.NewReader(text))
	return t, refusal(err)
}

// refusal returns the problem of a table that cannot be read, or nil.
func refusal(err error) error {
	if err == nil {
		return nil
	}
	if fault, ok := errors.AsType[*diag.Error](err); ok {
		doc := api.NewProblem(api.Malformed, fmt.Sprintf("line %d, cell %d: the table cannot be read", fault.Line, fault.Column), fault.What)
		doc.Line, doc.Column = fault.Line, fault.Column
		return doc
	}
	return api.NewProblem(api.TooLarge, "the table cannot be read", err.Error())
}

// Readings returns the readings of the given names, such as "lights=dim".
func Readings(t *diag.Table, texts []string) ([]diag.Reading, error) {
	var seen []diag.Reading
	for _, text := range texts {
		r, err := t.Find(text)
		if err != nil {
			return nil, api.NewProblem(api.Malformed, "a reading is not understood", err.Error())
		}
		seen = append(seen, r)
	}
	return seen, nil
}
