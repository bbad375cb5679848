// SPDX-License-Identifier: BSD-3-Clause

package network

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// TestNothingFused: compiled for a machine that can fuse a product with a sum, no package that a
// player computes with does: each product is rounded by a conversion before it is added.
func TestNothingFused(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the standard library for another machine")
	}
	command := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-S", ".", "../count", "../heuristic")
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !regexp.MustCompile(`\tFMULD\t`).Match(out) {
		t.Fatal("no product was found in what the compiler printed")
	}
	for _, line := range regexp.MustCompile(`(?m)^.*\tFN?M(ADD|SUB)[SD]\t.*$`).FindAll(out, -1) {
		t.Errorf("%s", line)
	}
}
