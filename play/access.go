// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Access is what documents may reach outside of the program that reads them. A document is
// whatever somebody else may have written: a spec, a run, a message of a farm. The zero value
// allows nothing. A name that a person typed is that person's own word: see [Typed].
//
// It is the only way from a document to a file or a program: a test of internal/arch finds
// code that opens or starts something by itself.
type Access struct {
	Programs bool   // any program may be started, as whoever runs this one
	Files    string // the directory whose files may be opened; empty for none
	From     string // what names of files are relative to; empty for Files
	Dir      string // where programs run; empty for the working directory
	typed    bool
}

// Typed returns access to what a person names on the command line: any program, and any file.
// Names are relative to dir.
func Typed(dir string) Access { return Access{Programs: true, Dir: dir, typed: true} }

// RefusedError reports something that a document names and may not reach.
type RefusedError struct {
	What string // that would be opened or started
	Why  string // with the flag that allows it
}

func (e *RefusedError) Error() string { return e.What + ": " + e.Why }

// File is a file that a document names.
type File struct {
	Name   string
	SHA256 string // of the content, in hexadecimal digits; empty if the document does not say
	Most   int64  // bytes
}

// The errors of files that are not read.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("too large")
	ErrOtherFile  = errors.New("another file")
)

// Read returns the content of a file and its SHA-256. Nothing is read of what is no regular
// file or too large, and nothing is returned if the content is another than the document says.
func (a Access) Read(f File) (content []byte, sum string, err error) {
	file, err := a.open(f.Name)
	if err != nil {
		return nil, "", err
	}
	defer file.Close() //nolint:errcheck // only read
	if err := measure(file, f); err != nil {
		return nil, "", err
	}
	content, err = io.ReadAll(io.LimitReader(file, f.Most+1)) // it may grow meanwhile
	if err == nil && int64(len(content)) > f.Most {
		err = tooLarge(f)
	}
	if err != nil {
		return nil, "", err
	}
	digest := sha256.Sum256(content)
	sum = hex.EncodeToString(digest[:])
	if f.SHA256 != "" && f.SHA256 != sum {
		return nil, "", fmt.Errorf("%s is %w: its SHA-256 is %s, want %s", Quote(f.Name), ErrOtherFile, sum, Quote(f.SHA256))
	}
	return content, sum, nil
}

// measure refuses what has no size, and what is too large.
func measure(file *os.File, f File) error {
	info, err := file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w", Quote(f.Name), ErrNotRegular)
	case info.Size() > f.Most:
		return tooLarge(f)
	}
	return nil
}

func tooLarge(f File) error {
	return fmt.Errorf("%s: %w: more than %d bytes", Quote(f.Name), ErrTooLarge, f.Most)
}

// open opens a file without waiting for whoever is at the other end of a pipe.
func (a Access) open(name string) (*os.File, error) {
	if a.typed {
		return os.OpenFile(a.path(name), os.O_RDONLY|nonblock, 0)
	}
	what := "the file " + Quote(name) + " would be opened"
	if a.Files == "" {
		return nil, &RefusedError{what, "documents open no files here; --allow-files DIR allows those in DIR"}
	}
	root, err := os.OpenRoot(a.Files)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // what it has opened stays open
	inside, ok := a.within(name)
	if !ok {
		return nil, &RefusedError{what, "it is not in " + a.Files + "; --allow-files names the directory whose files documents may open"}
	}
	file, err := root.OpenFile(inside, os.O_RDONLY|nonblock, 0)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = &RefusedError{what, fmt.Sprintf("not in %s: %v", a.Files, unwrapPath(err))}
	}
	return file, err
}

// within returns a name relative to the directory of files, and whether it can be inside.
func (a Access) within(name string) (string, bool) {
	if a.From != "" && !filepath.IsAbs(name) {
		name = filepath.Join(a.From, name)
	} else if !filepath.IsAbs(name) {
		return name, filepath.IsLocal(name)
	}
	top, err := filepath.Abs(a.Files)
	if err != nil {
		return "", false
	}
	if name, err = filepath.Abs(name); err != nil {
		return "", false
	}
	inside, err := filepath.Rel(top, name)
	return inside, err == nil && filepath.IsLocal(inside)
}

// unwrapPath leaves the name out of an error that names it already.
func unwrapPath(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

// path is where a name leads.
func (a Access) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(a.Dir, name)
}

// Command returns a command that starts a program. No shell reads the words.
func (a Access) Command(words []string) (*exec.Cmd, error) {
	if err := a.program(words); err != nil {
		return nil, err
	}
	name := words[0]
	if strings.ContainsRune(name, filepath.Separator) {
		name = a.path(name)
	}
	cmd := exec.Command(name, words[1:]...) //nolint:noctx // whoever starts it ends it with all it has started
	cmd.Dir = a.Dir
	return cmd, nil
}

func (a Access) program(words []string) error {
	if a.Programs {
		return nil
	}
	what := "the program " + Quote(strings.Join(words, " ")) + " would be started"
	return &RefusedError{what, "documents start no programs here; --allow-exec allows it"}
}

// maxProgram is the size of the largest file that a command may name.
const maxProgram = 1 << 30

// Digests returns the SHA-256 of the files that are named by the words of a command. A word
// that names no regular file is an argument.
func (a Access) Digests(words []string) (map[string]string, error) {
	if err := a.program(words); err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, word := range words {
		sum, err := digest(a.path(word))
		if err != nil {
			return nil, err
		}
		if sum != "" {
			found[word] = sum
		}
	}
	return found, nil
}

func digest(name string) (string, error) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return "", nil // no file of that name
	}
	file, err := os.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // only read
	if err := measure(file, File{Name: name, Most: maxProgram}); err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, io.LimitReader(file, maxProgram))
	return hex.EncodeToString(sum.Sum(nil)), err
}

// Quote writes a name of a document for a message: quoted, if it could be read as something
// else or steer a terminal, and cut if it is long.
func Quote(name string) string {
	const most = 200
	cut := ""
	if len(name) > most {
		name, cut = name[:most], "…"
	}
	if quoted := fmt.Sprintf("%q", name); quoted != `"`+name+`"` || name == "" {
		return quoted + cut
	}
	return name + cut
}
