// SPDX-License-Identifier: BSD-3-Clause

package rpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/api/rpc"
)

// echo is a question whose answer is its text, at once or never.
type echo struct {
	Text string `json:"text"`
}

type said struct {
	Schema string `json:"schema"`
	Text   string `json:"text"`
}

// table has a verb that answers at once, one that tells three documents first, and one that
// waits until it is stopped.
func table(running *atomic.Int64) api.Table {
	return api.Table{
		api.Answer(api.Verb{Name: "echo"}, func(_ context.Context, q echo) (*said, error) { return &said{"said/1", q.Text}, nil }),
		api.Tells(api.Verb{Name: "grow"}, func(_ context.Context, q echo, tell api.Tell[*said]) (*said, error) {
			for i := range 3 {
				tell(func() *said { return &said{"said/1", q.Text[:i]} })
			}
			return &said{"said/1", q.Text}, nil
		}),
		api.Answer(api.Verb{Name: "wait"}, func(ctx context.Context, _ echo) (*said, error) {
			running.Add(1)
			defer running.Add(-1)
			<-ctx.Done()
			return nil, ctx.Err()
		}),
	}
}

// reply is a line of output.
type reply struct {
	ID   json.RawMessage `json:"id"`
	Line int             `json:"line"`
	Doc  struct {
		Schema, Type, Title, Text string
	} `json:"doc"`
	Last bool `json:"last"`
}

func (r reply) String() string {
	return fmt.Sprintf("%s/%d %s%s last=%t", r.ID, r.Line, r.Doc.Text, r.Doc.Type, r.Last)
}

// talk serves lines and returns what comes back. The input ends when the last line was written.
func talk(t *testing.T, s rpc.Server, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	var got []string
	for l := range strings.Lines(out.String()) {
		var r reply
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatalf("%v in %q", err, l)
		}
		got = append(got, r.String())
	}
	return got
}

// dialogue serves two pipes.
type dialogue struct {
	t     *testing.T
	leave context.CancelFunc
	in    *io.PipeWriter
	lines *bufio.Reader
	done  chan error
}

func begin(t *testing.T, s rpc.Server) *dialogue {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	d := &dialogue{t, cancel, inW, bufio.NewReader(outR), make(chan error, 1)}
	go func() {
		d.done <- s.Serve(ctx, inR, outW)
		_ = outW.Close()
	}()
	return d
}

func (d *dialogue) say(format string, args ...any) {
	d.t.Helper()
	if _, err := fmt.Fprintf(d.in, format+"\n", args...); err != nil {
		d.t.Fatal(err)
	}
}

func (d *dialogue) hear() string {
	d.t.Helper()
	text, err := d.lines.ReadBytes('\n')
	var r reply
	if err != nil || json.Unmarshal(text, &r) != nil {
		d.t.Fatalf("%v: %q", err, text)
	}
	return r.String()
}

func (d *dialogue) expect(want string) {
	d.t.Helper()
	if got := d.hear(); got != want {
		d.t.Errorf("got %s, want %s", got, want)
	}
}

// end closes the input and returns the lines that still come.
func (d *dialogue) end() []string {
	d.t.Helper()
	_ = d.in.Close()
	rest, err := io.ReadAll(d.lines)
	if err := errors.Join(err, <-d.done); err != nil {
		d.t.Error(err)
	}
	return strings.Split(strings.TrimSuffix(string(rest), "\n"), "\n")
}

// TestAnswers: documents as they improve, and one last line for each question.
func TestAnswers(t *testing.T) {
	var running atomic.Int64
	d := begin(t, rpc.Server{Table: table(&running), Workers: 1})
	d.say(`{"id":1,"ask":"echo","text":"a"}`)
	d.expect("1/0 a last=true")
	d.say(`{"id":"x","ask":"grow","text":"abc"}`)
	for _, want := range []string{` last=false`, `a last=false`, `ab last=false`, `abc last=true`} {
		d.expect(`"x"/0 ` + want)
	}
	d.say(`{"id":1,"ask":"echo","text":"again"}`)
	d.expect("1/0 again last=true")
	if rest := d.end(); rest[0] != "" {
		t.Errorf("after the end: %q", rest)
	}
}

// TestBadLines are answered in place, and the next line is read as ever.
func TestBadLines(t *testing.T) {
	var running atomic.Int64
	s := rpc.Server{Table: table(&running), Workers: 1, Line: 100}
	got := talk(t, s, "nonsense", "", `{"ask":"echo"}`, `{"id":[1],"ask":"echo"}`, `{"id":"`+strings.Repeat("i", 64)+`"}`, strings.Repeat("x", 101), strings.Repeat("y", 5000), `{"stop":7}`, `{"stop":{"a":1}}`, `{"stop":null}`)
	want := []string{"/1 malformed-position last=true", "/3 malformed-position last=true", "/4 malformed-position last=true", "/5 malformed-position last=true", "/6 too-large last=true", "/7 too-large last=true", "/9 malformed-position last=true", "/10 malformed-position last=true"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	d := begin(t, s)
	for _, c := range [][2]string{
		{`{"id":1,"ask":"sing"}`, "1/0 impossible-question last=true"},
		{`{"id":2,"ask":"echo","txt":"a"}`, "2/0 malformed-position last=true"},
		{`{"id":3,"ask":"echo","text":"` + strings.Repeat("a", 60) + `"}`, "3/0 " + strings.Repeat("a", 60) + " last=true"},
	} {
		d.say("%s", c[0])
		d.expect(c[1])
	}
	d.end()
}

// TestStop: a question that runs, and one that waits for a worker, are stopped by id; an id in
// use is refused.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int64
		d := begin(t, rpc.Server{Table: table(&running), Workers: 1})
		d.say(`{"id":1,"ask":"wait"}`)
		d.say(`{"id":2,"ask":"echo","text":"b"}`)
		d.say(`{"id":3,"ask":"echo","text":"c"}`)
		d.say(`{"id":2,"ask":"echo","text":"b"}`)
		d.expect("/4 malformed-position last=true")
		synctest.Wait()
		if running.Load() != 1 {
			t.Error("nothing runs")
		}
		d.say(`{"stop":2}`)
		d.say(`{"stop":1}`)
		d.expect("1/0 cancelled last=true")
		d.expect("2/0 cancelled last=true")
		d.expect("3/0 c last=true")
		d.end()
	})
}

