// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// walked walks a page in a directory that is empty at first.
func walked(t *testing.T, page string) (dir string, n int, err error) {
	t.Helper()
	dir = t.TempDir()
	t.Chdir(dir)
	n, err = walk(strings.ReplaceAll(page, "~~~", "```"), []string{"bash"})
	return dir, n, err
}

// TestWalk: files, folders, changes and the directory last from one block to the next.
func TestWalk(t *testing.T) {
	dir, n, err := walked(t, `text
~~~sh
mkdir deep; cd deep
~~~
~~~go a/b.go
package b
~~~
~~~diff a/b.go
-package b
+package c
~~~
~~~console
$ cat a/b.go
package c
$ cat a/none 2>/dev/null; echo "exit $?"
exit 1
$ printf 'no newline'
no newline
~~~
~~~text
$ not run
~~~
`)
	if err != nil || n != 4 {
		t.Errorf("%d commands, %v", n, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "deep/a/b.go")); string(text) != "package c\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
}

// TestWalkFinds: a page that is wrong fails, and the error names the command.
func TestWalkFinds(t *testing.T) {
	for page, want := range map[string]string{
		"~~~console\n$ echo new\nold\n~~~\n":                     "echo new\nprints\nnew\nbut the page has\nold",
		"~~~console\n$ echo more\n~~~\n":                         "echo more",
		"~~~sh\nfalse\n~~~\n":                                    "false\nends with 1",
		"~~~sh\ntrue\n~~~\n~~~diff f\n-a\n+b\n~~~\n":             "a line that is not there",
		"~~~console\n$ exit 3\n~~~\n":                            "the shell ended",
		"text\n":                                                 "no command",
		"~~~sh\ncd nowhere\n~~~\n~~~console\n$ echo a\na\n~~~\n": "cd nowhere",
	} {
		if _, _, err := walked(t, page); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", page, err, want)
		}
	}
}

// TestWalkServes: a command that does not end runs beside the others, and is stopped.
func TestWalkServes(t *testing.T) {
	page := "~~~sh cat\n#!/bin/sh\necho $$ >pid; exec sleep 1000\n~~~\n~~~sh\nchmod +x cat\n./cat farm up\nuntil [ -s pid ]; do :; done\n~~~\n"
	dir, _, err := walked(t, page)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(pid))); err == nil {
		t.Error("it still runs")
	}
}
