// SPDX-License-Identifier: BSD-3-Clause

package licences

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// notices returns the licences as a text to ship with the program. Equal texts are written once,
// with the names of all their components.
func notices(all []component) []byte {
	var out bytes.Buffer
	fmt.Fprint(&out, "veil contains the software listed here, under the licences that follow. veil-dev licences writes this file.\n\n")
	users, order := map[string][]string{}, []string{}
	for _, c := range all {
		fmt.Fprintf(&out, "%-45s %s\n", c.Name, strings.Join(c.Licences, ", "))
		for _, text := range c.Texts {
			if users[text] == nil {
				order = append(order, text)
			}
			users[text] = append(users[text], c.Name)
		}
	}
	rule := strings.Repeat("=", 100)
	for _, text := range order {
		fmt.Fprintf(&out, "\n%s\n%s\n%s\n\n%s\n", rule, strings.Join(users[text], "\n"), rule, text)
	}
	return out.Bytes()
}

// bill is a bill of materials in CycloneDX 1.6. It has no time and no serial number, so that the
// same modules give the same bytes.
type bill struct {
	BOMFormat   string     `json:"bomFormat"`
	SpecVersion string     `json:"specVersion"`
	Version     int        `json:"version"`
	Metadata    metadata   `json:"metadata"`
	Components  []material `json:"components"`
}

type metadata struct {
	Component material `json:"component"`
}

type material struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	Hashes   []digest  `json:"hashes,omitempty"`
	Licences []licence `json:"licenses"`
	PURL     string    `json:"purl,omitempty"`
}

type digest struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type licence struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

func sbom(all []component) ([]byte, error) {
	veil := component{Name: "github.com/veilplan/veil", Licences: []string{"BSD-3-Clause"}}
	b := bill{BOMFormat: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: metadata{veil.material("application")}}
	for _, c := range all {
		b.Components = append(b.Components, c.material("library"))
	}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// material describes a component. Its digest is that of go.sum, a SHA-256 over the digests of
// the files of the module.
func (c *component) material(kind string) material {
	m := material{Type: kind, Ref: c.Name, Name: c.Name, Version: c.Version}
	if c.Version != "" {
		m.PURL = "pkg:golang/" + c.Name + "@" + c.Version
	}
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(c.Sum, "h1:")); err == nil && c.Sum != "" {
		m.Hashes = []digest{{"SHA-256", hex.EncodeToString(sum)}}
	}
	for _, id := range c.Licences {
		var l licence
		l.License.ID = id
		m.Licences = append(m.Licences, l)
	}
	return m
}
