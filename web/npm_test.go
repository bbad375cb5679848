// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

const npmHead = "// SPDX-License-Identifier: BSD-3-Clause\n\n// Made from the table of verbs by UPDATE=1 go test ./web -run TestNPMTypes. Do not edit.\n"

// TestNPMTypes: the npm package has the types and the methods of the table of verbs.
func TestNPMTypes(t *testing.T) {
	all := npmShapes(t)
	types := npmHead
	for _, name := range slices.Sorted(maps.Keys(all)) {
		types += fmt.Sprintf("\nexport interface %s {\n%s}\n", name, all[name].documented())
	}
	committed(t, "../clients/npm/types.d.ts", []byte(types))
	code, declared := npmVerbs(t, all)
	committed(t, "../clients/npm/verbs.js", []byte(code))
	committed(t, "../clients/npm/verbs.d.ts", []byte(declared))
}

// npmShapes returns the schemas of all questions and documents, by type.
func npmShapes(t *testing.T) map[string]*shape {
	t.Helper()
	r := server.NewRegistry()
	for _, v := range tables() {
		r.Schema(v.Question, true, "")
		r.Schema(v.Document, true, "")
	}
	r.Schema(reflect.TypeFor[api.Problem](), true, "")
	text, err := json.Marshal(r.Map())
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]*shape
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// documented returns the fields of a type, each below the comment that editors show.
func (s *shape) documented() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p, optional := s.Properties[name], "?"
		if slices.Contains(s.Required, name) {
			optional = ""
		}
		if p.Description != "" {
			fmt.Fprintf(&b, "  /** %s */\n", p.Description)
		}
		fmt.Fprintf(&b, "  %s%s: %s;\n", name, optional, p.typed())
	}
	return b.String()
}

// npmVerbs returns the list of verbs, and the types of their methods. The first required field of a
// question is the first argument; if it has a text, a string will do.
func npmVerbs(t *testing.T, all map[string]*shape) (code, declared string) {
	t.Helper()
	methods, listed, texts, groups := map[string]string{}, map[string]string{}, map[string]bool{}, []string(nil)
	for _, v := range tables() {
		group, name, _ := strings.Cut(v.Name, ".")
		if methods[group] == "" {
			groups = append(groups, group)
		}
		question := all[v.Question.Name()]
		first := firstField(t, v.Question, question)
		argument := question.Properties[first].typed()
		if of := all[argument]; of != nil && of.Properties["text"] != nil {
			texts[first], argument = true, "string | "+argument
		}
		optional := "?"
		if len(question.Required) > 1 {
			optional = ""
		}
		listed[group] += fmt.Sprintf("    %s: %q,\n", name, first)
		methods[group] += fmt.Sprintf("  /** %s */\n  %s(%s: %s, fields%s: Fields<T.%s, %q>): Answer<T.%s>;\n", v.Summary, name, first, qualified(argument), optional,
			v.Question.Name(), first, v.Document.Name())
	}
	declared = npmHead + "\nimport type { Answer, Fields } from \"./client.js\";\nimport type * as T from \"./types.js\";\n"
	code = npmHead + "\n// The methods of each subject, and the field that is the first argument of each.\nexport const verbs = {\n"
	for _, group := range groups {
		declared += fmt.Sprintf("\nexport interface %sVerbs {\n%s}\n", strings.ToUpper(group[:1])+group[1:], methods[group])
		code += fmt.Sprintf("  %s: {\n%s  },\n", group, listed[group])
	}
	code += fmt.Sprintf("};\n\n// Fields that are an object with a text, for which a string will do.\nexport const texts = [\"%s\"];\n", strings.Join(slices.Sorted(maps.Keys(texts)), `", "`))
	return code, declared
}

// firstField returns the first required field of a question, in the order of its type.
func firstField(t *testing.T, question reflect.Type, s *shape) string {
	t.Helper()
	for _, f := range reflect.VisibleFields(question) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); slices.Contains(s.Required, name) {
			return name
		}
	}
	t.Fatalf("%v has no required field", question)
	return ""
}

// qualified returns a type as another file names it, in which "string | " may come first.
func qualified(of string) string {
	name := strings.TrimPrefix(of, "string | ")
	if name[0] < 'A' || name[0] > 'Z' || strings.HasPrefix(name, "Record<") {
		return of
	}
	return strings.TrimSuffix(of, name) + "T." + name
}
