// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command firstscreen runs the commands of a page from its top down to its first picture, in a given shell, and
// compares what they print with what the page says:
//
//	firstscreen README.md chroot /tmp/root /bin/bash -c
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: firstscreen PAGE SHELL...")
		os.Exit(2)
	}
	n, err := check(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "firstscreen:", err)
		os.Exit(1)
	}
	fmt.Printf("%d commands print what %s says\n", n, os.Args[1])
}

// check runs the commands of a page and returns how many there are.
func check(page string, shell []string) (n int, err error) {
	text, err := os.ReadFile(page)
	if err != nil {
		return 0, err
	}
	top, _, ok := strings.Cut(string(text), "\n![")
	if !ok {
		return 0, errors.New(page + " has no picture")
	}
	blocks := strings.Split(top, "```console\n")
	for _, rest := range blocks[1:] {
		block, _, _ := strings.Cut(rest, "```\n")
		for _, c := range strings.Split(block, "$ ")[1:] {
			command, want, _ := strings.Cut(c, "\n")
			if err := compare(shell, command, want); err != nil {
				return n, err
			}
			n++
		}
	}
	if n < 3 {
		return n, fmt.Errorf("%s has only %d commands before its first picture", page, n)
	}
	return n, nil
}

// compare runs one command.
func compare(shell []string, command, want string) error {
	var out bytes.Buffer
	cmd := exec.Command(shell[0], append(shell[1:], command)...)
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) { // some commands end with a code that says something
		return fmt.Errorf("%s: %w", command, err)
	}
	if got, want := strings.TrimRight(out.String(), "\n"), strings.TrimRight(want, "\n"); got != want {
		return fmt.Errorf("%s\nprints\n%s\nbut the page says\n%s", command, got, want)
	}
	return nil
}
