// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"strings"
)

// mark begins the line that ends the output of a command. No page contains it.
const mark = "=== walk: the command ended with "

// shell is a shell that keeps its directory from one command to the next, as a terminal does.
type shell struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// start starts a shell that reads its commands from standard input.
func start(program []string) (*shell, error) {
	cmd := exec.Command(program[0], program[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := errors.Join(cmd.Start(), w.Close()); err != nil {
		return nil, err
	}
	return &shell{cmd, in, bufio.NewReader(out)}, nil
}

// run runs a command, and returns its output and exit code. Standard input is empty, except in a pipe.
func (s *shell) run(command string) (printed string, code int, err error) {
	if _, err := fmt.Fprintf(s.in, "{ %s\n} </dev/null 2>&1; printf '\\n%s%%d\\n' $?\n", command, mark); err != nil {
		return "", 0, err
	}
	var text strings.Builder
	for {
		line, err := s.out.ReadString('\n')
		if end, ok := strings.CutPrefix(line, mark); ok {
			_, err = fmt.Sscanf(end, "%d", &code)
			return strings.TrimSuffix(text.String(), "\n"), code, err
		}
		if text.WriteString(line); err != nil {
			return "", 0, fmt.Errorf("%s: the shell ended: %w\n%s", command, err, text.String())
		}
	}
}

// write writes a file, and creates its folders.
func (s *shell) write(file, text string) error {
	printed, code, err := s.run(fmt.Sprintf("mkdir -p %s && cat >%s <<'%s'\n%s%s", path.Dir(file), file, mark, text, mark))
	if err == nil && code != 0 {
		err = fmt.Errorf("%s: %s", file, printed)
	}
	return err
}

// close stops the background processes and the shell.
func (s *shell) close() error {
	_, err := io.WriteString(s.in, "kill $(jobs -p) 2>/dev/null; wait; exit 0\n")
	return errors.Join(err, s.in.Close(), s.cmd.Wait())
}
