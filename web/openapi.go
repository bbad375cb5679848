// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// registry holds the schemas of all questions and documents. Documents may grow within a
// version, questions must be spelt right.
func registry() huma.Registry {
	r := server.NewRegistry()
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
		reflect.TypeFor[api.MinesCheck](), reflect.TypeFor[api.MinesProof](), reflect.TypeFor[api.MinesReview](), reflect.TypeFor[api.MinesBoard](),
		reflect.TypeFor[api.Converted](), reflect.TypeFor[api.Problem](),
		reflect.TypeFor[api.KriegBelief](), reflect.TypeFor[api.KriegMate](), reflect.TypeFor[api.KriegWhy](),
		reflect.TypeFor[api.KriegWhatIf](), reflect.TypeFor[api.KriegProof](), reflect.TypeFor[api.KriegCheck](),
		reflect.TypeFor[api.KriegPrinted](), reflect.TypeFor[api.KriegNode](), reflect.TypeFor[api.KriegPuzzles](),
		reflect.TypeFor[api.DiagCheck](), reflect.TypeFor[api.DiagNext](), reflect.TypeFor[api.DiagPlan](), reflect.TypeFor[api.DiagProof](), reflect.TypeFor[api.DiagReplay](),
		reflect.TypeFor[api.PomdpInfo](), reflect.TypeFor[api.PomdpSolution](), reflect.TypeFor[api.PomdpPlay](),
		reflect.TypeFor[api.Version](), reflect.TypeFor[api.Doctor](),
		reflect.TypeFor[api.KriegEnding](), reflect.TypeFor[api.KriegEndings](),
		reflect.TypeFor[api.KriegThought](), reflect.TypeFor[api.KriegGame](),
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
		kind("exact", "win", "num"), kind("bounds", "lo", "hi"), kind("estimate", "win", "ci95", "n", "seed"), kind("none"),
	}
}

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
		out[fileName(name)] = server.Pretty(map[string]any{
			"$schema": "https://json-schema.org/draft/2020-12/schema",
			"$id":     "https://github.com/veilplan/veil/raw/main/docs/schemas/" + fileName(name),
			"title":   name, "$ref": "#/$defs/" + t.Name(), "$defs": reachable(r, t.Name()),
		})
	}
	return out
}
