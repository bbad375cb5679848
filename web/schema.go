// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// fileName returns the file name of a document's schema: mines.analysis/1 is mines.analysis.v1.json.
func fileName(schema string) string { return strings.Replace(schema, "/", ".v", 1) + ".json" }

// reachable returns the definitions that a schema refers to, directly or indirectly.
func reachable(r huma.Registry, root string) map[string]json.RawMessage {
	reference := regexp.MustCompile(`"#/components/schemas/([^"]+)"`)
	defs := map[string]json.RawMessage{}
	var visit func(name string)
	visit = func(name string) {
		if _, ok := defs[name]; ok {
			return
		}
		text, err := json.Marshal(r.Map()[name])
		if err != nil {
			panic("a schema that is no JSON: " + err.Error())
		}
		defs[name] = reference.ReplaceAll(text, []byte(`"#/$$defs/$1"`))
		for _, match := range reference.FindAllSubmatch(text, -1) {
			visit(string(match[1]))
		}
	}
	visit(root)
	return defs
}
