// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
)

// madeBy returns the version and build settings of this program.
func (a *app) madeBy() experiment.Provenance {
	by := experiment.Provenance{Veil: a.Version, Go: runtime.Version(), Arch: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return by
	}
	if info.Main.Path != home {
		by.Veil = fmt.Sprintf("%s in %s %s", veilVersion(info), info.Main.Path, a.Version)
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			by.Veil += fmt.Sprintf(" (%.12s)", s.Value)
		case "GOAMD64", "GOARM64":
			by.Arch += " " + s.Value
		}
	}
	return by
}

// home is the module path of veil.
const home = "github.com/veilplan/veil"

// veilVersion returns the version of veil in a program of another module.
func veilVersion(info *debug.BuildInfo) string {
	for _, m := range info.Deps {
		if m.Path != home {
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		return cmp.Or(strings.Trim(m.Version, "()"), "devel")
	}
	return "devel"
}

// build identifies this program: workers and runs must have the same build. If the version does not
// identify all sources, the digest of the executable is added.
func (a *app) build() string {
	by := a.madeBy()
	if info, ok := debug.ReadBuildInfo(); ok && traceable(info) {
		return farm.Build(by, "")
	}
	digest, err := ownDigest()
	if err != nil {
		digest = ""
	}
	return farm.Build(by, digest)
}

// traceable reports whether a version identifies all sources of a program.
func traceable(info *debug.BuildInfo) bool {
	for _, m := range info.Deps {
		if m.Replace != nil && (m.Replace.Version == "" || m.Replace.Version == "(devel)") {
			return false // replaced by a directory
		}
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			modified = s.Value
		}
	}
	if revision != "" {
		return modified == "false"
	}
	v := info.Main.Version
	return v != "" && v != "(devel)" && !strings.Contains(v, "+dirty")
}

// ownDigest returns the SHA-256 of the executable.
func ownDigest() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // only read
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
