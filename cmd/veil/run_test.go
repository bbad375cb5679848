// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/commands"
	"github.com/veilplan/veil/cli/frame"
)

func exitStatus(err error) string {
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return strconv.Itoa(failed.ExitCode())
	}
	if err != nil {
		return err.Error()
	}
	return "0"
}

// result is what one run of the program left behind.
type result struct {
	code        int
	out, errors string
}

func try(e frame.Env) result {
	var stdout, stderr bytes.Buffer
	e.Stdout, e.Stderr = &stdout, &stderr
	code := run(context.Background(), e)
	return result{code, stdout.String(), stderr.String()}
}

// everyCommand calls f for the whole tree.
func everyCommand(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, c := range cmd.Commands() {
		everyCommand(c, f)
	}
}

// TestHelp: help starts with two examples that run, and ends with an address in a page
// that has a section for the command.
func TestHelp(t *testing.T) {
	t.Parallel()
	reference, err := os.ReadFile(filepath.Join(rootDir, "docs", "reference", "cli", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]bool{} // examples that need no file and leave none: commands show those of their subcommands
	everyCommand(newRoot(&frame.App{Env: testEnv("")}), func(cmd *cobra.Command) {
		t.Run(cmd.CommandPath(), func(t *testing.T) {
			args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
			got := try(testEnv("", args...))
			if got.code != 0 || got.errors != "" {
				t.Fatalf("exit %d, stderr %q", got.code, got.errors)
			}
			lines := strings.Split(got.out, "\n")
			if lines[0] != "Examples:" || !strings.HasPrefix(lines[1], "  $ ") || !strings.HasPrefix(lines[2], "  $ ") {
				t.Errorf("help does not start with two examples:\n%s", got.out)
			}
			if last := lines[len(lines)-2]; last != "Docs: "+frame.DocsOf(cmd) {
				t.Errorf("help ends with %q", last)
			}
			_, section, _ := strings.Cut(frame.DocsOf(cmd), "#")
			if !strings.Contains(string(reference), "\n## "+strings.ReplaceAll(section, "-", " ")+"\n") {
				t.Errorf("docs/reference/cli/README.md has no section %q", section)
			}
			if cmd.Annotations[needsTerminal] != "" || cmd.Annotations[commands.NeedsFarm] != "" || cmd.Annotations[commands.NeedsModule] != "" || cmd.Annotations[frame.Endless] != "" {
				return // its own tests start it on a pseudo-terminal, with a farm, installed, or as a process
			}
			sh := &shell{dir: t.TempDir()}
			for line := range strings.Lines(cmd.Example) {
				line = strings.TrimSpace(line)
				if ran[line] {
					continue
				}
				shown, err := sh.run(line)
				if err != nil || sh.status > 1 || strings.HasPrefix(shown, "error:") {
					t.Errorf("example %s: status %d, %v\n%s", line, sh.status, err, shown)
				}
				files, err := os.ReadDir(sh.dir)
				ran[line] = err == nil && len(files) == 0
			}
		})
	})
}

func TestTopics(t *testing.T) {
	for _, topic := range topics(&app{&frame.App{Env: testEnv("")}}) {
		got := try(testEnv("", "help", topic.Name))
		if got.code != 0 || !strings.Contains(got.out, topic.Text()) || !strings.Contains(got.out, "\nDocs: "+frame.DocsURL) {
			t.Errorf("%s: exit %d\n%s", topic.Name, got.code, got.out)
		}
		page, _, _ := strings.Cut(topic.Page, "#")
		if _, err := os.Stat(filepath.Join(rootDir, "docs", page)); err != nil {
			t.Errorf("%s: %v", topic.Name, err)
		}
	}
}

// TestTopicSamples: the positions and games that topics show are read by the commands they
// are for.
func TestTopicSamples(t *testing.T) {
	for _, c := range []struct {
		topic   string
		command []string // for each sample
	}{
		{formatsTopic, []string{"mines check --json"}},
		{kriegspielTopic, []string{"krieg mate --json", "krieg belief --json", "krieg belief --json"}},
	} {
		got := samples(c.topic)
		if len(got) != len(c.command) {
			t.Fatalf("%d samples, %d commands:\n%s", len(got), len(c.command), c.topic)
		}
		for i, sample := range got {
			e := testEnv("", strings.Fields(c.command[i])...)
			e.Stdin = strings.NewReader(sample)
			if got := try(e); got.code > int(frame.ExitNo) {
				t.Errorf("%s: exit %d: %s\n%s", c.command[i], got.code, got.errors, sample)
			}
		}
	}
}

// samples returns the blocks of a text that are indented by four spaces.
func samples(text string) (blocks []string) {
	last := ""
	for line := range strings.Lines(text + "end\n") {
		switch inner, indented := strings.CutPrefix(line, "    "); {
		case indented:
			last += inner
		case last != "":
			blocks, last = append(blocks, last), ""
		}
	}
	return blocks
}

func TestCrash(t *testing.T) {
	dir := t.TempDir()
	e := testEnv(dir, "help", "exit-codes")
	e.Stdout = nil // writing to it is a fault of the caller
	var stderr bytes.Buffer
	e.Stderr = &stderr
	if code := run(context.Background(), e); code != int(frame.ExitInternal) {
		t.Fatalf("exit %d, want 70\n%s", code, &stderr)
	}
	name := regexp.MustCompile(`attach (\S+):`).FindStringSubmatch(stderr.String())
	if name == nil || !strings.Contains(stderr.String(), frame.Repository+"/issues") {
		t.Fatalf("no way to report:\n%s", &stderr)
	}
	report, err := os.ReadFile(name[1])
	if err != nil || !strings.Contains(string(report), `args: ["help" "exit-codes"]`) || !strings.Contains(string(report), "goroutine") {
		t.Errorf("report: %v\n%s", err, report)
	}
}

func TestFlagsFromEnvironment(t *testing.T) {
	with := func(key, value string, args ...string) result {
		e := testEnv("", args...)
		e.Lookup = func(k string) (string, bool) { return value, k == key }
		return try(e)
	}
	if got := with("VEIL_COLOR", "sometimes", "completion", "bash"); got.code != 2 || !strings.Contains(got.errors, `--color "sometimes"`) {
		t.Errorf("VEIL_COLOR is not read: %+v", got)
	}
	if got := with("VEIL_JSON", "maybe", "completion", "bash"); got.code != 2 || !strings.Contains(got.errors, "VEIL_JSON=maybe") {
		t.Errorf("a bad value is not named: %+v", got)
	}
	if got := with("VEIL_COLOR", "sometimes", "completion", "bash", "--color", "never"); got.code != 0 {
		t.Errorf("the command line must win: %+v", got)
	}
}
