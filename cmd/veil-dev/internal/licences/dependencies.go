// SPDX-License-Identifier: BSD-3-Clause

package licences

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The page of dependencies, and the file with the reason for each.
const (
	pageName    = "docs/reference/dependencies.md"
	reasonsName = "cmd/veil-dev/internal/licences/dependencies.tsv"
)

// module is a direct dependency, as go list prints it.
type module struct {
	Path, Version, Dir string
	Time               time.Time
	Indirect           bool
}

// reason is the purpose of a module, and its alternative.
type reason struct{ job, instead string }

// dependencies returns the page: facts are read from the modules, the rest from the file of
// reasons. A module without a reason is an error, and so is a reason without a module.
func dependencies(root string) ([]byte, error) {
	modules, err := direct(root)
	if err != nil {
		return nil, err
	}
	reasons, err := readReasons(filepath.Join(root, reasonsName))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprint(&out, intro)
	for _, m := range modules {
		why, ok := reasons[m.Path]
		if !ok {
			return nil, fmt.Errorf("%s: no reason for %s: add a line", reasonsName, m.Path)
		}
		delete(reasons, m.Path)
		c := component{Name: m.Path, Version: m.Version, dirs: map[string]bool{m.Dir: true}}
		if err := c.read(); err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s | %s |\n", m.Path, m.Version, m.Time.Format("2006-01"), strings.Join(c.Licences, ", "), why.job, why.instead)
	}
	for path := range reasons {
		return nil, fmt.Errorf("%s: %s is not a direct dependency", reasonsName, path)
	}
	return out.Bytes(), nil
}

const intro = `# Dependencies

The core (root, belief, search, domain, format, play, player, api, solve) uses only the standard library, which a test enforces. The
program needs more: each module has one job, and its version was at least a month old when it was added. ` + "`go run ./cmd/veil-dev licences`" + ` writes this page from the
modules and from [the file of reasons](../../cmd/veil-dev/internal/licences/dependencies.tsv); a test compares them. All linked modules, including indirect ones, are in the
bill of materials, ` + "`sbom.cdx.json`" + `; their licences are in ` + "`THIRD_PARTY_NOTICES`" + `.

| module | version | released | licence | what it is for | what would take its place |
|---|---|---|---|---|---|
`

// direct lists the modules that veil's own code imports.
func direct(root string) ([]module, error) {
	cmd := exec.Command("go", "list", "-m", "-mod=readonly", "-json=Path,Version,Dir,Time,Indirect,Main", "all") //nolint:noctx // ends by itself
	cmd.Dir, cmd.Stderr = root, os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	var all []module
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var m module
		if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if !m.Indirect && m.Version != "" {
			all = append(all, m)
		}
	}
}

func readReasons(name string) (map[string]reason, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	reasons := map[string]reason{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s: %q: want a module, its purpose and its alternative, separated by tabs", name, line)
		}
		reasons[fields[0]] = reason{fields[1], fields[2]}
	}
	return reasons, nil
}
