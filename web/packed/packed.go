// SPDX-License-Identifier: BSD-3-Clause

// Package packed says which compressed files of a page are worth their name. A file name.br
// or name.gz beside name is the same, compressed; if name changes they are of no use, and
// must never be sent. So whoever makes them lists what they were made of. Of large files a program
// has only name.br.
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

// ListName is the file of a page that has its list.
const ListName = "compressed.json"

// List is what the compressed files of a page were made of.
type List struct {
	Level int               `json:"level"` // of brotli
	Tags  map[string]string `json:"tags"`  // of the contents, by name
	Alone []string          `json:"alone"` // names of files of which there is one form only
}

// Form is a way to compress.
type Form struct{ Suffix, Encoding string }

// Brotli is the best way to compress, and the one that a program embeds.
func Brotli() Form { return Form{".br", "br"} }

// Forms are the ways to compress, the best first.
func Forms() []Form { return []Form{Brotli(), {".gz", "gzip"}} }

// IsForm reports whether a file is another one, compressed.
func IsForm(name string) bool {
	return slices.ContainsFunc(Forms(), func(f Form) bool { return strings.HasSuffix(name, f.Suffix) })
}

// Tag names a content.
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

// Contains reports whether a page has a file, plain or compressed. It does not read the list: every command
// asks when it starts.
func Contains(files fs.FS, name string) bool {
	_, plain := fs.Stat(files, name)
	_, small := fs.Stat(files, name+Brotli().Suffix)
	return plain == nil || small == nil
}