// TestEndStopsAll: the end of the input stops what runs and what waits, each with its last line.
func TestEndStopsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int64
		d := begin(t, rpc.Server{Table: table(&running), Workers: 2})
		for i := range 10 {
			d.say(`{"id":%d,"ask":"wait"}`, i)
		}
		synctest.Wait()
		rest := d.end()
		if len(rest) != 10 || running.Load() != 0 {
			t.Errorf("%d lines, %d still running: %q", len(rest), running.Load(), rest)
		}
	})
}

// TestContextEnds: Serve returns although nobody writes or closes the input.
func TestContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int64
		ctx, cancel := context.WithCancel(t.Context())
		in, keep := io.Pipe()
		done := make(chan error)
		go func() { done <- rpc.Server{Table: table(&running)}.Serve(ctx, in, io.Discard) }()
		synctest.Wait()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		_ = keep.Close()
	})
}

// TestBackpressure: with all workers busy and the queue full, no more input is taken.
func TestBackpressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, written atomic.Int64
		d := begin(t, rpc.Server{Table: table(&running), Workers: 2, Waiting: 3})
		go func() {
			for i := range 100 {
				if _, err := fmt.Fprintf(d.in, `{"id":%d,"ask":"wait"}`+"\n", i); err != nil {
					return
				}
				written.Add(1)
			}
		}()
		synctest.Wait()
		// Two run, three wait, and one each is held by the reader, the goroutine of lines and its buffer.
		if n := written.Load(); n < 5 || n > 9 {
			t.Errorf("%d questions were taken, want about five", n)
		}
		d.leave()
		if rest := d.end(); len(rest) != 6 {
			t.Errorf("%d last lines for the six questions that were taken: %q", len(rest), rest)
		}
	})
}

// TestBrokenOutput: a program that has gone ends the work for it.
func TestBrokenOutput(t *testing.T) {
	var running atomic.Int64
	in, say := io.Pipe()
	defer func() { _ = say.Close() }()
	out, hear := io.Pipe()
	_ = out.Close()
	go func() { _, _ = io.WriteString(say, `{"id":1,"ask":"wait"}`+"\n"+`{"id":2,"ask":"echo"}`+"\n") }()
	if err := (rpc.Server{Table: table(&running), Workers: 2}).Serve(t.Context(), in, hear); !errors.Is(err, io.ErrClosedPipe) || running.Load() != 0 {
		t.Errorf("%v, %d running", err, running.Load())
	}
}

// TestMemory: a line without an end and many long ones take no more than the limits add up to.
func TestMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var running atomic.Int64
	long := io.LimitReader(endless{}, 64<<20)
	if err := (rpc.Server{Table: table(&running), Line: 64 << 10}).Serve(t.Context(), long, io.Discard); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 4<<20 {
		t.Errorf("a line of 64 MiB with a limit of 64 KiB allocated %d bytes", got)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestThousand: a thousand questions interleaved with stops each get exactly one last line.
func TestThousand(t *testing.T) {
	var running atomic.Int64
	d := begin(t, rpc.Server{Table: table(&running), Workers: 4})
	go func() {
		for i := range 1000 {
			verb := []string{"echo", "grow", "wait"}[i%3]
			d.say(`{"id":%d,"ask":"%s","text":"abc"}`, i, verb)
			if i%3 == 2 {
				d.say(`{"stop":%d}`, i)
			}
		}
	}()
	last := map[string]int{}
	for n := 0; n < 1000; {
		text, err := d.lines.ReadBytes('\n')
		var r reply
		if err != nil || json.Unmarshal(text, &r) != nil {
			t.Fatalf("%v: %q", err, text)
		}
		if r.Last {
			n++
			last[string(r.ID)]++
		} else if last[string(r.ID)] > 0 {
			t.Errorf("a document of %s after its last line", r.ID)
		}
	}
	if rest := d.end(); len(last) != 1000 || rest[0] != "" {
		t.Errorf("%d ids, then %q", len(last), rest)
	}
}

// FuzzServe: whatever is read, every line of output is JSON, and Serve ends.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{`{"id":1,"ask":"echo","text":"a"}`, `{"stop":1}`, "nonsense\n\n", `{"id":1,"ask":"grow","text":"abc"}` + "\n" + `{"id":1,"ask":"grow"}`, `{"id":-1e9,"ask":""}`, `{"id":"\u2028"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var out strings.Builder
		var running atomic.Int64
		if err := (rpc.Server{Table: table(&running), Line: 1000}).Serve(t.Context(), strings.NewReader(string(in)), &out); err != nil {
			t.Fatal(err)
		}
		for l := range strings.Lines(out.String()) {
			if !json.Valid([]byte(l)) {
				t.Fatalf("%q is not JSON", l)
			}
		}
	})
}
