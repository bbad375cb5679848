// SPDX-License-Identifier: BSD-3-Clause

package engines

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// goTool is the go command of this machine.
type goTool struct {
	path    string
	work    string // working directory, with a go.mod to exclude surrounding modules
	program Program
}

// findGo returns a go command that can build the program.
func findGo(ctx context.Context, work string, p Program) (*goTool, error) {
	if err := os.WriteFile(filepath.Join(work, "go.mod"), []byte("module engines\n"), 0o644); err != nil {
		return nil, err
	}
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, &Failure{"no go command: " + err.Error(), []string{"put it into PATH; if it is not installed: https://go.dev/dl"}}
	}
	g := &goTool{path, work, p}
	out, err := g.run(ctx, work, nil, path, "env", "GOVERSION", "GOMODCACHE")
	if err != nil {
		return nil, err
	}
	has, modules, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return g, g.suits(has, strings.TrimSpace(modules))
}

var goLine = regexp.MustCompile(`(?m)^go (\S+)`)

// suits compares the version of Go with the one that the program's go.mod requires.
func (g *goTool) suits(has, modules string) error {
	mod, err := os.ReadFile(filepath.Join(modules, "cache", "download", filepath.FromSlash(g.program.Module), "@v", g.program.Version+".mod"))
	if err != nil {
		return g.noSource("they are not in " + modules)
	}
	line := goLine.FindSubmatch(mod)
	if line == nil || !version.IsValid(has) || version.Compare(has, "go"+string(line[1])) >= 0 {
		return nil
	}
	return &Failure{fmt.Sprintf("%s is %s, and veil %s needs go%s", g.path, has, g.program.Version, line[1]), []string{
		"install a newer Go: https://go.dev/dl",
		"or, if go install fetched one: GOTOOLCHAIN=" + runtime.Version() + " veil page build",
	}}
}

// noSource returns the failure for missing sources: only the user may download them.
func (g *goTool) noSource(why string) error {
	return &Failure{fmt.Sprintf("the sources of veil %s are not on this machine: %s", g.program.Version, why), []string{
		"nothing is downloaded unasked; to fetch them, run: go install " + g.program.Module + "/cmd/veil@" + g.program.Version,
	}}
}

// source returns the directory of the program's sources, and verifies their sum.
func (g *goTool) source(ctx context.Context) (string, error) {
	out, err := g.run(ctx, g.work, nil, g.path, "mod", "download", "-json", g.program.Module+"@"+g.program.Version)
	var found struct{ Dir, Sum, Error string }
	if bad := json.Unmarshal(out, &found); bad == nil && found.Error != "" {
		return "", g.noSource(found.Error)
	}
	if err != nil {
		return "", err
	}
	if found.Sum != g.program.Sum {
		return "", &Failure{fmt.Sprintf("the sources in %s are not those of this program: their sum is %s, want %s", found.Dir, found.Sum, g.program.Sum), []string{
			"install the program again: go install " + g.program.Module + "/cmd/veil@" + g.program.Version,
		}}
	}
	return found.Dir, nil
}

// environment makes the go command use local data only, whatever its user's settings:
// GONOPROXY=none is needed, since modules that it names are downloaded even with GOPROXY=off. Only
// GOTOOLCHAIN may be chosen: a missing toolchain is not downloaded either.
func environment() []string {
	return append(append([]string{"GOTOOLCHAIN=local"}, os.Environ()...),
		"GOPROXY=off", "GONOPROXY=none", "GOVCS=*:off", "GOSUMDB=off", "GOFLAGS=-mod=readonly", "GOWORK=off",
		"GO111MODULE=on", "CGO_ENABLED=0", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
}

// grace is the time for an interrupted command to end its children.
const grace = 5 * time.Second

// run runs a command in a directory and returns its output, unless stdout receives it.
func (g *goTool) run(ctx context.Context, dir string, stdout io.Writer, args ...string) ([]byte, error) {
	var out, complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, environment(), &out, &complaint, grace
	if stdout != nil {
		cmd.Stdout = stdout
	}
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err == nil || errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return cmd.Process.Kill() // on systems without interrupts
	}
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return out.Bytes(), g.failed(args, err, complaint.String())
	}
	return out.Bytes(), nil
}

// failed returns the failure of a command.
func (g *goTool) failed(args []string, err error, complaint string) error {
	if strings.Contains(complaint, "GOPROXY=off") {
		return g.noSource(strings.TrimSpace(complaint))
	}
	return &Failure{fmt.Sprintf("%s: %v", strings.Join(args, " "), err), []string{strings.TrimSpace(complaint)}}
}
