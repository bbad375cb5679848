// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command walk executes the instructions of a page in one shell, and compares the output with the page:
//
//	walk README.md chroot /tmp/root /bin/bash
//
// A console block contains commands with their output, an sh block commands that must succeed. A
// block with a file name after its kind is that file, or, if its kind is diff, a change of one
// line. Commands that serve until they are stopped run in the background, as in another terminal.
package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: walk PAGE SHELL...")
		os.Exit(2)
	}
	text, err := os.ReadFile(os.Args[1])
	n := 0
	if err == nil {
		n, err = walk(string(text), os.Args[2:])
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "walk: %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d commands, printed as the page has it\n", os.Args[1], n)
}

// block is a fenced block of a page.
type block struct{ kind, file, text string }

// fenced is a block whose fence begins a line: TestDocuments runs no others.
var fenced = regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$")

func blocks(page string) (list []block) {
	for _, m := range fenced.FindAllStringSubmatch(page, -1) {
		list = append(list, block{m[1], m[2], m[3]})
	}
	return list
}

// walk follows a page and returns the number of its commands.
func walk(page string, program []string) (n int, err error) {
	sh, err := start(program)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, sh.close()) }()
	for _, b := range blocks(page) {
		did, err := sh.do(b)
		if n += did; err != nil {
			return n, err
		}
	}
	if n == 0 {
		return 0, errors.New("no command")
	}
	return n, nil
}

// do executes one block, and returns the number of its commands.
func (s *shell) do(b block) (int, error) {
	switch {
	case b.kind == "diff" && b.file != "":
		return 0, s.change(b.file, b.text)
	case b.file != "":
		return 0, s.write(b.file, b.text)
	case b.kind == "console":
		return s.compare(b.text)
	case b.kind == "sh":
		return s.succeed(b.text)
	}
	return 0, nil
}

// compare runs the commands of a console block and compares their output.
func (s *shell) compare(text string) (n int, err error) {
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		got, _, err := s.run(command)
		if err != nil {
			return n, err
		}
		got, want = strings.TrimRight(got, "\n"), strings.TrimRight(want, "\n")
		if n++; got != want {
			return n, fmt.Errorf("%s\nprints\n%s\nbut the page has\n%s", command, got, want)
		}
	}
	return n, nil
}

// serves matches a command that does not end.
var serves = regexp.MustCompile(`(^|/)\w+ (serve|farm up|farm work)\b`)

// succeed runs the lines of an sh block.
func (s *shell) succeed(text string) (n int, err error) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if n++; serves.MatchString(line) {
			line += " >/dev/null 2>&1 &"
		}
		if got, code, err := s.run(line); err != nil || code != 0 {
			return n, errors.Join(err, fmt.Errorf("%s\nends with %d and prints\n%s", line, code, got))
		}
	}
	return n, nil
}

// change replaces one line of a file: the text has the old line after a - and the new one after a +.
func (s *shell) change(file, text string) error {
	before, after, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(text, "-"), "\n"), "\n+")
	now, code, err := s.run("cat " + file)
	if err != nil {
		return err
	}
	if code != 0 || !ok || strings.Count(now, before) != 1 {
		return fmt.Errorf("%s: the page changes a line that is not there:\n%s", file, text)
	}
	return s.write(file, strings.Replace(now, before, after, 1))
}
