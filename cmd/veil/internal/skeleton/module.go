// SPDX-License-Identifier: BSD-3-Clause

package skeleton

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// home is the module path of veil; language is the Go version that it needs.
const (
	home     = "github.com/veilplan/veil"
	language = "1.26.0"
)

// release matches a version that a go.mod can require. The version of a modified checkout ends in +dirty.
var release = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

// module returns go.mod and, where the checksums are at hand, go.sum.
func (r Request) module() ([]file, error) {
	head := "module example.org/" + r.Name + "\n\ngo " + language + "\n\nrequire " + home + " "
	switch {
	case r.Replace != "":
		return r.replaced(head)
	case !release.MatchString(r.Version):
		return nil, failure("build against a checkout of veil: --replace DIR", "this veil has no version that a module can require: %q", r.Version)
	}
	return []file{{"go.mod", head + r.Version + "\n"}}, nil
}

// replaced returns the files of a module that uses a checkout. Its requirements and checksums are those of the
// checkout, so that nothing needs to be looked up.
func (r Request) replaced(head string) ([]file, error) {
	dir, err := filepath.Abs(r.Replace)
	if err != nil {
		return nil, err
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !strings.HasPrefix(string(mod), "module "+home+"\n") {
		return nil, failure("give the directory that has the go.mod of "+home, "--replace %s: not a checkout of veil", r.Replace)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		return nil, err
	}
	text := head + "v0.0.0\n\nreplace " + home + " => " + quoted(dir) + "\n\nrequire (\n" + indirect(string(mod)) + ")\n"
	return []file{{"go.mod", text}, {"go.sum", string(sums)}}, nil
}

// quoted returns a path as go.mod wants it.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t\"'`()[]{},;") {
		return strconv.Quote(path)
	}
	return path
}

// indirect lists the requirements of a go.mod as lines of another, which needs them only for veil.
func indirect(mod string) string {
	var list strings.Builder
	inside := false
	for line := range strings.Lines(mod) {
		line = strings.TrimSpace(line)
		switch {
		case line == "require (":
			inside = true
		case line == ")":
			inside = false
		case inside && line != "":
			list.WriteString("\t" + strings.TrimSuffix(line, " // indirect") + " // indirect\n")
		}
	}
	return list.String()
}
