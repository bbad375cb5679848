// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// QuestionSchemas returns a JSON Schema for the question of every verb, by the verb's name, each complete
// in itself. Fields that a question does not have are refused.
func QuestionSchemas(verbs api.Table) map[string]json.RawMessage {
	r := server.NewRegistry()
	strict := map[string]bool{}
	for i := range verbs {
		r.Schema(verbs[i].Question, true, "")
		for _, t := range api.Strict(verbs[i].Question) {
			strict[huma.DefaultSchemaNamer(t, "")] = true
		}
	}
	for name, schema := range r.Map() {
		schema.AdditionalProperties = !strict[name]
	}
	out := map[string]json.RawMessage{}
	for i := range verbs {
		out[verbs[i].Name] = alone(r, huma.DefaultSchemaNamer(verbs[i].Question, ""))
	}
	return out
}

// alone returns a schema with those that it refers to.
func alone(r huma.Registry, name string) json.RawMessage {
	defs := reachable(r, name)
	root := map[string]json.RawMessage{}
	if err := json.Unmarshal(defs[name], &root); err != nil {
		panic("a schema that is not an object: " + err.Error())
	}
	delete(defs, name)
	if len(defs) > 0 {
		root["$defs"] = server.Pretty(defs)
	}
	text, err := json.Marshal(root)
	if err != nil {
		panic("a schema that is no JSON: " + err.Error())
	}
	return text
}
