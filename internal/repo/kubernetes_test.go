// SPDX-License-Identifier: BSD-3-Clause

// Package repo_test checks files of the repository that are not Go: manifests, the threat
// model, and what its continuous integration runs.
package repo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// root is the top of the module.
const root = "../.."

// object is a Kubernetes object as far as the rules below look at it.
type object struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec struct {
		Selector struct {
			MatchLabels map[string]string `json:"matchLabels"`
		} `json:"selector"`
		PodSelector struct {
			MatchLabels map[string]string `json:"matchLabels"`
		} `json:"podSelector"`
		PolicyTypes []string `json:"policyTypes"`
		Template    struct {
			Metadata struct {
				Labels map[string]string `json:"labels"`
			} `json:"metadata"`
			Spec pod `json:"spec"`
		} `json:"template"`
	} `json:"spec"`
}

type pod struct {
	AutomountServiceAccountToken *bool       `json:"automountServiceAccountToken"`
	Containers                   []container `json:"containers"`
	SecurityContext              struct {
		RunAsNonRoot   bool `json:"runAsNonRoot"`
		SeccompProfile struct {
			Type string `json:"type"`
		} `json:"seccompProfile"`
	} `json:"securityContext"`
}

type container struct {
	Image          string         `json:"image"`
	ReadinessProbe map[string]any `json:"readinessProbe"`
	LivenessProbe  map[string]any `json:"livenessProbe"`
	Resources      struct {
		Limits   map[string]any `json:"limits"`
		Requests map[string]any `json:"requests"`
	} `json:"resources"`
	SecurityContext struct {
		AllowPrivilegeEscalation *bool `json:"allowPrivilegeEscalation"`
		ReadOnlyRootFilesystem   bool  `json:"readOnlyRootFilesystem"`
		Capabilities             struct {
			Drop []string `json:"drop"`
		} `json:"capabilities"`
	} `json:"securityContext"`
}

