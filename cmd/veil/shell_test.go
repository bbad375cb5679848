// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/veilplan/veil/cli/frame"
)

// shell runs the command lines of documents in this process: veil, printf, cat and
// echo, joined by | ; and >. Anything else in a document is a mistake.
type shell struct {
	dir      string
	status   int
	terminal bytes.Buffer // stdout of the last command of a pipeline, then every stderr: errors come last
	errors   bytes.Buffer // of one pipeline
}

// run executes one line and returns what a terminal would show.
func (s *shell) run(line string) (string, error) {
	s.terminal.Reset()
	tokens, err := split(line)
	if err != nil {
		return "", err
	}
	for _, pipeline := range cut(tokens, ";") {
		if err := s.pipeline(pipeline); err != nil {
			return "", fmt.Errorf("%s: %w", line, err)
		}
	}
	return s.terminal.String(), nil
}

func (s *shell) pipeline(tokens []token) error {
	file := ""
	if parts := cut(tokens, ">"); len(parts) == 2 && len(parts[1]) == 1 {
		tokens, file = parts[0], parts[1][0].text
	}
	var input []byte
	for _, command := range cut(tokens, "|") {
		var out bytes.Buffer
		if err := s.command(command, bytes.NewReader(input), &out); err != nil {
			return err
		}
		input = out.Bytes()
	}
	if file == "" {
		s.terminal.Write(input)
	}
	_, err := s.errors.WriteTo(&s.terminal)
	if err == nil && file != "" {
		err = os.WriteFile(filepath.Join(s.dir, file), input, 0o600)
	}
	return err
}

func (s *shell) command(tokens []token, in io.Reader, out *bytes.Buffer) error {
	vars := map[string]string{}
	var words []string
	for _, t := range tokens {
		key, value, isVar := strings.Cut(t.text, "=")
		if len(words) == 0 && isVar && !t.quoted {
			vars[key] = value
			continue
		}
		words = append(words, strings.ReplaceAll(t.text, "$?", strconv.Itoa(s.status)))
	}
	if len(words) == 0 {
		return fmt.Errorf("empty command")
	}
	args := words[1:]
	switch words[0] {
	case "veil":
		e := testEnv(s.dir, args...)
		e.Stdin, e.Stdout, e.Stderr = in, out, &s.errors
		e.Lookup = func(key string) (string, bool) { v, ok := vars[key]; return v, ok }
		s.status = run(context.Background(), e)
	case "printf":
		out.WriteString(strings.NewReplacer(`\n`, "\n", `\t`, "\t", `%%`, "%").Replace(args[0]))
	case "echo":
		fmt.Fprintln(out, strings.Join(args, " "))
	case "cat":
		return concatenate(s.dir, args, in, out)
	default:
		return fmt.Errorf("documents run veil, printf, cat and echo, not %q; leave out the $", words[0])
	}
	return nil
}

func concatenate(dir string, files []string, in io.Reader, out io.Writer) error {
	if len(files) == 0 {
		_, err := io.Copy(out, in)
		return err
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s", text)
	}
	return nil
}

// testEnv is a process without terminal and without environment variables.
func testEnv(dir string, args ...string) frame.Env {
	return frame.Env{
		Args: args, Dir: dir, Temp: dir, Version: "devel",
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		Lookup:  func(string) (string, bool) { return "", false },
		Entropy: func() uint64 { return 1 },
	}
}

// token is a word or an operator of a command line.
type token struct {
	text       string
	op, quoted bool
}

// split cuts a line into tokens: quotes are removed, a comment ends it.
func split(line string) ([]token, error) {
	var tokens []token
	for line = strings.TrimSpace(line); line != "" && line[0] != '#'; line = strings.TrimSpace(line) {
		if strings.ContainsRune("|;>", rune(line[0])) {
			tokens, line = append(tokens, token{text: line[:1], op: true}), line[1:]
			continue
		}
		word, rest, err := cutWord(line)
		if err != nil {
			return nil, err
		}
		tokens, line = append(tokens, word), rest
	}
	return tokens, nil
}

func cutWord(line string) (token, string, error) {
	var word token
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'' || c == '"':
			end := strings.IndexByte(line[i+1:], c)
			if end < 0 {
				return token{}, "", fmt.Errorf("%s: quote is not closed", line)
			}
			word.text, word.quoted = word.text+line[i+1:i+1+end], true
			i += end + 1
		case unicode.IsSpace(rune(c)) || strings.ContainsRune("|;>", rune(c)):
			return word, line[i:], nil
		default:
			word.text += string(c)
		}
	}
	return word, "", nil
}

// cut splits tokens at an operator.
func cut(tokens []token, op string) [][]token {
	parts := [][]token{nil}
	for _, t := range tokens {
		if t.op && t.text == op {
			parts = append(parts, nil)
			continue
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], t)
	}
	return parts
}

func TestShell(t *testing.T) {
	s := &shell{dir: t.TempDir()}
	for _, step := range []struct{ line, want string }{
		{`printf 'a b\n|;\n' > f; cat f  # comment`, "a b\n|;\n"},
		{`printf '100%%\n' | cat`, "100%\n"},
		{`veil --version | cat; echo "exit $?"`, "veil devel\nexit 0\n"},
		{`veil nonsense > out; echo "exit $?"`, "error: veil has no command \"nonsense\"\n  see: veil --help\nexit 2\n"},
	} {
		if got, err := s.run(step.line); err != nil || got != step.want {
			t.Errorf("%s\ngot  %q, %v\nwant %q", step.line, got, err, step.want)
		}
	}
	for _, line := range []string{"rm -rf x", "veil 'open", "| cat", "cat missing"} {
		if _, err := s.run(line); err == nil {
			t.Errorf("%s: want an error", line)
		}
	}
}
