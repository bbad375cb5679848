// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
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