// TestManifests: the manifests are what Kubernetes accepts, field by field, and every pod is
// closed up, limited, probed and kept from being moved all at once. UPDATE=1 makes the schemas
// from the release of Kubernetes that they are of.
func TestManifests(t *testing.T) {
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(schemaFile, reduce(t, released(t)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(root, "docs", "guides", "*-kubernetes.yaml"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range manifestFaults(t, text) {
			t.Errorf("%s: %s", filepath.Base(file), fault)
		}
	}
}

// TestManifestsAreChecked breaks a manifest in every way that is looked for.
func TestManifestsAreChecked(t *testing.T) {
	whole, err := os.ReadFile(filepath.Join(root, "docs", "guides", "serve-kubernetes.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"replicas: 2", "replicas: two", "replicas"},
		{"periodSeconds: 10", "periodSecond: 10", "periodSecond"},
		{"veil:devel", "veil:latest", "image"},
		{"veil:devel", "veil", "image"},
		{"runAsNonRoot: true", "runAsNonRoot: false", "root"},
		{"{type: RuntimeDefault}", "{type: Unconfined}", "seccomp"},
		{"drop: [ALL]", "drop: [KILL]", "capabilities"},
		{"readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "read-only"},
		{"allowPrivilegeEscalation: false", "allowPrivilegeEscalation: true", "privileges"},
		{"automountServiceAccountToken: false", "automountServiceAccountToken: true", "token"},
		{"limits: {cpu: \"4\", memory: 2Gi}", "limits: {cpu: \"4\"}", "limits"},
		{"livenessProbe", "# livenessProbe", "probe"},
		{"kind: PodDisruptionBudget\nmetadata: {name: veil}\nspec:\n  maxUnavailable: 1\n  selector: {matchLabels: {app: veil}}", "kind: PodDisruptionBudget\nmetadata: {name: veil}\nspec:\n  maxUnavailable: 1\n  selector: {matchLabels: {app: other}}", "disruption"},
		{"podSelector: {matchLabels: {app: veil}}", "podSelector: {matchLabels: {app: other}}", "network"},
		{"policyTypes: [Ingress, Egress]", "policyTypes: [Ingress]", "network"},
		{"kind: Service", "kind: Servant", "Servant"},
	} {
		text := strings.Replace(string(whole), c.old, c.new, 1)
		if text == string(whole) {
			t.Fatalf("%q is not in the manifest", c.old)
		}
		if found := strings.Join(manifestFaults(t, []byte(text)), "\n"); !strings.Contains(found, c.want) {
			t.Errorf("%s: found %q, want %q", c.new, found, c.want)
		}
	}
}

// manifestFaults lists what is wrong with the objects of a file.
func manifestFaults(t *testing.T, text []byte) (faults []string) {
	t.Helper()
	schemas := readSchemas(t)
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var all []object
	for {
		var node any
		if err := decoder.Decode(&node); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return append(faults, err.Error())
		}
		doc, err := json.Marshal(node)
		if err != nil {
			t.Fatal(err)
		}
		var o object
		if fault := schemas.check(doc); fault != "" {
			faults = append(faults, fault)
		} else if err := json.Unmarshal(doc, &o); err != nil {
			faults = append(faults, err.Error())
		}
		all = append(all, o)
	}
	for _, o := range all {
		if len(o.Spec.Template.Spec.Containers) > 0 {
			faults = append(faults, o.faults(all)...)
		}
	}
	return faults
}

// faults lists what is missing around the pods of an object.
func (o *object) faults(all []object) (faults []string) {
	labels := o.Spec.Template.Metadata.Labels
	budget, policy := false, false
	for _, other := range all {
		budget = budget || other.Kind == "PodDisruptionBudget" && selects(other.Spec.Selector.MatchLabels, labels)
		policy = policy || other.Kind == "NetworkPolicy" && selects(other.Spec.PodSelector.MatchLabels, labels) && len(other.Spec.PolicyTypes) == 2
	}
	p := o.Spec.Template.Spec
	faults = missing(o.Metadata.Name, map[string]bool{
		"a disruption budget":                      budget,
		"a network policy for both ways":           policy,
		"a user who is not root":                   p.SecurityContext.RunAsNonRoot,
		"the seccomp profile of the runtime":       p.SecurityContext.SeccompProfile.Type == "RuntimeDefault",
		"a pod without the token of the account":   p.AutomountServiceAccountToken != nil && !*p.AutomountServiceAccountToken,
		"a name that is that of the pods it rules": selects(o.Spec.Selector.MatchLabels, labels),
	})
	for i := range p.Containers {
		faults = append(faults, p.Containers[i].faults(o.Metadata.Name)...)
	}
	return faults
}

func (c *container) faults(name string) []string {
	s := c.SecurityContext
	tagged := regexp.MustCompile(`(:[\w.-]+|@sha256:[0-9a-f]{64})$`)
	return missing(name, map[string]bool{
		"an image with a tag":          tagged.MatchString(c.Image) && !strings.HasSuffix(c.Image, ":latest"),
		"probes":                       c.ReadinessProbe != nil && c.LivenessProbe != nil,
		"limits":                       c.Resources.Limits["memory"] != nil && c.Resources.Limits["cpu"] != nil && c.Resources.Requests["memory"] != nil,
		"a read-only root file system": s.ReadOnlyRootFilesystem,
		"a bar to more privileges":     s.AllowPrivilegeEscalation != nil && !*s.AllowPrivilegeEscalation,
		"no capabilities":              len(s.Capabilities.Drop) == 1 && s.Capabilities.Drop[0] == "ALL",
	})
}

// missing names what is not there.
func missing(name string, there map[string]bool) (faults []string) {
	for what, ok := range there {
		if !ok {
			faults = append(faults, name+" lacks "+what)
		}
	}
	return faults
}

// selects reports whether a selector names labels that are there.
func selects(selector, labels map[string]string) bool {
	for key, value := range selector {
		if labels[key] != value {
			return false
		}
	}
	return len(selector) > 0
}

// schemas are the schemas of Kubernetes objects, by version and kind.
type schemas map[string]*jsonschema.Schema

func (s schemas) check(doc []byte) (fault string) {
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := json.Unmarshal(doc, &head); err != nil {
		return err.Error()
	}
	schema, ok := s[head.APIVersion+" "+head.Kind]
	if !ok {
		return "no schema of " + head.APIVersion + " " + head.Kind
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		return head.Kind + ": " + err.Error()
	}
	return ""
}
