// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// printHelp returns all help and descriptions of a build.
func printHelp(ctx context.Context, s *side, _ int) ([]answer, error) {
	var list []answer
	for _, part := range []func(context.Context) ([]answer, error){s.commandHelp, s.scripts, s.manual, s.description, s.documents} {
		more, err := part(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// say runs a command that prints help.
func (s *side) say(ctx context.Context, verb string, args ...string) (answer, error) {
	parts, err := s.run(ctx, "", args...)
	return answer{verb: verb, label: "veil " + strings.Join(args, " "), parts: parts}, err
}

// commandHelp returns the help of every command, found in the help of the command above it, and of
// every topic.
func (s *side) commandHelp(ctx context.Context) (list []answer, err error) {
	for todo := [][]string{nil}; len(todo) > 0; todo = todo[1:] {
		a, err := s.say(ctx, "command", append(slices.Clone(todo[0]), "--help")...)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
		for _, name := range block(string(a.parts[1].text), "Commands:", commandPattern) {
			todo = append(todo, append(slices.Clone(todo[0]), name))
		}
	}
	for _, topic := range block(string(list[0].parts[1].text), "Help topics", topicPattern) {
		a, err := s.say(ctx, "topic", "help", topic)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// Patterns of the names in a list of commands, and in one of topics.
const (
	commandPattern = `(?m)^  ([a-z-]+)  `
	topicPattern   = `([a-z-]+)(?:,|$)`
)

// block returns the names that a pattern finds in the paragraph below a heading.
func block(help, heading, pattern string) (names []string) {
	_, text, _ := strings.Cut(help, "\n"+heading)
	text, _, _ = strings.Cut(text, "\n\n")
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// scripts returns the completion scripts of every shell.
func (s *side) scripts(ctx context.Context) (list []answer, err error) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		a, err := s.say(ctx, "completion", "completion", shell)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// manual returns every manual page.
func (s *side) manual(ctx context.Context) ([]answer, error) {
	if _, err := s.run(ctx, "", "man", "manual"); err != nil {
		return nil, err
	}
	return files("manual page", filepath.Join(s.dir, "manual"), nil)
}

// description returns the server's description of its routes.
func (s *side) description(ctx context.Context) ([]answer, error) {
	parts, err := s.request(ctx, question{Get: "/openapi.json"})
	return []answer{{verb: "openapi", label: "GET /openapi.json", parts: parts}}, err
}

// documents returns the committed descriptions of commands, routes and documents.
func (s *side) documents(context.Context) ([]answer, error) {
	return files("document", filepath.Join(s.root, "docs"), regexp.MustCompile(`^(schemas|schemas-former)/|^openapi\.json$|^reference/cli/`))
}

// readGoldens reads every committed file below a folder testdata.
func readGoldens(_ context.Context, s *side, _ int) ([]answer, error) {
	return files("golden", s.root, regexp.MustCompile(`(^|/)testdata/`))
}

// files reads the files of a directory whose paths fit a pattern, in the order of their paths.
func files(verb, dir string, pattern *regexp.Regexp) (list []answer, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if entry.IsDir() && slices.Contains([]string{".git", "bin", "dist", "runs", "node_modules", "fuzz"}, entry.Name()) {
			return cmp.Or(err, fs.SkipDir)
		}
		if err != nil || !entry.Type().IsRegular() || pattern != nil && !pattern.MatchString(filepath.ToSlash(name)) {
			return err
		}
		text, err := os.ReadFile(path)
		list = append(list, answer{verb: verb, label: filepath.ToSlash(name), parts: []part{{"text", text}}})
		return err
	})
	return list, err
}

// naming maps the old names of packages to the new ones.
type naming struct {
	pattern *regexp.Regexp
	to      map[string]string
}

// readNaming reads lines "old<tab>new". Without a file no name changes.
func readNaming(file string) (*naming, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return newNaming(string(text))
}

func newNaming(text string) (*naming, error) {
	n := &naming{to: map[string]string{}}
	var words []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		from, to, ok := strings.Cut(line, "\t")
		if !ok || from == "" {
			return nil, fmt.Errorf("-names: %q: want old<tab>new", line)
		}
		n.to[from] = to
		words = append(words, regexp.QuoteMeta(from))
	}
	// The longest name comes first, so that domain/mines/count is not taken for domain/mines.
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	n.pattern = regexp.MustCompile(`\b(?:` + strings.Join(words, "|") + `)\b`)
	return n, nil
}

// apply replaces old names in labels and texts.
func (n *naming) apply(list []answer) {
	if n == nil || len(n.to) == 0 {
		return
	}
	for i := range list {
		list[i].label = n.rename(list[i].label)
		for j := range list[i].parts {
			p := &list[i].parts[j]
			p.text = []byte(n.rename(string(p.text)))
		}
	}
}

func (n *naming) rename(text string) string {
	return n.pattern.ReplaceAllStringFunc(text, func(word string) string { return n.to[word] })
}
