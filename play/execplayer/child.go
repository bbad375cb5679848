// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/veilplan/veil/play"
)

// leaving is how long a program may take to end after the last message.
const leaving = time.Second

// child is a running program and the processes it has started.
type child struct {
	cmd     *exec.Cmd
	command string // for messages
	in      chan []byte
	out     chan heard
	stdout  io.Closer
	errors  tail
	over    chan struct{} // closed when nothing more is read or written
	ended   chan struct{} // closed when it has ended
	status  error         // of the process, once it has ended
	once    sync.Once

	mark  string // inherited by every process it starts
	pid   int    // 0 once it has been collected
	began uint64 // start time in the system's ticks
	alone bool   // every orphan that this process adopts came from a player
}

// heard is a line of the program, or the error that ended its output.
type heard struct {
	text []byte
	err  error
}

// run starts a program in its own process group, with limited memory where the system can limit it.
func run(p Params, out play.Access, alone bool) (*child, error) {
	cmd, err := out.Command(p.Command)
	if err != nil {
		return nil, err
	}
	c := &child{
		cmd: cmd, command: play.Quote(strings.Join(p.Command, " ")),
		in: make(chan []byte), out: make(chan heard), over: make(chan struct{}), ended: make(chan struct{}),
		mark: rand.Text(),
	}
	c.cmd.Env, c.cmd.Stderr, c.cmd.WaitDelay = environment(os.Environ()), &c.errors, leaving
	marked(c.cmd, c.mark)
	ownGroup(c.cmd)
	stdin, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := players.start(c, alone); err != nil {
		return nil, fmt.Errorf("cannot start %s: %w; is the program installed, and the path right?", c.command, err)
	}
	if err := limitMemory(c.cmd.Process.Pid, uint64(p.MemoryMB)<<20); err != nil {
		c.errors.Write(fmt.Appendf(nil, "(its memory is not limited: %v)\n", err)) //nolint:errcheck // a tail takes everything
	}
	c.stdout = stdout
	go c.write(stdin)
	go c.read(stdout)
	return c, nil
}

// environment returns the few variables that a program needs to run at all.
func environment(all []string) []string {
	kept := []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH"}
	env := []string{"PYTHONHASHSEED=0"} // the order of a set is the same every time
	for _, pair := range all {
		if name, _, _ := strings.Cut(pair, "="); slices.Contains(kept, name) {
			env = append(env, pair)
		}
	}
	return env
}

func (c *child) write(w io.WriteCloser) {
	defer w.Close() //nolint:errcheck // it may be gone
	for {
		select {
		case text := <-c.in:
			if _, err := w.Write(text); err != nil {
				return // it has ended, or will not read: the reader finds out
			}
		case <-c.over:
			return
		}
	}
}

// read passes lines to the reader one at a time: a program that writes faster blocks.
func (c *child) read(r io.Reader) {
	lines := bufio.NewReaderSize(r, MaxLine)
	for {
		text, err := readLine(lines)
		if err != nil {
			c.await()
		}
		select {
		case c.out <- heard{text, err}:
		case <-c.over:
		}
		if err != nil {
			return
		}
	}
}

// await waits for a process that has closed its output and stores its exit status.
func (c *child) await() {
	late := time.AfterFunc(leaving, func() { killGroup(c.cmd) })
	c.status = c.cmd.Wait()
	late.Stop()
	players.collected(c)
	close(c.ended)
}

// hasEnded reports whether the process is known to have ended.
func (c *child) hasEnded() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// ask sends a question and returns the answer.
func (c *child) ask(ctx context.Context, message any, most time.Duration, limit string) ([]byte, error) {
	text, err := line(message)
	if err != nil {
		return nil, err
	}
	return c.exchange(ctx, text, most, limit)
}

// exchange sends a text, unless it is nil, and returns the next line of the program.
func (c *child) exchange(ctx context.Context, text []byte, most time.Duration, limit string) ([]byte, error) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	in := c.in
	if text == nil {
		in = nil
	}
	for {
		select {
		case in <- text:
			in = nil // sent
		case h := <-c.out:
			if h.err != nil {
				return nil, c.broken(h.err)
			}
			return h.text, nil
		case <-timer.C:
			return nil, c.fault("gave no answer within %v; raise %s, or see what it waits for", most, limit)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// tell sends a message that has no answer. A program that does not read it is noticed by
// the next question.
func (c *child) tell(message any, most time.Duration) {
	if text, err := line(message); err == nil {
		c.send(text, most)
	}
}

// send sends a text that has no answer.
func (c *child) send(text []byte, most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case c.in <- text:
	case <-c.ended:
	case <-timer.C:
	}
}

// broken explains why there is no next line.
func (c *child) broken(err error) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, os.ErrClosed) {
		return c.fault("wrote %w; print one object per line", err)
	}
	<-c.ended
	if c.status != nil {
		return c.fault("ended too soon: %w", c.status)
	}
	return c.fault("ended too soon; it has to answer until it reads {\"type\":\"end\"}")
}

// fault returns an error of the program together with the end of its standard error.
func (c *child) fault(format string, args ...any) error {
	err := fmt.Errorf("%s %w", c.command, fmt.Errorf(format, args...))
	if words := c.errors.String(); words != "" {
		return fmt.Errorf("%w; its standard error ends with:\n%s", err, words)
	}
	return err
}

// leave gives the program a moment to end by itself.
func (c *child) leave() {
	c.once.Do(func() { close(c.over) })
	select {
	case <-c.ended:
	case <-time.After(leaving):
	}
	c.kill()
}

// kill ends the program and every process it has started.
func (c *child) kill() {
	c.once.Do(func() { close(c.over) })
	killGroup(c.cmd)
	select {
	case <-c.ended:
	default:
		players.end(c) // what has left the group may hold its output
	}
	select {
	case <-c.ended:
	case <-time.After(leaving): // something that left the group still holds its output
		_ = c.stdout.Close() // it may be closed
		<-c.ended
	}
	players.forget(c)
}

// tail keeps the last bytes written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write always succeeds.
func (t *tail) Write(p []byte) (int, error) {
	const most = 2000
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > most {
		t.text = slices.Clone(t.text[len(t.text)-most:])
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
