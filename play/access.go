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

// Access lists the files and programs that a document may reach. A document is anything that
// somebody else may have written: a spec, a run, a message of a farm. The zero value allows
// nothing. Names typed on the command line are trusted: see [Typed].
//
// It is the only way from a document to a file or a program: a test of internal/arch finds code
// that opens files or starts programs directly.
type Access struct {
	Programs bool   // any program may be started, with the rights of this process
	Files    string // the directory whose files may be opened; empty for none
	From     string // directory that file names are relative to; empty for Files
	Dir      string // where programs run; empty for the working directory
	typed    bool
}

// Typed returns access to what a person names on the command line: any program, and any file.
// Names are relative to dir.
func Typed(dir string) Access { return Access{Programs: true, Dir: dir, typed: true} }

// RefusedError reports a file or program that a document names but may not reach.
type RefusedError struct {
	What string // the file or program, and what would be done with it
	Why  string // with the flag that allows it
}

func (e *RefusedError) Error() string { return e.What + ": " + e.Why }

// File is a file that a document names.
type File struct {
	Name   string
	SHA256 string // of the content, in hexadecimal digits; empty if the document does not say
	Most   int64  // bytes
}

// Reasons for which a file is not read.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("too large")
	ErrOtherFile  = errors.New("another file")
)

// Read returns the content of a file and its SHA-256. It refuses a file that is not regular or is
// too large without reading it, and one whose content does not match the SHA-256 in the document.
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

// measure refuses a file that is not regular or is too large.
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

// open opens a file without blocking on a named pipe.
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
		return nil, &RefusedError{what, "not in " + a.Files + "; --allow-files names the directory whose files documents may open"}
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

// unwrapPath strips the file name from a path error, for messages that already contain it.
func unwrapPath(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

// path resolves a name against Dir.
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
	cmd := exec.Command(name, words[1:]...) //nolint:noctx // the caller ends it with every process it has started
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

// Digests returns the SHA-256 of each regular file that a word of the command names. Other words
// are arguments.
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

// Quote prepares a name from a document for a message: it quotes names that contain control or
// other special characters, and cuts them after 200 bytes.
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
