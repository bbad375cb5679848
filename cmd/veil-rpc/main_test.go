// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestRun: the program answers questions and its version, and refuses the rest in words.
func TestRun(t *testing.T) {
	for _, c := range []struct{ args, in, out, err string }{
		{"version", "", "veil devel", ""},
		{"rpc --workers 1", "hello\n", `{"line":1,"doc":{"schema":"veil.problem/1"`, ""},
		{"", "", "", "the full veil has all"},
		{"solve", "", "", "the full veil has all"},
		{"rpc now", "", "", `unexpected argument "now"`},
		{"rpc --worker 1", "", "", "not defined"},
	} {
		var out strings.Builder
		err := run(t.Context(), strings.Fields(c.args), strings.NewReader(c.in), &out)
		if !strings.Contains(out.String(), c.out) || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %q, %v", c.args, out.String(), err)
		}
	}
}

// TestLinks: the program inside the Python package links this module and Go's standard library only, for every system
// that has a wheel. A package that is imported anywhere below changes that unnoticed.
func TestLinks(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.CommandContext(t.Context(), "go", "list", "-tags=small", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
		list.Env = append(list.Environ(), "GOOS="+system)
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(string(out)) {
			if !strings.HasPrefix(name+"/", "github.com/veilplan/veil/") {
				t.Errorf("%s: it links %s", system, name)
			}
		}
	}
}
