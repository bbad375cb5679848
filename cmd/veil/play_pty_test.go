// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/minestest"
)

// The keys a terminal sends.
const (
	keyUp, keyDown, keyRight, keyLeft = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	keyHome, keyEnd                   = "\x1b[H", "\x1b[F"
	keyPgUp, keyPgDown                = "\x1b[5~", "\x1b[6~"
	keyEnter, keyCtrlC                = "\r", "\x03"
)

// terminal is the program on a real pseudo-terminal, and the screen it draws.
type terminal struct {
	before *term.State // of the terminal, to be found again at the end
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	slave  *os.File
	dir    string

	mu     sync.Mutex
	screen *vtScreen
}

// onTerminal starts veil on a terminal of the given size.
func onTerminal(t *testing.T, width, height int, vars []string, args ...string) *terminal {
	t.Helper()
	return onTerminalWith(t, width, height, nil, vars, args...)
}

// onTerminalWith starts veil with another standard input than the terminal, unless it is nil.
func onTerminalWith(t *testing.T, width, height int, stdin *os.File, vars []string, args ...string) *terminal {
	t.Helper()
	master, slave, err := pty.Open()
	if errors.Is(err, pty.ErrUnsupported) {
		t.Skip("no pseudo-terminals here")
	}
	if err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, master: master, slave: slave, dir: t.TempDir(), screen: newVTScreen(width, height)}
	x.resizePTY(width, height)
	x.before = x.state() // before the program can change it
	x.cmd = exec.CommandContext(t.Context(), "veil", args...)
	x.cmd.Dir = x.dir
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = slave, slave, slave
	if stdin != nil {
		x.cmd.Stdin = stdin
	}
	x.cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}, vars...)
	x.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1} // so that resizing and Ctrl-C reach it
	if err := x.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go x.watch()
	t.Cleanup(func() {
		_ = x.cmd.Process.Kill()
		_ = slave.Close()
		_ = master.Close()
	})
	return x
}

// watch draws what the program sends until the terminal is closed.
func (x *terminal) watch() {
	buf := make([]byte, 4096)
	for {
		n, err := x.master.Read(buf)
		x.mu.Lock()
		_, _ = x.screen.Write(buf[:n])
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (x *terminal) resizePTY(width, height int) {
	x.t.Helper()
	if err := pty.Setsize(x.master, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}); err != nil {
		x.t.Fatal(err)
	}
}

// resize changes the size of the window while the program runs.
func (x *terminal) resize(width, height int) {
	x.mu.Lock()
	x.screen.resize(width, height)
	x.mu.Unlock()
	x.resizePTY(width, height)
}

func (x *terminal) press(keys ...string) {
	x.t.Helper()
	if _, err := x.master.WriteString(strings.Join(keys, "")); err != nil {
		x.t.Fatal(err)
	}
}

func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.String()
}

