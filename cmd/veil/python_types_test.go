// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
)

// pythonHead begins a generated file.
const pythonHead = `# SPDX-License-Identifier: BSD-3-Clause
"""%s

Made from the table of verbs by UPDATE=1 go test -run TestPythonTypes ./cmd/veil. Do not edit.
"""

from __future__ import annotations

`

// TestPythonTypes: the Python package has the types and the methods of the table of verbs. UPDATE=1
// rewrites them.
func TestPythonTypes(t *testing.T) {
	a := &app{&frame.App{Env: testEnv("")}}
	table := slices.Concat(a.verbs(api.Limits{}), a.environments(""))
	p := python{types: map[string]reflect.Type{}}
	for i := range table {
		p.add(table[i].Question)
		p.add(table[i].Document)
	}
	p.add(reflect.TypeFor[api.Problem]())
	current(t, "clients/python/src/veilplan/types.py", p.module())
	current(t, "clients/python/src/veilplan/_verbs.py", verbModule(table))
}

func current(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join(rootDir, name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s does not follow from the table of verbs (UPDATE=1 rewrites it): %v", name, err)
	}
}

// python collects structures by name.
type python struct{ types map[string]reflect.Type }

// add collects a type and those of its fields.
func (p *python) add(t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	if !isDict(t) || p.types[t.Name()] == t {
		return
	}
	if other := p.types[t.Name()]; other != nil {
		panic("two types are called " + t.Name() + ": " + other.String() + " and " + t.String())
	}
	p.types[t.Name()] = t
	for _, f := range jsonFields(t) {
		p.add(f.typ)
	}
}

// isDict reports whether a value of the type is an object with known fields.
func isDict(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]())
}

// jsonField is a field as JSON has it.
type jsonField struct {
	name, doc, enum string
	optional        bool
	typ             reflect.Type
}

func jsonFields(t reflect.Type) (list []jsonField) {
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" {
			continue
		}
		list = append(list, jsonField{
			name: cmp.Or(name, f.Name), doc: f.Tag.Get("doc"), enum: f.Tag.Get("enum"), typ: f.Type,
			optional: strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero"),
		})
	}
	return list
}

// module returns the types as TypedDicts. Python 3.9 has no NotRequired, so the required fields are a
// base class; a field such as "from", which cannot be written in a class, takes the functional form.
func (p *python) module() string {
	var b strings.Builder
	fmt.Fprintf(&b, pythonHead, "The questions and documents of veil, as types.")
	b.WriteString("from typing import Any, Dict, List, Literal, TypedDict\n")
	for _, name := range slices.Sorted(maps.Keys(p.types)) {
		fields := jsonFields(p.types[name])
		if slices.ContainsFunc(fields, func(f jsonField) bool { return isKeyword(f.name) }) {
			b.WriteString(functional(name, fields))
		} else {
			b.WriteString(class(name, fields))
		}
	}
	return b.String()
}

func isKeyword(name string) bool {
	return slices.Contains([]string{"from", "try", "in", "is", "as"}, name)
}

// class returns a type as two classes.
func class(name string, fields []jsonField) string {
	required, optional := "", ""
	for _, f := range fields {
		line := fmt.Sprintf("    %s: %s\n", f.name, f.python())
		if f.doc != "" {
			line = fmt.Sprintf("    # %s\n", f.doc) + line
		}
		if f.optional {
			optional += line
		} else {
			required += line
		}
	}
	switch {
	case optional == "":
		return fmt.Sprintf("\n\nclass %s(TypedDict):\n%s", name, cmp.Or(required, "    pass\n"))
	case required == "":
		return fmt.Sprintf("\n\nclass %s(TypedDict, total=False):\n%s", name, optional)
	default:
		return fmt.Sprintf("\n\nclass _%s(TypedDict):\n%s\n\nclass %s(_%s, total=False):\n%s", name, required, name, name, optional)
	}
}

