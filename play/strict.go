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

// Strict parses a JSON object into the given defaults. Unknown and repeated fields are errors, at
// any depth, and so are fields in another case: encoding/json alone would take "HORIZON" for
// "horizon", and the last of two.
func Strict[T any](raw json.RawMessage, settings T) (T, error) {
	if len(raw) == 0 {
		return settings, nil
	}
	if err := checkFields(raw, reflect.TypeFor[T]()); err != nil {
		return settings, err
	}
	err := json.Unmarshal(raw, &settings)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return settings, fmt.Errorf("%s: want %s, got %s", wrong.Field, formOf(wrong.Type), wrong.Value)
	}
	return settings, err
}

// formOf names a type for people who write JSON.
func formOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "a list"
	default:
		return t.String()
	}
}

// fieldsOf returns the JSON names of a struct's fields, with those of embedded structs, and their types.
func fieldsOf(t reflect.Type) (names []string, types []reflect.Type) {
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous {
			names, types = append(names, name), append(types, f.Type)
		}
	}
	return names, types
}

// checkFields checks an object that a struct is read from.
func checkFields(raw json.RawMessage, t reflect.Type) error {
	known, types := fieldsOf(t)
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
		name, _ := key.(string) // in an object it always is
		at := slices.Index(known, name)
		switch {
		case at < 0:
			return unknownField(name, known)
		case slices.Contains(seen, name):
			return fmt.Errorf("field %q is given twice", name)
		}
		seen = append(seen, name)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := checkInside(value, types[at]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
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

// checkInside checks the objects in a value. What has another form than its type is left to json.Unmarshal, and so
// is what reads itself.
func checkInside(raw json.RawMessage, t reflect.Type) error {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	switch first := raw[0]; {
	case t.Kind() == reflect.Pointer:
		return checkInside(raw, t.Elem())
	case t.Kind() == reflect.Struct && first == '{':
		return checkFields(raw, t)
	case (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && first == '[':
		return checkList(raw, t.Elem())
	}
	return nil
}

func checkList(raw json.RawMessage, t reflect.Type) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for i, value := range list {
		if err := checkInside(value, t); err != nil {
			return fmt.Errorf("%d: %w", i+1, err)
		}
	}
	return nil
}

func unknownField(name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("unknown field %q: there are none", name)
	}
	return fmt.Errorf("unknown field %q: there are %s", name, strings.Join(known, ", "))
}
