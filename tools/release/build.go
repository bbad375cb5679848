// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// build is one program of a release.
type build struct {
	*release
	flavour

	system, arch string
}

// cold returns flags that turn inlining off in packages where little time is spent, which makes
// them smaller. Packages that count and search are compiled as usual.
func cold() []string {
	const own = "github.com/veilplan/veil/"
	others := strings.Fields("github.com/... golang.org/... google.golang.org/... gonum.org/... charm.land/... codeberg.org/... go.yaml.in/... gopkg.in/... " +
		"net/... crypto/... encoding/gob encoding/asn1 encoding/xml regexp/... os/... runtime/pprof internal/profile text/... html/... image/... go/... mime/... vendor/... compress/... log/... testing/... expvar archive/...")
	ours := strings.Fields("cmd/... web/... experiment/... api cli/... internal/text internal/term internal/raster " +
		"mines/analysis krieg/deduction diag/isolation pomdp krieg/composed krieg/browser/seat krieg/browser/arbiter catalog mines/sweepers krieg/contestants pomdp/cassandra pomdp/pomdpx play/... " +
		"diag pomdp/tabular veiltest problems/hallway/... problems/battleship/... problems/mastermind/... problems/tiger/tigerplayers problems/rocksample/rocksampleplayers problems/tag/tagplayers mines/explain mines/notation mines/certcheck krieg/ending/...")
	var flags []string
	for _, p := range others {
		flags = append(flags, "-gcflags="+p+"=-l")
	}
	flags = append(flags, "-gcflags="+own+"...=")
	for _, p := range ours {
		flags = append(flags, "-gcflags="+own+p+"=-l")
	}
	return flags
}

// program returns the path at which the program is built.
func (b build) program() string {
	return filepath.Join(b.work, b.system+"_"+b.arch, b.name+b.exe())
}

func (b build) exe() string {
	if b.system == "windows" {
		return ".exe"
	}
	return ""
}

// compile builds the program. -buildvcs records the commit even if GOFLAGS says otherwise.
func (b build) compile(ctx context.Context, to string) error {
	overlay, err := b.compressedOnly()
	if err != nil {
		return err
	}
	args := append([]string{"build", "-trimpath", "-buildvcs=true", "-overlay=" + overlay, "-ldflags=-s -w -buildid=", "-tags=" + b.tags, "-o", to}, cold()...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./cmd/veil")...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+b.system, "GOARCH="+b.arch)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build %s for %s/%s: %w", b.name, b.system, b.arch, err)
	}
	return nil
}

// embedded is the folder of the page that the program embeds; pageList is its list of compressed files.
const (
	embedded = "web/static"
	pageList = "compressed.json"
)

// packedList is the list of the package web/packed.
type packedList struct {
	Level int               `json:"level"`
	Tags  map[string]string `json:"tags"`
	Alone []string          `json:"alone"`
}

// compressedOnly writes an overlay for the go command in which the scripts, styles and data of the
// page exist only in compressed form, and the page's list has them under "alone". The program then
// embeds each once.
func (b build) compressedOnly() (file string, err error) {
	here, err := filepath.Abs(embedded)
	if err != nil {
		return "", err
	}
	var list packedList
	text, err := os.ReadFile(filepath.Join(here, pageList))
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return "", fmt.Errorf("the page is not packed (run: make assets): %w", err)
	}
	replace := map[string]string{filepath.Join(here, pageList): filepath.Join(b.work, pageList)}
	for name := range list.Tags {
		if plain := filepath.Join(here, name); slices.Contains([]string{".js", ".css", ".json"}, path.Ext(name)) && exists(plain) && exists(plain+".br") {
			replace[plain] = ""
			list.Alone = append(list.Alone, name)
		}
	}
	slices.Sort(list.Alone)
	file = filepath.Join(b.work, "overlay.json")
	return file, errors.Join(writeJSON(filepath.Join(b.work, pageList), list), writeJSON(file, map[string]any{"Replace": replace}))
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func writeJSON(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o600)
}

// collect gathers the companions of the programs; this machine's program prints manual pages and
// completions.
func (r *release) collect(ctx context.Context) error {
	here := build{r, r.flavours[0], runtime.GOOS, runtime.GOARCH}
	if err := here.compile(ctx, here.program()); err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "THIRD_PARTY_NOTICES", "README.md", "CHANGELOG.md", "sbom.cdx.json"} {
		r.extras = append(r.extras, entry{from: name, name: name, mode: 0o644})
	}
	for _, name := range []string{"systemd/veil.service", "systemd/veil.conf"} {
		r.extras = append(r.extras, entry{from: "tools/release/" + name, name: name, mode: 0o644})
	}
	man := filepath.Join(r.work, "man1")
	cmd := exec.CommandContext(ctx, here.program(), "man", man)
	cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.when.Unix()))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("veil man: %w\n%s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(man, "*.1"))
	if err != nil || len(pages) == 0 {
		return fmt.Errorf("veil man wrote no pages: %w", err)
	}
	for _, page := range pages {
		r.extras = append(r.extras, entry{from: page, name: "man1/" + filepath.Base(page), mode: 0o644})
	}
	return r.completions(ctx, here.program())
}

// completions adds the completion scripts of all shells.
func (r *release) completions(ctx context.Context, program string) error {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script, err := exec.CommandContext(ctx, program, "completion", shell).Output()
		if err != nil {
			return fmt.Errorf("veil completion %s: %w", shell, err)
		}
		file := filepath.Join(r.work, "veil."+shell)
		if err := os.WriteFile(file, script, 0o600); err != nil {
			return err
		}
		r.extras = append(r.extras, entry{from: file, name: "completions/veil." + shell, mode: 0o644})
	}
	return nil
}
