// SPDX-License-Identifier: BSD-3-Clause

package protocol_test

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/veilplan/veil/cmd/veil/internal/protocol"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/krieg/ending"
)

const specification = "../../../../docs/reference/engine-protocol.md"

func book(t testing.TB) *ending.Book {
	t.Helper()
	b, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTranscripts replays the transcripts of the specification. UPDATE=1 rewrites them.
func TestTranscripts(t *testing.T) {
	source, err := os.ReadFile(specification)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	var transcript []string
	inside, replayed := false, 0
	for line := range strings.Lines(string(source)) {
		switch {
		case line == "```text\n":
			inside, transcript = true, nil
		case inside && line == "```\n":
			inside = false
			page.WriteString(replay(t, transcript))
			replayed++
		case inside:
			if sent, ok := strings.CutPrefix(line, "> "); ok {
				transcript = append(transcript, sent)
			}
			continue
		}
		page.WriteString(line)
	}
	if replayed < 3 {
		t.Errorf("only %d transcripts", replayed)
	}
	if page.String() == string(source) {
		return
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(specification, []byte(page.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the engine does not answer as the specification says (UPDATE=1 rewrites it):\n%s", page.String())
}

// replay holds a conversation, waiting after each line, and returns both sides of it.
// What is said while a search goes on depends on the machine; only the last list counts.
func replay(t *testing.T, lines []string) string {
	t.Helper()
	in, send := io.Pipe()
	out := &transcript{}
	done := make(chan error, 1)
	e := protocol.Engine{Version: "test", Book: book(t)}
	go func() { done <- e.Run(t.Context(), in, out) }()
	for _, line := range lines {
		out.note("> " + line)
		// The answer to isready comes when all before it was answered.
		if _, err := io.WriteString(send, line+"wait\nisready\n"); err != nil {
			t.Fatal(err)
		}
		want := 1
		if line == "isready\n" {
			want = 2
		}
		out.until(t, want, lastList)
	}
	if err := send.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	return out.String()
}

// transcript collects both sides of a conversation.
type transcript struct {
	bytes.Buffer

	mu    sync.Mutex
	fresh bytes.Buffer
}

func (w *transcript) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fresh.Write(p)
}

func (w *transcript) note(s string) { w.WriteString(s) }

// until waits for so many readyok and takes over what was said before the last.
func (w *transcript) until(t *testing.T, want int, filter func(string) string) {
	t.Helper()
	var text string
	testsize.Await(t, "an answer", func() (ok bool) {
		text, ok = w.take(want)
		return ok
	})
	for line := range strings.Lines(filter(text)) {
		w.note("< " + line)
	}
}

// take returns what was said before the last of so many readyok, if they were.
func (w *transcript) take(want int) (string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := w.fresh.String()
	if strings.Count(text, "readyok\n") < want {
		return "", false
	}
	w.fresh.Reset()
	return strings.TrimSuffix(text, "readyok\n"), true
}

// lastList leaves out the lists of a search that went on.
func lastList(text string) string {
	if i := strings.LastIndex(text, "info state "); i > 0 {
		return text[i:]
	}
	return text
}

// TestStop stops a search that would take hours.
func TestStop(t *testing.T) {
	rows := strings.Repeat(" "+strings.Repeat(".", 30), 16)
	in, send := io.Pipe()
	var out transcript
	done := make(chan error, 1)
	e := protocol.Engine{}
	go func() { done <- e.Run(t.Context(), in, &out) }()
	for _, line := range []string{
		"newgame mines", "position 30x16/99" + rows, "go nodes 2000000000 games 1000000000",
		"position 1x1/0 .", "isready", "stop", "isready", "quit",
	} {
		if _, err := io.WriteString(send, line+"\n"); err != nil {
			t.Fatal(err)
		}
		if line == "isready" {
			out.until(t, 1, func(s string) string { return s })
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	text := out.String()
	for _, want := range []string{"< error position: a search is under way; send stop first\n", "< bestmove r"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%q is not in the answer once:\n%s", want, text)
		}
	}
}

// TestStopAtOnce: a search that is stopped before it has counted anything still ends with a move, and one without a
// recommendation too, while anything is left to open.
func TestStopAtOnce(t *testing.T) {
	for _, c := range []struct{ name, position, want string }{
		{"a first click", "30x16/99" + strings.Repeat(" "+strings.Repeat(".", 30), 16), "r"},
		{"a guess", "4x4/4 1... .... .... ....", "r"},
		{"a guess, mines unknown", "1... .... .... ....", "r"},
		{"mines only", "2x1/1 1.", "none"},
	} {
		for range 20 {
			var out bytes.Buffer
			e := protocol.Engine{}
			script := "newgame mines\nposition " + c.position + "\ngo\nstop\nquit\n"
			if err := e.Run(t.Context(), strings.NewReader(script), &out); err != nil {
				t.Fatal(err)
			}
			if text := out.String(); strings.Count(text, "bestmove ") != 1 || !strings.Contains(text, "bestmove "+c.want) || strings.Contains(text, "error") {
				t.Fatalf("%s: want bestmove %s once:\n%s", c.name, c.want, text)
			}
		}
	}
}

// TestLongWords: an error repeats only the start of a long word.
func TestLongWords(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	var out bytes.Buffer
	e := protocol.Engine{}
	if err := e.Run(t.Context(), strings.NewReader(long+"\nnewgame "+long+"\nquit\n"), &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "error "); n != 2 || out.Len() > 3000 {
		t.Errorf("%d errors in %d bytes, want 2 in at most 3000", n, out.Len())
	}
}

// FuzzEngine sends anything: the engine answers or complains, ends at quit, and says
// bestmove or besttry once for every search.
func FuzzEngine(f *testing.F) {
	f.Add("newgame mines\nposition 4x2/3 2..1 1111\ngo\n")
	f.Add("newgame krieg rules english side black level 1\nheard W moved\ngo boards 3\nstop\nheard B any? yes\n")
	f.Add("newgame krieg level 1 fen 7k/8/8/8/8/2K5/8/1R6 w - - 0 1\ngo clock 100 increment 3\nwait\n")
	f.Add("vlp\nisready\nstop\nwait\n\n#\ngo\nposition\nheard\nnewgame\nnewgame chess\n")
	tables := book(f)
	f.Fuzz(func(t *testing.T, script string) {
		var out bytes.Buffer
		e := protocol.Engine{Book: tables}
		if err := e.Run(t.Context(), strings.NewReader(script+"\nquit\n"), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch word {
			case "error", "info", "bestmove", "besttry", "readyok", "id", "domain", "vlpok":
			default:
				t.Errorf("the engine said %q", line)
			}
		}
	})
}
