// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Files made from the other files, which are not in the list of sums.
const (
	sumsName       = "SHA256SUMS"
	provenanceName = "provenance.sigstore.json" // the signed statement, which the workflow adds
	formulaName    = "veil.rb"                  // for Homebrew
	manifestName   = "veil.json"                // for Scoop
)

// add copies the files that other tools made, so that they are in the list of sums, too.
func (r *release) add() error {
	if r.with == "" {
		return nil
	}
	return os.CopyFS(r.out, os.DirFS(r.with))
}

// finish writes the files that are made from the others: the bill of materials, the checksums, and
// from these the formula of Homebrew and the manifest of Scoop.
func (r *release) finish() error {
	sbom, err := os.ReadFile("sbom.cdx.json")
	if err != nil {
		return err
	}
	if err := r.write("veil_"+r.version+".sbom.cdx.json", sbom); err != nil {
		return err
	}
	sums, err := r.sums()
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&lines, "%s  %s\n", sums[name], name)
	}
	manifest, err := r.manifest(sums)
	if err != nil {
		return err
	}
	for name, text := range map[string]string{sumsName: lines.String(), formulaName: r.formula(sums), manifestName: manifest} {
		if text == "" {
			continue // for systems that were not built
		}
		if err := r.write(name, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) write(name string, text []byte) error {
	return os.WriteFile(filepath.Join(r.out, name), text, 0o644)
}

// sums returns the SHA-256 of all files, by name.
func (r *release) sums() (map[string]string, error) {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		sums[e.Name()] = hex.EncodeToString(sum[:])
	}
	return sums, nil
}

func (r *release) address(file string) string {
	return homepage + "/releases/download/v" + r.version + "/" + file
}

// formula returns the Homebrew formula, for macOS and Linux.
func (r *release) formula(sums map[string]string) string {
	var systems strings.Builder
	for _, s := range [][2]string{{"macos", "darwin"}, {"linux", "linux"}} {
		fmt.Fprintf(&systems, "\n  on_%s do\n", s[0])
		for _, c := range [][2]string{{"arm", "arm64"}, {"intel", "amd64"}} {
			file := "veil_" + r.version + "_" + s[1] + "_" + c[1] + ".tar.gz"
			if sums[file] == "" {
				return ""
			}
			fmt.Fprintf(&systems, "    on_%s do\n      url %q\n      sha256 %q\n    end\n", c[0], r.address(file), sums[file])
		}
		systems.WriteString("  end\n")
	}
	return fmt.Sprintf(`# Made by make release; do not edit.
class Veil < Formula
  desc "Exact and bounded play when you cannot see everything"
  homepage %q
  version %q
  license "BSD-3-Clause"
%s
  def install
    bin.install "veil"
    man1.install Dir["man1/*.1"]
    bash_completion.install "completions/veil.bash" => "veil"
    zsh_completion.install "completions/veil.zsh" => "_veil"
    fish_completion.install "completions/veil.fish"
  end

  test do
    (testpath/"wall.txt").write "5x3/2\n.....\n11111\n00000\n"
    assert_match "No guess is needed", shell_output("#{bin}/veil mines check wall.txt")
  end
end
`, homepage, r.version, systems.String())
}

// manifest returns the Scoop manifest, for Windows.
func (r *release) manifest(sums map[string]string) (string, error) {
	type download struct {
		URL  string `json:"url"`
		Hash string `json:"hash"`
		Dir  string `json:"extract_dir"`
	}
	systems := map[string]download{}
	for name, arch := range map[string]string{"64bit": "amd64", "arm64": "arm64"} {
		dir := "veil_" + r.version + "_windows_" + arch
		if sums[dir+".zip"] == "" {
			return "", nil
		}
		systems[name] = download{r.address(dir + ".zip"), sums[dir+".zip"], dir}
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": r.version, "description": "Exact and bounded play when you cannot see everything", "homepage": homepage,
		"license": "BSD-3-Clause", "architecture": systems, "bin": "veil.exe",
	}, "", "    ")
	return string(text) + "\n", err
}
