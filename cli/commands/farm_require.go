// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
)

const farmRequireLong = `require states which version the workers of a farm need, or a later one. Workers that are older,
connected now or later, print the command that installs it, return what they have, and exit with
code 6; no worker replaces its program. The keys of the farm sign the statement, and workers
believe no other. Workers without a released version continue.

The last statement counts: v0.0.0 lets all workers in again.`

func newFarmRequire(a *app) *cobra.Command {
	var dir, servers string
	var expires time.Duration
	cmd := frame.Verb("require VERSION", "end the workers that are older than a version", farmRequireLong,
		"veil farm require v1.4.0 --servers tls://farm.example.org:4222", "veil farm require v0.0.0 --servers tls://farm.example.org:4222")
	flags := cmd.Flags()
	flags.StringVar(&dir, "dir", "farm", "`DIR` of the farm")
	flags.StringVar(&servers, "servers", "", "`URLS` of the farm's servers, separated by commas (default: nats://127.0.0.1:4222)")
	flags.DurationVar(&expires, "expires", 30*24*time.Hour, "how `LONG` the statement is valid")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		now := time.Now()
		keyring, err := a.findKeyring(dir)
		if err != nil {
			return err
		}
		if err := keyring.Require(cmd.Context(), servers, farm.Requirement{Version: args[0], Until: now.Add(expires)}, now); err != nil {
			return noFarm(err)
		}
		return nil
	}
	return cmd
}

// system has the facts that decide how veil is installed.
type system struct {
	os, arch, program string
	exists            func(name string) bool
}

func thisSystem() system {
	program, err := os.Executable()
	if err != nil {
		program = ""
	}
	return system{runtime.GOOS, runtime.GOARCH, program, func(name string) bool { _, err := os.Lstat(name); return err == nil }}
}

// installCommand returns the command that installs a version in the way this program was installed:
// as a package, by go install, or from an archive.
func installCommand(version string, s system) string {
	file := fmt.Sprintf("veil_%s_%s_%s", strings.TrimPrefix(version, "v"), s.os, s.arch)
	download := frame.Repository + "/releases/download/" + version + "/" + file
	switch {
	case s.program == "/usr/bin/veil" && s.exists("/var/lib/dpkg/info/veil.list"):
		return fmt.Sprintf("curl -LO %s.deb && sudo dpkg -i %s.deb", download, file)
	case s.program == "/usr/bin/veil" && (s.exists("/var/lib/rpm") || s.exists("/usr/lib/sysimage/rpm")):
		return fmt.Sprintf("curl -LO %s.rpm && sudo rpm -U %s.rpm", download, file)
	case strings.HasSuffix(filepath.ToSlash(filepath.Dir(s.program)), "go/bin"):
		return "go install github.com/veilplan/veil/cmd/veil@" + version
	case s.os == "windows":
		return fmt.Sprintf("curl.exe -LO %s.zip && tar -xf %s.zip veil.exe", download, file)
	default:
		return fmt.Sprintf("curl -L %s.tar.gz | tar -xz veil", download)
	}
}
