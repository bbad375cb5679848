// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"debug/macho"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// verifyAll reads the files of a release as a downloader would, and checks that they agree with
// each other.
func verifyAll(dir string) error {
	sums, err := (&release{out: dir}).sums()
	if err != nil {
		return err
	}
	archives := archivesOf(sums)
	if len(archives) == 0 {
		return fmt.Errorf("%s has no archives", dir)
	}
	errs := []error{verifySums(dir, sums), verifyFormula(dir, sums), verifyManifest(dir, sums)}
	for _, name := range archives {
		errs = append(errs, verifyProgram(dir, name))
	}
	return errors.Join(errs...)
}

// archivesOf returns the archives that have a program.
func archivesOf(sums map[string]string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(sums)), func(name string) bool {
		return !strings.HasSuffix(name, ".tar.gz") && !strings.HasSuffix(name, ".zip") || strings.HasPrefix(name, "veil-site")
	})
}

// verifySums checks that the list has every file with its sum, except the files made from the list
// itself.
func verifySums(dir string, sums map[string]string) error {
	text, err := os.ReadFile(filepath.Join(dir, sumsName))
	if err != nil {
		return err
	}
	want := maps.Clone(sums)
	for _, later := range []string{sumsName, formulaName, manifestName, provenanceName} {
		delete(want, later)
	}
	listed := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		listed[name] = sum
	}
	if !maps.Equal(listed, want) {
		return fmt.Errorf("%s does not have the sums of the other files", sumsName)
	}
	return nil
}

var formulaFile = regexp.MustCompile(`url "([^"]*)"\s*sha256 "([^"]*)"`)

// verifyFormula checks that the Homebrew formula names the four archives at the release's address,
// with their sums.
func verifyFormula(dir string, sums map[string]string) error {
	want := downloads(sums, ".tar.gz")
	text, err := os.ReadFile(filepath.Join(dir, formulaName))
	if errors.Is(err, fs.ErrNotExist) && len(want) < 4 {
		return nil // a system was not built for
	}
	files := map[string]string{}
	for _, m := range formulaFile.FindAllStringSubmatch(string(text), -1) {
		files[m[1]] = m[2]
	}
	return errors.Join(err, compare(formulaName, files, want))
}

// verifyManifest checks that the Scoop manifest names the two archives, with their sums, and the
// directory and program in each.
func verifyManifest(dir string, sums map[string]string) error {
	want := downloads(sums, ".zip")
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) && len(want) < 2 {
		return nil // a system was not built for
	}
	var manifest struct {
		Architecture map[string]struct {
			URL, Hash string
			Dir       string `json:"extract_dir"`
		}
		Bin string
	}
	if err := errors.Join(err, json.Unmarshal(text, &manifest)); err != nil {
		return fmt.Errorf("%s: %w", manifestName, err)
	}
	files := map[string]string{}
	for _, a := range manifest.Architecture {
		files[a.URL] = a.Hash
		if _, err := fileOf(filepath.Join(dir, path.Base(a.URL)), a.Dir+"/"+manifest.Bin); err != nil {
			return fmt.Errorf("%s: %w", manifestName, err)
		}
	}
	return compare(manifestName, files, want)
}

// downloads returns the sums of the full program's archives of one kind, by address.
func downloads(sums map[string]string, suffix string) map[string]string {
	files := map[string]string{}
	for name, sum := range sums {
		if parts := strings.Split(name, "_"); parts[0] == "veil" && strings.HasSuffix(name, suffix) {
			files["https://github.com/veilplan/veil/releases/download/v"+parts[1]+"/"+name] = sum
		}
	}
	return files
}

func compare(by string, files, want map[string]string) error {
	if !maps.Equal(files, want) {
		return fmt.Errorf("%s names %v, want %v", by, files, want)
	}
	return nil
}

// verifyProgram checks that the program of an archive is built for the system in the archive's
// name, from a commit, without cgo or paths.
func verifyProgram(dir, archive string) error {
	base := strings.TrimSuffix(strings.TrimSuffix(archive, ".tar.gz"), ".zip")
	parts := strings.Split(base, "_") // name, version, system, architecture
	if len(parts) != 4 {
		return fmt.Errorf("%s: want name_version_system_architecture", archive)
	}
	name := parts[0]
	if parts[2] == "windows" {
		name += ".exe"
	}
	program, err := fileOf(filepath.Join(dir, archive), base+"/"+name)
	if err != nil {
		return err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return fmt.Errorf("%s: %w", archive, err)
	}
	got := map[string]string{}
	for _, s := range info.Settings {
		got[s.Key] = s.Value
	}
	for _, want := range [][2]string{{"GOOS", parts[2]}, {"GOARCH", parts[3]}, {"CGO_ENABLED", "0"}, {"-trimpath", "true"}, {"vcs.modified", "false"}} {
		if key := want[0]; got[key] != want[1] {
			return fmt.Errorf("%s: %s is %q, want %q", archive, key, got[key], want[1])
		}
	}
	if parts[2] == "darwin" && parts[3] == "arm64" && !signed(program) {
		return fmt.Errorf("%s: the program has no signature, so macOS does not start it", archive)
	}
	return nil
}

// signed reports whether a program for macOS has a signature; the linker makes one without an identity.
func signed(program []byte) bool {
	const codeSignature = 0x1d // LC_CODE_SIGNATURE
	file, err := macho.NewFile(bytes.NewReader(program))
	return err == nil && slices.ContainsFunc(file.Loads, func(l macho.Load) bool { return binary.LittleEndian.Uint32(l.Raw()) == codeSignature })
}

// fileOf returns the content of a file in an archive.
func fileOf(archive, name string) (text []byte, err error) {
	if strings.HasSuffix(archive, ".zip") {
		text, err = zippedFile(archive, name)
	} else {
		text, err = tarredFile(archive, name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: no %s: %w", filepath.Base(archive), name, err)
	}
	return text, nil
}

func zippedFile(archive, name string) ([]byte, error) {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer func() { _ = z.Close() }() // it was only read
	return fs.ReadFile(z, name)
}

func tarredFile(archive, name string) ([]byte, error) {
	packed, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer func() { _ = packed.Close() }() // it was only read
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	for files := tar.NewReader(z); ; {
		header, err := files.Next()
		if err != nil {
			return nil, err
		}
		if header.Name == name {
			return io.ReadAll(files)
		}
	}
}
