// SPDX-License-Identifier: BSD-3-Clause

package skeleton

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// maxName is the length of the longest name: it is part of file names.
const maxName = 32

var plainName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// check reports a name that cannot be one in Go, in a file name or in the samples.
func (r Request) check() error {
	const plain = "use small letters and digits, a letter first, such as rescue"
	name := r.base()
	group, _, grouped := strings.Cut(r.Name, ".")
	switch {
	case r.Kind == "verb" && (!grouped || !plainName.MatchString(group) || !plainName.MatchString(name) || strings.Count(r.Name, ".") != 1):
		return failure("use a group, a dot and a name in small letters, such as diag.count", "verb %q: want GROUP.NAME", r.Name)
	case r.Kind != "verb" && !plainName.MatchString(r.Name):
		return failure(plain, "%s %q: not a name", r.Kind, r.Name)
	case len(r.Name) > maxName:
		return failure("choose a shorter name", "%s %q: %d letters, want at most %d", r.Kind, r.Name, len(r.Name), maxName)
	case token.IsKeyword(name) || types.Universe.Lookup(name) != nil:
		return failure("choose another name", "%s %q: a word of Go", r.Kind, r.Name)
	case inSample(r.Kind, name):
		return failure("choose another name", "%s %q: the skeleton uses this word for something else", r.Kind, r.Name)
	case reserved.MatchString(name):
		return failure("choose another name", "%s %q: Windows has no file of this name", r.Kind, r.Name)
	}
	return nil
}

// reserved matches the names of devices, which no file can have on Windows.
var reserved = regexp.MustCompile(`^(con|prn|aux|nul|(com|lpt)[0-9])$`)

// inSample reports whether a name, in small letters or with a capital, is an identifier of the samples.
func inSample(kind, name string) (found bool) {
	identifiers(kind, func(id string) { found = found || strings.EqualFold(id, name) })
	return found && !strings.EqualFold(name, sampleName(kind))
}

// sampleName is the name that a skeleton replaces: it may be asked for, too.
func sampleName(kind string) string {
	return map[string]string{"domain": "hideout", "player": "prober", "verb": "tally"}[kind]
}
