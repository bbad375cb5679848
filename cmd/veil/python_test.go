// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
)

// TestPython runs the tests of the Python package against this program, the blocks of its README among
// them.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	program, err := exec.LookPath("veil")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "-W", "error::SyntaxWarning", "-m", "unittest", "discover", "-s", "tests", "-t", ".")
	cmd.Dir = filepath.Join(rootDir, "clients", "python")
	cmd.Env = append(os.Environ(), "PYTHONPATH=src", "PYTHONDONTWRITEBYTECODE=1", "VEIL="+program)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPythonTyped: mypy accepts the Python package and the ways to use it, and finds the mistakes that
// tests/typed.py has on purpose.
func TestPythonTyped(t *testing.T) {
	mypy, err := exec.LookPath("mypy")
	if err != nil {
		t.Skip("no mypy")
	}
	cmd := exec.CommandContext(t.Context(), mypy, "--cache-dir", t.TempDir())
	cmd.Dir = filepath.Join(rootDir, "clients", "python")
	cmd.Env = append(os.Environ(), "MYPYPATH=src")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestSmallProgram: cmd/veil-rpc, which is in the Python package, answers the same verbs as veil rpc.
func TestSmallProgram(t *testing.T) {
	a := &app{&frame.App{Env: testEnv("")}}
	table := slices.Concat(a.verbs(api.Limits{}), a.environments(""))
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Name
	}
	program := filepath.Join(t.TempDir(), "veil-rpc")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-tags=small", "-o", program, "../veil-rpc").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), program, "rpc")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(in, `{"id":1,"ask":"nothing"}`)
	out, err := bufio.NewReader(answers).ReadString('\n') // the end of the input would stop the question
	if failed := errors.Join(in.Close(), cmd.Wait()); failed != nil {
		t.Error(failed)
	}
	want := "ask for " + strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if err != nil || !strings.Contains(out, want) {
		t.Errorf("%v: %s\nwant %s", err, out, want)
	}
}
