// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Strict parses a JSON object into the given defaults. Unknown and repeated fields are errors, and
// so are fields in another case: encoding/json alone would take "HORIZON" for "horizon", and the
// last of two.
func Strict[T any](raw json.RawMessage, settings T) (T, error) {
	if len(raw) == 0 {
		return settings, nil
	}
	if err := checkFields(raw, fieldsOf(settings)); err != nil {
		return settings, err
	}
	err := json.Unmarshal(raw, &settings)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return settings, fmt.Errorf("%s: want %s, got %s", wrong.Field, wrong.Type, wrong.Value)
	}
	return settings, err
}

// fieldsOf lists the JSON names of a struct's fields, with those of embedded structs.
func fieldsOf(settings any) []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(settings)) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous {
			names = append(names, name)
		}
	}
	return names
}

func checkFields(raw json.RawMessage, known []string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("want an object, got %.40s", raw)
	}
	var seen []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, ok := key.(string)
		switch {
		case !ok || !slices.Contains(known, name):
			return unknownField(name, known)
		case slices.Contains(seen, name):
			return fmt.Errorf("field %q is given twice", name)
		}
		seen = append(seen, name)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("unexpected text after the object")
	}
	return nil
}

func unknownField(name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("unknown field %q: there are none", name)
	}
	return fmt.Errorf("unknown field %q: there are %s", name, strings.Join(known, ", "))
}
