// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// kubernetes is the release whose description of itself the schemas are made of, and
// schemaFile what is kept of it: the kinds that the manifests use, without the prose.
const (
	kubernetes = "k8s.io/kubernetes@v1.34.2"
	schemaFile = "testdata/kubernetes-1.34.json"
)

// kinds are the objects of the manifests.
func kinds() map[string]string {
	return map[string]string{
		"v1 Service": "io.k8s.api.core.v1.Service", "v1 ConfigMap": "io.k8s.api.core.v1.ConfigMap", "v1 Secret": "io.k8s.api.core.v1.Secret",
		"apps/v1 StatefulSet": "io.k8s.api.apps.v1.StatefulSet", "apps/v1 Deployment": "io.k8s.api.apps.v1.Deployment", "batch/v1 Job": "io.k8s.api.batch.v1.Job",
		"policy/v1 PodDisruptionBudget": "io.k8s.api.policy.v1.PodDisruptionBudget", "networking.k8s.io/v1 NetworkPolicy": "io.k8s.api.networking.v1.NetworkPolicy",
	}
}

// definition is a schema of the description.
type definition = map[string]any

// readSchemas compiles the schemas.
func readSchemas(t *testing.T) schemas {
	t.Helper()
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("kubernetes.json", doc); err != nil {
		t.Fatal(err)
	}
	all := schemas{}
	for name, of := range kinds() {
		if all[name], err = compiler.Compile("kubernetes.json#/definitions/" + of); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// released downloads the release and returns its definitions.
func released(t *testing.T) map[string]definition {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", kubernetes).Output()
	if err != nil {
		t.Fatal(err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(module.Dir, "api/openapi-spec/swagger.json"))
	if err != nil {
		t.Fatal(err)
	}
	var spec struct {
		Definitions map[string]definition `json:"definitions"`
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	return spec.Definitions
}

// reduce keeps what the kinds need, and forbids fields that are not described: a misspelt
// field is otherwise dropped in silence.
func reduce(t *testing.T, all map[string]definition) []byte {
	t.Helper()
	kept := map[string]definition{}
	wanted := slices.Collect(maps.Values(kinds()))
	for len(wanted) > 0 {
		name := wanted[0]
		wanted = wanted[1:]
		if kept[name] != nil {
			continue
		}
		kept[name] = all[name]
		strict(name, kept[name], func(other string) { wanted = append(wanted, other) })
	}
	text, err := json.MarshalIndent(map[string]any{"definitions": kept}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// strict makes a definition a strict schema, and shows the definitions that it names.
func strict(name string, d definition, see func(string)) {
	for key := range d {
		if key == "description" || key == "format" && d[key] != "int-or-string" || strings.HasPrefix(key, "x-kubernetes") {
			delete(d, key)
		}
	}
	if d["format"] == "int-or-string" || strings.HasSuffix(name, ".Quantity") {
		d["type"] = []string{"string", "number"}
		delete(d, "format")
	}
	if ref, ok := d["$ref"].(string); ok {
		see(strings.TrimPrefix(ref, "#/definitions/"))
	}
	if properties, ok := d["properties"].(definition); ok {
		d["additionalProperties"] = false
		for _, p := range properties {
			strict("", p.(definition), see) //nolint:forcetypeassert // the description is JSON Schema
		}
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if inner, ok := d[key].(definition); ok {
			strict("", inner, see)
		}
	}
}
