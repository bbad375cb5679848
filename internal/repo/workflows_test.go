// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whoever can move a tag of an action, or take over its account, runs code with the rights of a workflow: an action is named by
// its commit, with the tag as a remark, and a workflow has the rights it names and no others.
var (
	usesLine   = regexp.MustCompile(`^\s*(?:-\s+)?uses:\s*(\S+)\s*(?:#\s*(\S*))?`)
	pinned     = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	versionTag = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)
	runsOthers = regexp.MustCompile(`^\s*pull_request_target:`)
)

// workflowFaults lists what a workflow should not have.
func workflowFaults(text string) (faults []string) {
	rights := false
	for i, line := range strings.Split(text, "\n") {
		say := func(format string, args ...any) {
			faults = append(faults, fmt.Sprintf("line %d: ", i+1)+fmt.Sprintf(format, args...))
		}
		if m := usesLine.FindStringSubmatch(line); m != nil {
			if !pinned.MatchString(m[1]) {
				say("%s is not named by the 40 digits of a commit", m[1])
			} else if !versionTag.MatchString(m[2]) {
				say("%s has no remark with its version, such as # v1.2.3", m[1])
			}
		}
		rights = rights || line == "permissions:" || line == "permissions: {}"
		if line == "permissions: write-all" || strings.HasPrefix(line, "  contents: write") {
			say("every job may write: give the right to the job that needs it")
		}
		if runsOthers.MatchString(line) {
			say("pull_request_target gives the rights of this repository to changes of others")
		}
	}
	if !rights {
		faults = append(faults, "there is no permissions: at the top, so the token may do what the settings of the repository say")
	}
	return faults
}

// TestWorkflows: actions are named by commits, and workflows by the rights they need.
func TestWorkflows(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(root, ".github/workflows/*"))
	if err != nil || len(names) < 3 {
		t.Fatalf("%v, %v: want three workflows", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range workflowFaults(string(text)) {
			t.Errorf("%s: %s", filepath.Base(name), fault)
		}
	}
}

// TestWorkflowFaults plants each fault.
func TestWorkflowFaults(t *testing.T) {
	const commit = "fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09"
	const good = "permissions:\n  contents: read\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@" + commit + " # v5.1.0\n"
	if faults := workflowFaults(good); len(faults) != 0 {
		t.Errorf("a good workflow: %v", faults)
	}
	for _, c := range []struct{ from, to, want string }{
		{"@" + commit + " # v5.1.0", "@v5", "not named by the 40 digits"},
		{"@" + commit, "@" + commit[:39], "not named by the 40 digits"},
		{"@" + commit, "@main", "not named by the 40 digits"},
		{"@" + commit, "", "not named by the 40 digits"},
		{"actions/checkout@" + commit, "./../other", "not named by the 40 digits"},
		{" # v5.1.0", "", "no remark"},
		{" # v5.1.0", " # v5", "no remark"},
		{"permissions:\n  contents: read\n", "", "no permissions: at the top"},
		{"permissions:\n  contents: read\n", "permissions: write-all\n", "every job may write"},
		{"contents: read", "contents: write", "every job may write"},
		{"jobs:", "on:\n  pull_request_target:\njobs:", "pull_request_target"},
	} {
		if got := strings.Join(workflowFaults(strings.Replace(good, c.from, c.to, 1)), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%q for %q: %q; want %q", c.to, c.from, got, c.want)
		}
	}
}

// TestReleaseIsSigned: the release workflow signs what it makes and tries the documented commands before anybody sees it.
func TestReleaseIsSigned(t *testing.T) {
	text, at := read(t, ".github/workflows/release.yml"), 0
	for _, step := range []string{"make release-check\n", "make release\n", "uses: actions/attest-build-provenance@", "subject-path: dist/release/*\n", "provenance.sigstore.json", "tools/release-verify dist/release\n", "gh release create"} {
		i := strings.Index(text[at:], step)
		if i < 0 {
			t.Fatalf("after %q there is no %q", text[:at], step)
		}
		at += i
	}
	for _, right := range []string{"      id-token: write", "      attestations: write"} {
		if !strings.Contains(text, right) {
			t.Errorf("the job lacks %s", strings.TrimSpace(right))
		}
	}
	if install := read(t, "docs/guides/install.md"); !strings.Contains(install, "gh attestation verify SHA256SUMS --repo veilplan/veil --signer-workflow veilplan/veil/.github/workflows/release.yml") {
		t.Error("docs/guides/install.md does not say how to verify a release")
	}
}

// TestReleaseVerify: the documented commands refuse what was changed. The signature itself is tried where gh and a signed release are.
func TestReleaseVerify(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", "/usr/bin:/bin")
	put("veil_1_linux_amd64.tar.gz", "archive")
	put("SHA256SUMS", "9ff3cea8f0cfd0e7f8bd1efbe9da11fa2ab52a16bcf5a8cbd48c3ef1b8f3b1aa  veil_1_linux_amd64.tar.gz\n")
	if out, err := script(t, "tools/release-verify", dir); err == nil || !strings.Contains(out, "the checksums of") {
		t.Errorf("a wrong sum: %v, %s", err, out)
	}
	put("SHA256SUMS", fmt.Sprintf("%x", sha256.Sum256([]byte("archive")))+"  veil_1_linux_amd64.tar.gz\n")
	out, err := script(t, "tools/release-verify", dir)
	for _, want := range []string{"refused: an archive with one byte more", "refused: a list without any file it names"} {
		if !strings.Contains(out, want) {
			t.Errorf("%v, %s: want %q", err, out, want)
		}
	}
}
