// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
)

// TestInstallCommands: a worker that is too old prints the command for its system, and ends with its own exit code.
func TestInstallCommands(t *testing.T) {
	for _, c := range []struct {
		os, program, file, want string
	}{
		{"linux", "/usr/bin/veil", "/var/lib/dpkg/info/veil.list", "sudo dpkg -i veil_1.4.0_linux_amd64.deb"},
		{"linux", "/usr/bin/veil", "/usr/lib/sysimage/rpm", "sudo rpm -U veil_1.4.0_linux_amd64.rpm"},
		{"linux", "/home/ann/go/bin/veil", "", "go install github.com/veilplan/veil/cmd/veil@v1.4.0"},
		{"linux", "/opt/veil", "/var/lib/dpkg/info/veil.list", "/releases/download/v1.4.0/veil_1.4.0_linux_amd64.tar.gz | tar -xz veil"},
		{"darwin", "/usr/local/bin/veil", "", "veil_1.4.0_darwin_amd64.tar.gz | tar -xz veil"},
		{"windows", `C:\veil.exe`, "", "tar -xf veil_1.4.0_windows_amd64.zip veil.exe"},
	} {
		s := system{c.os, "amd64", c.program, func(name string) bool { return name == c.file }}
		if got := installCommand("v1.4.0", s); !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s, want %s", c.os, c.program, got, c.want)
		}
	}
	f := frame.AsFailure(quarantined(&farm.OutdatedError{Have: "v1.0.0", Want: "v1.4.0"}))
	if f.Code != frame.ExitOutdated || !slices.ContainsFunc(f.Notes, func(n string) bool { return strings.Contains(n, "1.4.0") }) {
		t.Errorf("%+v", f)
	}
	if f := frame.AsFailure(quarantined(errors.New("x"))); f.Code != frame.ExitUsage {
		t.Errorf("%+v", f)
	}
}
