// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web"
)

const schemas = "../docs/schemas"

// committed compares a file with what the types say. UPDATE=1 rewrites it instead.
func committed(t *testing.T, name string, want []byte) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the types say (UPDATE=1 rewrites it)", name)
	}
}

// TestSchemas: the published schemas are those of the types, and there are no others.
func TestSchemas(t *testing.T) {
	made := web.Schemas(tables())
	for name, text := range made {
		committed(t, filepath.Join(schemas, name), text)
	}
	files, err := filepath.Glob(filepath.Join(schemas, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if _, ok := made[filepath.Base(file)]; !ok {
			t.Errorf("%s belongs to no document", file)
		}
	}
}

// TestOpenAPI: the committed description is the one that is served.
func TestOpenAPI(t *testing.T) {
	server, err := web.New(web.Config{Games: games(api.Limits{})})
	if err != nil {
		t.Fatal(err)
	}
	committed(t, "../docs/openapi.json", server.Description())
	if !strings.HasPrefix(server.OpenAPI().OpenAPI, "3.1.") {
		t.Errorf("OpenAPI %s", server.OpenAPI().OpenAPI)
	}
}

// TestSchemasRefuse: a schema that accepts anything would be of no use.
func TestSchemasRefuse(t *testing.T) {
	schema := compile(t, "mines.analysis.v2.json")
	good := `{"schema":"mines.analysis/2","state":"done","width":1,"height":1,"mines":0,"first":"safe","value":{"kind":"none"},
		"best":[],"safe":[],"certain_mines":[],"forced_guess":null,"solved":true,"moves":[]}`
	if err := validate(t, schema, good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"another schema":       {`"mines.analysis/2"`, `"mines.analysis/1"`},
		"a count as a number":  {`"value"`, `"layouts":660,"value"`},
		"exact without counts": {`{"kind":"none"}`, `{"kind":"exact","win":0.5}`},
		"an unknown kind":      {`{"kind":"none"}`, `{"kind":"guess","win":0.5}`},
		"no moves":             {`,"moves":[]`, ``},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good || validate(t, schema, bad) == nil {
			t.Errorf("%s: the schema accepts it", name)
		}
	}
}

func compile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile(filepath.Join(schemas, name))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc)
}
