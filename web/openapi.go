// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"encoding/json"
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/veilplan/veil/api"
)

// configureHuma sets what huma keeps in package variables.
var configureHuma = sync.OnceFunc(func() { //nolint:gochecknoglobals // huma's are too
	huma.NewError = humaError
	huma.DefaultArrayNullable = false
})

// openAPI is the head of the description. Documents may grow within a version, questions
// must be spelt right.
func (s *Server) openAPI() huma.Config {
	cfg := huma.DefaultConfig("veil", "v1")
	cfg.Info.Description = "Exact answers about Minesweeper: the risk and the winning chance of every move, and why; about Kriegspiel: what is possible, and proofs of forced mates."
	cfg.Info.License = &huma.License{Name: "BSD-3-Clause"}
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.CreateHooks = nil
	cfg.AllowAdditionalPropertiesByDefault = true
	cfg.Components.Schemas = registry()
	if len(s.cfg.Tokens) > 0 {
		cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
		cfg.Security = []map[string][]string{{"token": {}}}
	}
	return cfg
}

// registry holds the schemas of all questions and documents.
func registry() huma.Registry {
	configureHuma()
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	for _, t := range append(questions(), reflect.TypeFor[analysed](), reflect.TypeFor[proving]()) {
		r.Schema(t, true, "").AdditionalProperties = nil
	}
	for _, t := range documents() {
		r.Schema(t, true, "")
	}
	strict := map[string]bool{"Input": true, "Budget": true, "Analysed": true, "Proving": true, "KriegInput": true, "KriegBudget": true}
	for _, t := range questions() {
		strict[t.Name()] = true
	}
	for name, schema := range r.Map() {
		schema.AdditionalProperties = !strict[name]
	}
	value := r.Map()["Value"]
	value.OneOf = valueKinds()
	return r
}

// questions are the types of the bodies that are sent.
func questions() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[api.MinesQuestion](), reflect.TypeFor[api.MinesWhy](), reflect.TypeFor[api.MinesHintQuestion](),
		reflect.TypeFor[api.MinesCheckQuestion](), reflect.TypeFor[api.MinesGame](), reflect.TypeFor[api.MinesDraw](),
		reflect.TypeFor[api.Conversion](),
		reflect.TypeFor[api.KriegBeliefQuestion](), reflect.TypeFor[api.KriegWhyQuestion](), reflect.TypeFor[api.KriegMateQuestion](),
		reflect.TypeFor[api.KriegWhatIfQuestion](), reflect.TypeFor[api.KriegCheckQuestion](), reflect.TypeFor[api.KriegPrintQuestion](),
	}
}

// documents are the types of what is answered, here and by the command line.
func documents() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[api.MinesAnalysis](), reflect.TypeFor[api.MinesExplanation](), reflect.TypeFor[api.MinesHint](),
		reflect.TypeFor[api.MinesCheck](), reflect.TypeFor[api.MinesReview](), reflect.TypeFor[api.MinesBoard](),
		reflect.TypeFor[api.Converted](), reflect.TypeFor[api.Problem](),
		reflect.TypeFor[api.KriegBelief](), reflect.TypeFor[api.KriegMate](), reflect.TypeFor[api.KriegWhy](),
		reflect.TypeFor[api.KriegWhatIf](), reflect.TypeFor[api.KriegProof](), reflect.TypeFor[api.KriegCheck](),
		reflect.TypeFor[api.KriegPrinted](), reflect.TypeFor[api.KriegNode](), reflect.TypeFor[api.KriegPuzzles](),
	}
}

// valueKinds says which fields go with which kind of value.
func valueKinds() []*huma.Schema {
	kind := func(name string, fields ...string) *huma.Schema {
		return &huma.Schema{
			Properties: map[string]*huma.Schema{"kind": {Type: "string", Enum: []any{name}}},
			Required:   append([]string{"kind"}, fields...),
		}
	}
	return []*huma.Schema{
		kind("exact", "win", "num", "den"), kind("bounds", "lo", "hi"), kind("estimate", "win", "ci95", "n", "seed"), kind("none"),
	}
}

// Description returns the OpenAPI document.
func (s *Server) Description() []byte { return pretty(s.api.OpenAPI()) }

// Schemas returns a JSON Schema for every document, by the name of its file.
func Schemas() map[string][]byte {
	r := registry()
	out := map[string][]byte{}
	for _, t := range documents() {
		root := r.Map()[t.Name()]
		name, ok := root.Properties["schema"].Enum[0].(string)
		if !ok {
			panic("a document without a schema: " + t.Name())
		}
		out[fileName(name)] = pretty(map[string]any{
			"$schema": "https://json-schema.org/draft/2020-12/schema",
			"$id":     "https://github.com/veilplan/veil/raw/main/docs/schemas/" + fileName(name),
			"title":   name, "$ref": "#/$defs/" + t.Name(), "$defs": reachable(r, t.Name()),
		})
	}
	return out
}

// pretty writes JSON for people to read, with references to schemas of the same file.
func pretty(v any) []byte {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic("a description that is no JSON: " + err.Error())
	}
	return append(text, '\n')
}
