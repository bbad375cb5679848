// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// Ending is the file name suffix of problem files: one JSON document per line, gzipped.
const Ending = ".jsonl.gz"

// Limits of a file from elsewhere.
const (
	maxFile = 1 << 30
	maxLine = 1 << 26
)

// Sets returns the names of the published sets, such as "seed-3".
func Sets() []string {
	names, err := fs.Glob(published, "*"+Ending)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i := range names {
		names[i] = strings.TrimSuffix(path.Base(names[i]), Ending)
	}
	return names
}

// Load returns a published set.
func Load(set string) ([]Problem, error) {
	file, err := published.Open(set + Ending)
	if err != nil {
		return nil, fmt.Errorf("no set %q; there are %s", set, strings.Join(Sets(), ", "))
	}
	return Read(file)
}

// Find returns a published problem by its ID, such as "seed-3-17".
func Find(id string) (*Problem, error) {
	for _, set := range Sets() {
		if !strings.HasPrefix(id, set+"-") {
			continue
		}
		list, err := Load(set)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if list[i].ID == id {
				return &list[i], nil
			}
		}
	}
	return nil, fmt.Errorf("no problem %q; see: veil krieg problems list", id)
}

// Read reads a file of problems.
func Read(r io.Reader) ([]Problem, error) {
	z, err := gzip.NewReader(bufio.NewReader(r))
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(io.LimitReader(z, maxFile))
	lines.Buffer(nil, maxLine)
	var list []Problem
	for lines.Scan() {
		var p Problem
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("problem %d: %w", len(list)+1, err)
		}
		list = append(list, p)
	}
	return list, errors.Join(lines.Err(), z.Close())
}

// Write writes a file of problems. The same problems give the same bytes.
func Write(w io.Writer, list []Problem) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	for i := range list {
		text, err := json.Marshal(&list[i])
		if err != nil {
			return err
		}
		if _, err := z.Write(append(bytes.TrimSpace(text), '\n')); err != nil {
			return err
		}
	}
	return z.Close()
}