// functional returns a type with a field whose name is a keyword.
func functional(name string, fields []jsonField) string {
	parts := [2]string{}
	for _, f := range fields {
		i := 0
		if f.optional {
			i = 1
		}
		parts[i] += fmt.Sprintf("    %q: %q,\n", f.name, f.python())
	}
	return fmt.Sprintf("\n\n_%s = TypedDict(\"_%s\", {\n%s})\n_%sMore = TypedDict(\"_%sMore\", {\n%s}, total=False)\n\n\nclass %s(_%s, _%sMore):\n    pass\n",
		name, name, parts[0], name, name, parts[1], name, name, name)
}

// python returns the type of a field.
func (f jsonField) python() string {
	if f.enum == "" {
		return pythonType(f.typ, "str")
	}
	return pythonType(f.typ, `Literal['`+strings.ReplaceAll(f.enum, ",", "', '")+`']`)
}

// pythonType returns a type; text is that of its strings.
func pythonType(t reflect.Type, text string) string {
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return "Any"
	case t == reflect.TypeFor[[]byte]():
		return "str"
	case t.Kind() == reflect.Pointer:
		return pythonType(t.Elem(), text)
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return "List[" + pythonType(t.Elem(), text) + "]"
	case t.Kind() == reflect.Map:
		return "Dict[str, " + pythonType(t.Elem(), text) + "]"
	case isDict(t):
		return t.Name()
	case t.Kind() == reflect.String:
		return text
	case t.Kind() == reflect.Bool:
		return "bool"
	case t.Kind() == reflect.Float64 || t.Kind() == reflect.Float32:
		return "float"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		return "int"
	default:
		return "Any"
	}
}

// verbModule returns the methods of each group of verbs, for the engine that waits and for the one that
// is awaited.
func verbModule(table api.Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, pythonHead, "A method for each verb of veil.")
	b.WriteString("from os import PathLike\nfrom typing import Any, Awaitable, Dict, List, Literal, Union\n\nfrom . import types\nfrom ._question import UNSET, Group\n")
	groups := map[string][]api.Verb{}
	var names []string
	for _, v := range table {
		group, _, _ := strings.Cut(v.Name, ".")
		if groups[group] == nil {
			names = append(names, group)
		}
		groups[group] = append(groups[group], v)
	}
	for _, result := range []string{"%s", "Awaitable[%s]"} {
		for _, name := range names {
			fmt.Fprintf(&b, "\n\nclass %s%s(Group):\n", map[bool]string{true: "Async"}[result != "%s"], strings.ToUpper(name[:1])+name[1:])
			for i, v := range groups[name] {
				if i > 0 {
					b.WriteString("\n")
				}
				b.WriteString(method(v, result))
			}
		}
	}
	return b.String()
}

// method returns the method of a verb. Required fields come first, by place or name; others by name.
func method(v api.Verb, result string) string {
	_, name, _ := strings.Cut(v.Name, ".")
	required, optional, pass := "", "", ""
	for _, f := range jsonFields(v.Question) {
		parameter := f.name
		if isKeyword(f.name) {
			parameter += "_"
		}
		pass += fmt.Sprintf(", (%q, %s)", f.name, parameter)
		if f.optional {
			optional += fmt.Sprintf(", %s: %s = UNSET", parameter, f.parameter())
		} else {
			required += fmt.Sprintf(", %s: %s", parameter, f.parameter())
		}
	}
	if optional != "" {
		optional = ", *" + optional
	}
	returns := fmt.Sprintf(result, "types."+v.Document.Name())
	summary := v.Summary
	if !strings.HasSuffix(summary, "?") {
		summary += "."
	}
	return fmt.Sprintf("    def %s(self%s%s) -> %s:\n        \"\"\"%s\"\"\"\n        return self._ask(%q%s)\n", name, required, optional, returns, summary, v.Name, pass)
}

// parameter returns the type of a parameter: a position may be its text, and a file may be named.
func (f jsonField) parameter() string {
	of := f.python()
	if t := f.typ; isDict(t) {
		of = "types." + of
		if slices.ContainsFunc(jsonFields(t), func(f jsonField) bool { return f.name == "text" }) {
			return "Union[str, PathLike[str], " + of + "]"
		}
	}
	if f.name == "problem" || f.name == "table" {
		return "Union[str, PathLike[str]]"
	}
	return strings.Replace(of, "List[Mines", "List[types.Mines", 1)
}
