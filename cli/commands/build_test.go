// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"runtime/debug"
	"testing"
)

// TestTraceable: two programs that may differ never have the same name on a farm because of
// what the linker recorded.
func TestTraceable(t *testing.T) {
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: modified}}
	}
	main := func(version string) debug.Module { return debug.Module{Path: "example.org/x", Version: version} }
	replaced := func(version string) []*debug.Module {
		return []*debug.Module{{Path: home, Version: "v1.0.0", Replace: &debug.Module{Path: "../veil", Version: version}}}
	}
	for _, c := range []struct {
		name string
		info debug.BuildInfo
		want bool
	}{
		{"released", debug.BuildInfo{Main: main("v1.2.3")}, true},
		{"a commit", debug.BuildInfo{Main: main("(devel)"), Settings: vcs("false")}, true},
		{"changed sources", debug.BuildInfo{Main: main("v0.0.0-20260101000000-0123456789ab+dirty"), Settings: vcs("true")}, false},
		{"no version", debug.BuildInfo{Main: main("(devel)")}, false},
		{"a replaced module", debug.BuildInfo{Main: main("v1.2.3"), Deps: replaced("")}, false},
		{"a replaced module, as the linker writes it", debug.BuildInfo{Main: main("v1.2.3"), Deps: replaced("(devel)")}, false},
		{"a fork", debug.BuildInfo{Main: main("v1.2.3"), Deps: replaced("v1.0.1")}, true},
	} {
		if got := traceable(&c.info); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	for version, want := range map[string]string{"": "devel", "(devel)": "devel", "v1.0.1": "v1.0.1"} {
		if got := veilVersion(&debug.BuildInfo{Deps: replaced(version)}); got != want {
			t.Errorf("a veil replaced by %q has version %s", version, got)
		}
	}
}
