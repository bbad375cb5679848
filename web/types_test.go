// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/web"
)

// TestTypes: the page reads documents by types made from their schemas.
func TestTypes(t *testing.T) {
	all := map[string]*shape{}
	for name, text := range web.Schemas(tables()) {
		var file struct {
			Defs map[string]*shape `json:"$defs"`
		}
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		maps.Copy(all, file.Defs)
	}
	out := "// SPDX-License-Identifier: BSD-3-Clause\n\n// The documents of the engine, made from docs/schemas by UPDATE=1 go test ./web -run TestTypes. Do not edit.\n"
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out += fmt.Sprintf("\nexport interface %s %s\n", name, all[name].object(""))
	}
	committed(t, "page/shared/schemas.ts", []byte(out))
}

// shape is as much of a JSON schema as ours use.
type shape struct {
	Ref         string            `json:"$ref"`
	Type        any               `json:"type"`
	Description string            `json:"description"`
	Enum        []string          `json:"enum"`
	Items       *shape            `json:"items"`
	MinItems    int               `json:"minItems"`
	MaxItems    int               `json:"maxItems"`
	Properties  map[string]*shape `json:"properties"`
	Required    []string          `json:"required"`
	Additional  json.RawMessage   `json:"additionalProperties"`
}

func (s *shape) object(indent string) string {
	var b strings.Builder
	b.WriteString("{\n")
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p, optional := s.Properties[name], "?"
		if slices.Contains(s.Required, name) {
			optional = ""
		}
		comment := ""
		if p.Description != "" {
			comment = " // " + p.Description
		}
		fmt.Fprintf(&b, "%s  %s%s: %s;%s\n", indent, name, optional, p.typed(), comment)
	}
	return b.String() + indent + "}"
}

// typed is the type of a value.
func (s *shape) typed() string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	case len(s.Enum) > 0:
		return `"` + strings.Join(s.Enum, `" | "`) + `"`
	}
	if several, ok := s.Type.([]any); ok {
		var names []string
		for _, one := range several {
			names = append(names, (&shape{Type: one, Items: s.Items, MinItems: s.MinItems, MaxItems: s.MaxItems, Additional: s.Additional}).typed())
		}
		return strings.Join(names, " | ")
	}
	switch s.Type {
	case "array":
		return s.list()
	case "object":
		var of shape
		if json.Unmarshal(s.Additional, &of) != nil {
			return "Record<string, unknown>"
		}
		return "Record<string, " + of.typed() + ">"
	case "integer":
		return "number"
	case nil:
		return "unknown"
	}
	return fmt.Sprint(s.Type)
}

// list is an array, or a tuple if its length is given.
func (s *shape) list() string {
	of := cmp.Or(s.Items, &shape{}).typed()
	if s.MinItems > 0 && s.MinItems == s.MaxItems {
		return "[" + strings.Join(slices.Repeat([]string{of}, s.MinItems), ", ") + "]"
	}
	if strings.Contains(of, " | ") {
		of = "(" + of + ")"
	}
	return of + "[]"
}