// sees waits until all texts are on the screen.
func (x *terminal) sees(texts ...string) {
	x.t.Helper()
	x.until(fmt.Sprintf("%q", texts), func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

func (x *terminal) until(what string, ok func(screen string) bool) {
	x.t.Helper()
	defer func() {
		if x.t.Failed() {
			x.t.Logf("the screen:\n%s", x.text())
		}
	}()
	testsize.Await(x.t, "seen: "+what, func() bool { return ok(x.text()) })
}

// ends waits for the end of the program and returns its exit code. The terminal must be
// as it was before: main screen, cursor visible, input not raw.
func (x *terminal) ends() string {
	x.t.Helper()
	stuck := time.AfterFunc(testsize.Patience, func() { _ = x.cmd.Process.Kill() })
	status := exitStatus(x.cmd.Wait())
	if !stuck.Stop() {
		x.t.Fatalf("the program does not end\n%s", x.text())
	}
	x.until("the main screen", func(string) bool {
		x.mu.Lock()
		defer x.mu.Unlock()
		return !x.screen.modes["1049"] && x.screen.modes["25"] && !x.screen.modes["2004"]
	})
	after, err := term.GetState(int(x.slave.Fd()))
	if err != nil || !reflect.DeepEqual(x.before, after) {
		x.t.Errorf("the terminal is not as it was: %v", err)
	}
	for _, fault := range x.screen.faults {
		x.t.Errorf("the test's terminal does not know %s", fault)
	}
	return status
}

func (x *terminal) state() *term.State {
	x.t.Helper()
	state, err := term.GetState(int(x.slave.Fd()))
	if err != nil {
		x.t.Fatal(err)
	}
	return state
}

// walk returns the keys that bring the cursor from one cell to another.
func walk(r mines.Rules, from, to mines.Cell) string {
	y0, x0 := r.RowCol(from)
	y, x := r.RowCol(to)
	return strings.Repeat(keyUp, max(0, y0-y)) + strings.Repeat(keyDown, max(0, y-y0)) +
		strings.Repeat(keyLeft, max(0, x0-x)) + strings.Repeat(keyRight, max(0, x-x0))
}

// TestTerminalWin plays a whole game by keyboard, with a flag and a chord, saves it and
// reviews the file.
func TestTerminalWin(t *testing.T) {
	r := mines.Rules{Width: 4, Height: 4, Mines: 4}
	seed, layout := minestest.CornerSeed(t, func(l mines.Layout) bool { return l[1] })
	x := onTerminal(t, 80, 24, nil, "mines", "play", "4x4/4", "--seed", fmt.Sprint(seed))
	x.sees("veil mines 4x4/4", "first: safe", "mines left 4", "0 moves")
	x.press(keyHome, keyPgUp, keyEnter)
	x.sees("r1[  1  ]", "1 move")
	x.press(keyRight, " ")
	x.sees("mines left 3", "⚑")
	x.press(keyLeft, keyEnter) // a chord: opens r2c1 and r2c2
	x.sees("3 moves")
	at := mines.Cell(0)
	for c := range layout {
		row, col := r.RowCol(mines.Cell(c))
		if !layout[c] && (row > 1 || col > 1) {
			x.press(walk(r, at, mines.Cell(c)), keyEnter)
			at = mines.Cell(c)
		}
	}
	x.sees("You won in", "Without any help.")
	x.press("s")
	x.sees("save as: mines-4x4-4-seed-")
	x.press("\x15won.board", keyEnter)
	x.sees("Saved to won.board.")
	x.press("q")
	if status := x.ends(); status != "0" {
		t.Errorf("exit %s", status)
	}
	x.sees("4x4/4 won after", fmt.Sprintf("again: veil mines play 4x4/4 --first safe --seed %d", seed))
	got := try(testEnv(x.dir, "mines", "review", "won.board"))
	if got.code != 0 || !strings.Contains(got.out, ", won at move") || !strings.Contains(got.out, "=  100.00 (won)") {
		t.Errorf("review of the saved game: %+v", got)
	}
}

// TestTerminalDeath dies, takes it back, and finds the undo in the file.
func TestTerminalDeath(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, func(l mines.Layout) bool { return l[4] })
	x := onTerminal(t, 80, 24, nil, "mines", "play", "4x4/4", "--seed", fmt.Sprint(seed))
	x.sees("0 moves")
	x.press(keyHome, keyPgUp, keyEnter, keyDown, keyEnter)
	x.sees("You lost: r2c1 was a mine.", "r2[  X  ]", "u takes the move back")
	if screen := x.text(); strings.Count(screen, "■") != 14 {
		t.Errorf("a death must not show the other mines, or undo would be cheating:\n%s", screen)
	}
	x.press("u")
	x.sees("Took back open r2c1.", "r2[  ■  ]", "1 move")
	x.press("f")
	x.sees("r2[  ⚑  ]", "mines left 3")
	x.press("s")
	x.sees("save as: ")
	x.press("\x15died.board", keyEnter)
	x.sees("Saved to died.board.")
	x.press("s")
	x.sees("save as: ")
	x.press("\x15died.board", keyEnter)
	x.sees("died.board exists: Enter replaces it")
	x.press(keyEnter)
	x.until("the keys again", func(screen string) bool { return strings.Contains(screen, "q quit") })
	x.press("q")
	if status := x.ends(); status != "0" {
		t.Errorf("exit %s", status)
	}
	text, err := os.ReadFile(filepath.Join(x.dir, "died.board"))
	if err != nil || !strings.Contains(string(text), "undos: 1\n") || !strings.Contains(string(text), "[moves]\nopen r1c1\nflag r2c1\n") {
		t.Errorf("saved game: %v\n%s", err, text)
	}
}

// TestTerminalOverlayAndHints looks at the odds of the hero board and climbs the ladder.
func TestTerminalOverlayAndHints(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	x := onTerminal(t, 100, 24, nil, "mines", "play", "4x4/4", "--seed", fmt.Sprint(seed))
	x.sees("0 moves")
	x.press(keyHome, keyPgUp, keyEnter, "o")
	x.sees("overlay risk %", "Best play wins 57.42% (379/660)  ● exact", "660 layouts fit · no safe cell: a guess is forced",
		"33.3   33.3   25.0   25.0")
	x.press("o")
	x.sees("overlay win %", "▐57.42▌", " r4 55.15  55.91  57.27  55.61")
	x.press(keyRight, keyRight)
	x.sees("[57.42]", "risk 25.00% (165/660) exact", "win 57.42% (379/660) ● exact, best")
	x.press("w")
	x.sees("r1c3 is a mine in 165 of 660 layouts: 25.00% exact.", "shows 1  196   29.7%  then 75.5%")
	x.press(keyPgDown, keyRight, "w")
	x.sees("Same risk, different future.", "shows 1  196   29.7%  then 75.5%   252   38.2%  then 59.9%",
		"57.42% (379/660) exact    55.61% (367/660) exact")
	x.press("h")
	x.sees("Is a guess forced? Yes")
	x.press("h")
	x.sees("The lowest risk is 25.00% (165/660) exact, at 12 cells.")
	x.press("h")
	x.sees("Open r1c3, the best guess (risk 25.0%): it wins 57.42% (379/660)", "(57.42)")
	x.press("b")
	x.sees("r1c3 hidden", "[57.42]")
	x.press("o")
	x.sees("overlay off", "Best play wins 57.42%")
	x.press("z")
	x.until("no verdict", func(screen string) bool { return !strings.Contains(screen, "Best play wins") })
	x.press("?")
	x.sees("Keys", "any key goes back")
	x.press("x", "q")
	if status := x.ends(); status != "0" {
		t.Errorf("exit %s", status)
	}
}

// TestTerminalResize shrinks and grows the window and leaves by Ctrl-C.
func TestTerminalResize(t *testing.T) {
	x := onTerminal(t, 80, 24, nil, "mines", "play", "expert", "--seed", "5")
	x.sees("veil mines 30x16/99", "r16", "30")
	x.press(keyEnd, keyPgDown)
	x.sees("r16c30 hidden", "■[■]")
	x.resize(40, 12)
	x.sees("r16c30 hidden", "◂", "▴", "[■]")
	if screen := x.text(); strings.Contains(screen, " r1 ") {
		t.Errorf("row 1 cannot be in sight:\n%s", screen)
	}
	x.resize(20, 6)
	x.sees("too small: 24x9")
	x.resize(140, 40)
	x.sees("  r1", " r16", "c1 ", "c30", "[ ■]")
	x.press("o")
	x.sees("Estimated winning chance", "recommended r1c1", "the first click is protected")
	x.press(keyCtrlC)
	if status := x.ends(); status != "130" {
		t.Errorf("exit %s", status)
	}
}

// TestTerminalWithoutColour: NO_COLOR is obeyed, and a locale without UTF-8 gets ASCII.
func TestTerminalWithoutColour(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	for _, c := range []struct {
		vars    []string
		hidden  string
		colored bool
	}{
		{nil, "■", true},
		{[]string{"NO_COLOR=1"}, "■", false},
		{[]string{"NO_COLOR=1", "LC_ALL=C"}, ".", false},
	} {
		x := onTerminal(t, 80, 24, c.vars, "mines", "play", "4x4/4", "--seed", fmt.Sprint(seed))
		x.sees("  " + c.hidden + "      " + c.hidden)
		x.press(keyHome, keyPgUp, keyEnter, "o", "o")
		x.sees("Best play wins 57.42% (379/660)", "50.45")
		x.press("q")
		if status := x.ends(); status != "0" {
			t.Errorf("exit %s", status)
		}
		if colored := x.screen.colors > 0; colored != c.colored {
			t.Errorf("%q: %d colours", c.vars, x.screen.colors)
		}
	}
}

// TestTerminalExamples: the examples in the help of play start a game.
func TestTerminalExamples(t *testing.T) {
	for line := range strings.Lines(newMinesPlay(&app{&frame.App{Env: testEnv("")}}).Example) {
		x := onTerminal(t, 80, 24, nil, strings.Fields(line)[1:]...)
		x.sees("veil mines ", "0 moves")
		x.press("q")
		if status := x.ends(); status != "0" {
			t.Errorf("%s: exit %s", line, status)
		}
	}
}

// TestTerminalRefusals: a terminal that cannot draw gets a sentence, not a mess.
func TestTerminalRefusals(t *testing.T) {
	x := onTerminal(t, 80, 24, []string{"TERM=dumb"}, "mines", "play")
	if status := x.ends(); status != "2" {
		t.Errorf("exit %s", status)
	}
	x.sees(`error: play needs a terminal that can place the cursor; TERM="dumb" cannot`, "veil mines gen")
}
