// SPDX-License-Identifier: BSD-3-Clause

package engines

import (
	"os/exec"
	"strings"
	"testing"
)

// TestFetchesNothing: the go command is not to look for sources elsewhere, not even for modules that its user fetches
// past every proxy.
func TestFetchesNothing(t *testing.T) {
	path, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	t.Setenv("GOPRIVATE", "github.com")
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:9")
	g := &goTool{path, t.TempDir(), Program{"github.com/veilplan/veil", "v0.0.0-never", "h1:"}}
	if _, err := g.source(t.Context()); err == nil || !strings.Contains(err.Error(), "GOPROXY=off") {
		t.Error(err)
	}
}
