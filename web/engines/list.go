// SPDX-License-Identifier: BSD-3-Clause

package engines

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/veilplan/veil/web/packed"
)

// listName is the file with the sums of all others.
const listName = "sums.json"

// list describes a directory of engines.
type list struct {
	Version string            `json:"version"` // of the program
	Module  string            `json:"module"`  // the sum of its sources
	Files   map[string]string `json:"files"`   // SHA-256 by name
}

// Read returns the files of a program's engines by name, from the user's cache directory. The error
// is [fs.ErrNotExist] if they were never built; any other names the damaged file. The returned
// bytes are the verified ones.
func Read(cache string, p Program) (map[string][]byte, error) {
	dir := p.Dir(cache)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // only read
	sums, err := readList(root, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, listName), err)
	}
	files := map[string][]byte{}
	for name, want := range sums {
		text, err := root.ReadFile(filepath.FromSlash(name))
		if err == nil && sum(text) != want {
			err = fmt.Errorf("SHA-256 is %s, want %s", sum(text), want)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, name), hidden(err))
		}
		files[name] = text
	}
	return files, nil
}

// readList returns the sums in a directory that belongs to this program and has every engine.
func readList(root *os.Root, p Program) (map[string]string, error) {
	text, err := root.ReadFile(listName)
	if err != nil {
		return nil, hidden(err)
	}
	var l list
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, err
	}
	if l.Version != p.Version || l.Module != p.Sum {
		return nil, fmt.Errorf("for veil %s (%s), this is %s (%s)", l.Version, l.Module, p.Version, p.Sum)
	}
	for _, name := range append(Files(), packed.ListName) {
		if l.Files[name] == "" && l.Files[name+packed.Brotli().Suffix] == "" {
			return nil, fmt.Errorf("%s is not listed", name)
		}
	}
	return l.Files, nil
}

// hidden returns an error about a lost file. It is not [fs.ErrNotExist], which means that nothing
// was built.
func hidden(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("missing")
	}
	return err
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}

// writeList writes the sums of the files of a directory.
func writeList(dir string, p Program) error {
	l := list{p.Version, p.Sum, map[string]string{}}
	files := os.DirFS(dir)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		l.Files[name] = sum(text)
		return err
	})
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, listName), append(text, '\n'), 0o644)
}
