// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/krieg/browser/arbiter"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/web/server"
)

// TestVerbList: the list of verbs in docs/reference/api.md is that of the tables.
func TestVerbList(t *testing.T) {
	const page = "../docs/reference/api.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	list.WriteString("| verb | path | engine | document | |\n|---|---|---|---|---|\n")
	for _, v := range tables() {
		fmt.Fprintf(&list, "| `%s` | %s | %s | `%s` | %s |\n", v.Name, pathOf(v), engineOf(v), schemaOf(t, v.Document), v.Summary)
	}
	marks := regexp.MustCompile(`(?s)(<!-- verbs: [^\n]*-->\n).*(<!-- /verbs -->)`)
	if !marks.Match(text) {
		t.Fatalf("%s has no place for the verbs", page)
	}
	committed(t, page, marks.ReplaceAll(text, []byte("${1}"+list.String()+"${2}")))
}

func pathOf(v api.Verb) string {
	if v.Path == "" {
		return ""
	}
	return "`" + server.V1 + v.Path + "`"
}

// engineOf returns the engine in a browser that answers a verb.
func engineOf(v api.Verb) string {
	for engine, verbs := range map[string][]api.Table{
		"veil.wasm": {new(analysis.Service).PageVerbs()}, "krieg.wasm": {new(deduction.Service).Verbs()},
		"play.wasm": {new(seat.Service).Verbs(), arbiter.Verbs()}, "diag.wasm": {new(isolation.Service).PageVerbs()},
	} {
		for _, table := range verbs {
			if _, err := table.Find(v.Name); err == nil {
				return "`" + engine + "`"
			}
		}
	}
	return ""
}

// schemaOf returns the name that documents of a type have.
func schemaOf(t *testing.T, document reflect.Type) string {
	t.Helper()
	f, ok := document.FieldByName("Schema")
	if !ok || f.Tag.Get("enum") == "" {
		t.Fatalf("%v names no schema", document)
	}
	return f.Tag.Get("enum")
}
