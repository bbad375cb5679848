// SPDX-License-Identifier: BSD-3-Clause

// Package packed determines which compressed files of a page are up to date. A file name.br or
// name.gz beside name has the same content, compressed; after a change of name it is stale and must
// not be sent. So the program that compresses lists the digests of the sources. For large files a
// program may have only name.br.
package packed

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// ListName is the name of the list in a page's folder.
const ListName = "compressed.json"

// List contains the digests of the files that were compressed.
type List struct {
	Level int               `json:"level"` // brotli's level
	Tags  map[string]string `json:"tags"`  // digests of the contents, by name
	Alone []string          `json:"alone"` // files that exist only in compressed form
}

// Form is a compressed form of a file.
type Form struct{ Suffix, Encoding string }

// Brotli returns the smallest form, which programs embed.
func Brotli() Form { return Form{".br", "br"} }

// Forms returns all forms, smallest first.
func Forms() []Form { return []Form{Brotli(), {".gz", "gzip"}} }

// IsForm reports whether a file is the compressed form of another.
func IsForm(name string) bool {
	return slices.ContainsFunc(Forms(), func(f Form) bool { return strings.HasSuffix(name, f.Suffix) })
}

// Tag returns the digest of a content.
func Tag(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// Read reads the list of a page. It is empty if there is none.
func Read(files fs.FS) (List, error) {
	text, err := fs.ReadFile(files, ListName)
	if errors.Is(err, fs.ErrNotExist) {
		return List{Tags: map[string]string{}}, nil
	}
	if err != nil {
		return List{}, err
	}
	return Parse(text)
}

// Parse reads the text of a list.
func Parse(text []byte) (List, error) {
	list := List{Tags: map[string]string{}}
	if err := json.Unmarshal(text, &list); err != nil {
		return list, fmt.Errorf("%s: %w", ListName, err)
	}
	return list, nil
}

// Contains reports whether a page has a file, plain or compressed. It does not read the list,
// because every command calls it at startup.
func Contains(files fs.FS, name string) bool {
	_, plain := fs.Stat(files, name)
	_, small := fs.Stat(files, name+Brotli().Suffix)
	return plain == nil || small == nil
}
