// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// kind is the origin of a line of a page.
type kind int

const (
	written   kind = iota // prose, and code that the author wrote
	table                 // a row of a table
	output                // printed by a command in a console block
	help                  // printed by a command, but written by us: --help
	generated             // between the marks of a program that writes it
	quoted                // a block quotation
)

// pageLine is a line of a page; its number counts from 1.
type pageLine struct {
	number int
	kind   kind
	fenced bool
	text   string
}

var (
	openMark = regexp.MustCompile(`^<!-- (\w+)(:.*)? -->$`)
	asksHelp = regexp.MustCompile(`^\$ veil\b.* --help$|^\$ veil help\b`)
)

// pageLines reads a page line by line. Marks and fences are no lines of it.
func pageLines(page string) (lines []pageLine) {
	var fence, mark string
	console := written
	all := trimmedLines(page)
	number := 0
	for text := range strings.Lines(page) {
		number++
		text = strings.TrimRight(text, "\r\n")
		trimmed := strings.TrimSpace(text)
		switch {
		case fence == "" && mark != "" && closes(mark, trimmed):
			mark = ""
		case fence == "" && mark == "" && opens(trimmed, all[number:]):
			mark = openMark.FindStringSubmatch(trimmed)[1]
		case fence == "" && strings.HasPrefix(trimmed, "```"):
			fence, console = trimmed, written
		case fence != "" && trimmed == "```":
			fence = ""
		default:
			line := pageLine{number: number, fenced: fence != "", text: text}
			line.kind, console = kindOf(text, fence, mark, console)
			lines = append(lines, line)
		}
	}
	return lines
}

func trimmedLines(page string) (lines []string) {
	for line := range strings.Lines(page) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// opens reports whether a line is a mark that a later line closes. Other comments mark nothing.
func opens(line string, later []string) bool {
	match := openMark.FindStringSubmatch(line)
	return match != nil && slices.ContainsFunc(later, func(l string) bool { return closes(match[1], l) })
}

// closes reports whether a line ends the text of a mark: <!-- /x --> or <!-- end of x -->, and
// <!-- end --> what begins with <!-- generated: by whom -->.
func closes(mark, line string) bool {
	return line == "<!-- /"+mark+" -->" || line == "<!-- end of "+mark+" -->" || mark == "generated" && line == "<!-- end -->"
}

// kindOf returns the kind of a line, and that of what the last command of its console block prints.
func kindOf(text, fence, mark string, console kind) (line, printed kind) {
	trimmed := strings.TrimSpace(text)
	switch {
	case mark != "":
		return generated, console
	case strings.HasPrefix(fence, "```transcript"):
		return output, console
	case fence == "```console" && asksHelp.MatchString(trimmed):
		return written, help
	case fence == "```console" && strings.HasPrefix(trimmed, "$ ") && console != help: // help has examples
		return written, output
	case fence == "```console":
		return max(console, output), max(console, output)
	case fence == "" && strings.HasPrefix(trimmed, "|"):
		return table, console
	case fence == "" && strings.HasPrefix(trimmed, ">"):
		return quoted, console
	}
	return written, console
}

// TestPlantedPageLines: each line of a page is of the kind that its fence or marks give it.
func TestPlantedPageLines(t *testing.T) {
	page := strings.Join([]string{
		"<!-- SPDX: x -->", "prose", "| a | row |", "> a quotation", "```console", "$ ls", "printed", "$ pwd", "/", "```", "between",
		"```console", "$ veil mines --help", "our words", "  $ veil mines solve", "```", "```go", "| code |", "```", "```transcript", "heard", "```",
		"<!-- safe: by x -->", "made", "```", "made", "```", "<!-- /safe -->", "again", "<!-- generated: by y -->", "made", "<!-- end -->", "last", "<!-- results -->", "made", "<!-- end of results -->",
	}, "\n")
	want := []kind{
		written, written, table, quoted, written, output, written, output, written,
		written, help, help, written, output,
		generated, generated, written, generated, written, generated,
	}
	var got []kind
	for _, line := range pageLines(page) {
		got = append(got, line.kind)
	}
	if !slices.Equal(got, want) {
		t.Errorf("kinds\n%v, want\n%v", got, want)
	}
	if lines := pageLines("a\n```\nb\n```\nc\n"); len(lines) != 3 || lines[2].number != 5 || !lines[1].fenced || lines[2].fenced {
		t.Errorf("lines %v", lines)
	}
}

// fstestOf makes a tree of files.
func fstestOf(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}
