// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"encoding/json"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// configureHuma sets huma's package variables.
var configureHuma = sync.OnceFunc(func() { //nolint:gochecknoglobals // huma's are too
	huma.NewError = humaError
	huma.DefaultArrayNullable = false
})

// NewRegistry returns a registry of schemas for a [Config].
func NewRegistry() huma.Registry {
	configureHuma()
	return huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
}

// openAPI returns the header of the description.
func (s *Server) openAPI() huma.Config {
	cfg := huma.DefaultConfig("veil", "v1")
	cfg.Info.Description = s.cfg.About
	cfg.Info.License = &huma.License{Name: "BSD-3-Clause"}
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.CreateHooks = nil
	cfg.AllowAdditionalPropertiesByDefault = true
	cfg.Components.Schemas = s.cfg.Schemas
	if len(s.cfg.Tokens) > 0 {
		cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
		cfg.Security = []map[string][]string{{"token": {}}}
	}
	return cfg
}

// Description returns the OpenAPI document.
func (s *Server) Description() []byte { return Pretty(s.api.OpenAPI()) }

// Pretty returns indented JSON.
func Pretty(v any) []byte {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic("a description that is no JSON: " + err.Error())
	}
	return append(text, '\n')
}
