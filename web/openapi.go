// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// registry contains the schemas of all questions and documents. Documents may have additional
// fields within a version, questions may not.
func registry(verbs api.Table) huma.Registry {
	r := server.NewRegistry()
	strict := map[string]bool{}
	for _, q := range questions(verbs) {
		r.Schema(q, true, "")
		for _, t := range api.Strict(q) {
			strict[huma.DefaultSchemaNamer(t, "")] = true
		}
	}
	for _, t := range documents(verbs) {
		r.Schema(t, true, "")
	}
	r.Schema(reflect.TypeFor[api.Value](), true, "")
	for name, schema := range r.Map() {
		schema.AdditionalProperties = !strict[name]
	}
	r.Map()["Value"].OneOf = valueKinds()
	return r
}

// questions returns the types of request bodies.
func questions(verbs api.Table) []reflect.Type {
	list := []reflect.Type{reflect.TypeFor[analysed](), reflect.TypeFor[proving]()} // the bodies of jobs contain how long to wait
	for i := range verbs {
		if verbs[i].Path != "" {
			list = append(list, verbs[i].Question)
		}
	}
	return list
}

// documents returns the types of answers, and of documents from other parts of veil: addresses of
// the API that are not verbs, the command line, and the engines in a browser.
func documents(verbs api.Table) []reflect.Type {
	list := []reflect.Type{
		reflect.TypeFor[api.Problem](), reflect.TypeFor[api.KriegNode](), reflect.TypeFor[api.KriegPuzzles](),
		reflect.TypeFor[api.Version](), reflect.TypeFor[api.Doctor](), reflect.TypeFor[api.MinesProof](), reflect.TypeFor[api.KriegProof](),
		reflect.TypeFor[api.KriegEnding](), reflect.TypeFor[api.KriegEndings](),
		reflect.TypeFor[api.PomdpInfo](), reflect.TypeFor[api.PomdpSolution](), reflect.TypeFor[api.PomdpPlay](),
		reflect.TypeFor[api.KriegThought](), reflect.TypeFor[api.KriegGame](),
		reflect.TypeFor[api.EnvOpened](), reflect.TypeFor[api.EnvStarted](), reflect.TypeFor[api.EnvStepped](),
		reflect.TypeFor[api.EnvAdvice](), reflect.TypeFor[api.EnvClosed](),
	}
	for i := range verbs {
		list = append(list, verbs[i].Document)
	}
	return list
}

// valueKinds lists the fields of each kind of value.
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

// Schemas returns a JSON Schema for every document, by file name.
func Schemas(verbs api.Table) map[string][]byte {
	r := registry(verbs)
	out := map[string][]byte{}
	for _, t := range documents(verbs) {
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
