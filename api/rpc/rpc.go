// SPDX-License-Identifier: BSD-3-Clause

// Package rpc answers the verbs of a table in lines of JSON over two streams, so that a program
// in any language can keep one veil running and ask it many questions at once.
//
//	→ {"id":1,"ask":"mines.analysis","text":"4x4/4 1... .... .... ...."}
//	← {"id":1,"doc":{…,"state":"running"}}
//	← {"id":1,"doc":{…,"state":"done"},"last":true}
//	→ {"stop":1}
//
// Every question gets exactly one line with "last", even one that is stopped. A line that is not a
// question is answered with its line number instead of an id. The end of the input stops all
// questions; it is read after the lines before it, so a program that may have to stop a question
// keeps fewer questions open than Waiting.
package rpc

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/veilplan/veil/api"
)

// Server answers the questions of one program. Zero limits mean the defaults.
type Server struct {
	Table   api.Table
	Workers int // questions answered at a time; as many as there are cores
	Waiting int // questions that wait for a worker; 64; while the queue is full, no input is read
	Line    int // bytes of a line; 1 MiB
}

// maxID is the maximum length of an id in JSON, in bytes.
const maxID = 64

// conversation is a running Server.
type conversation struct {
	Server

	out  *writer
	work chan question

	mu   sync.Mutex
	open map[string]context.CancelFunc // by id, until the last line of its answer
}

// question is a line with an id that is not in use.
type question struct {
	ctx  context.Context //nolint:containedctx // each question has its own, which {"stop":…} ends
	id   string
	text []byte
}

// message has the fields that a line of any verb may have.
type message struct {
	ID   json.RawMessage `json:"id"`
	Ask  string          `json:"ask"`
	Stop json.RawMessage `json:"stop"`
}

// Serve answers until the input or the context ends. It then stops all open questions, and returns
// when each has its last line.
func (s Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.Workers = cmp.Or(max(s.Workers, 0), runtime.GOMAXPROCS(0))
	s.Waiting = cmp.Or(max(s.Waiting, 0), 64)
	s.Line = cmp.Or(max(s.Line, 0), 1<<20)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &conversation{Server: s, out: &writer{to: out, broken: cancel}, work: make(chan question, s.Waiting), open: map[string]context.CancelFunc{}}
	var workers sync.WaitGroup
	for range s.Workers {
		workers.Go(c.answer)
	}
	err := c.read(ctx, in)
	cancel()
	close(c.work)
	workers.Wait()
	return cmp.Or(c.out.err, err)
}

// read handles the input line by line.
func (c *conversation) read(ctx context.Context, in io.Reader) error {
	lines := readLines(ctx, in, c.Line)
	for n := 1; ; n++ {
		select {
		case l, ok := <-lines:
			if !ok {
				return nil
			}
			if l.err != nil {
				return l.err
			}
			c.take(ctx, n, l)
		case <-ctx.Done():
			return nil
		}
	}
}

// take starts or stops an answer, or replies with the reason why a line is neither a question nor a stop.
func (c *conversation) take(ctx context.Context, n int, l line) {
	if len(l.text) == 0 && !l.long {
		return
	}
	m, problem := c.parse(l)
	switch {
	case problem != nil:
		c.out.send(fmt.Sprintf(`"line":%d`, n), api.Encode(problem), true)
	case m.Stop != nil:
		c.stop(string(m.Stop))
	default:
		c.ask(ctx, n, string(m.ID), l.text)
	}
}

// parse reads the fields that lines of all verbs share.
func (c *conversation) parse(l line) (message, *api.Problem) {
	var m message
	if l.long {
		return m, api.NewTooLarge("the line is too long", c.Line, l.bytes, "bytes")
	}
	if err := json.Unmarshal(l.text, &m); err != nil {
		return m, api.NewProblem(api.Malformed, "the line is not a question in JSON", err.Error())
	}
	if id := cmp.Or(string(m.Stop), string(m.ID)); !isID(id) {
		return m, api.NewProblem(api.Malformed, "the line has no usable id", fmt.Sprintf(`want "id" or "stop": a number or a string of at most %d bytes`, maxID))
	}
	return m, nil
}

// isID reports whether an id is a short number or string.
func isID(id string) bool {
	return len(id) > 0 && len(id) <= maxID && strings.IndexByte(`"-0123456789`, id[0]) >= 0
}

// stop ends the work on a question. An id without an open question has no effect: its last line may
// already be on its way.
func (c *conversation) stop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel, ok := c.open[id]; ok {
		cancel()
	}
}

// ask hands a question to the workers. While all of them work and the queue is full, no line is read.
func (c *conversation) ask(ctx context.Context, n int, id string, text []byte) {
	own, ok := c.begin(ctx, id)
	if !ok {
		p := api.NewProblem(api.Malformed, "the id is in use", "id "+id+" has no last line yet; want an id for each question")
		c.out.send(fmt.Sprintf(`"line":%d`, n), api.Encode(p), true)
		return
	}
	q := question{own, id, text}
	select {
	case c.work <- q:
	case <-ctx.Done():
		c.finish(q)
	}
}

// begin reserves an id until end is called, unless it is in use.
func (c *conversation) begin(ctx context.Context, id string) (context.Context, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, used := c.open[id]; used {
		return nil, false
	}
	own, cancel := context.WithCancel(ctx)
	c.open[id] = cancel
	return own, true
}

// end releases an id.
func (c *conversation) end(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[id]()
	delete(c.open, id)
}

// answer is the loop of a worker.
func (c *conversation) answer() {
	for q := range c.work {
		c.finish(q)
	}
}

// finish answers a question to its last line.
func (c *conversation) finish(q question) {
	last := c.document(q)
	c.end(q.id) // before the last line, after which the id may be used again
	c.out.send(`"id":`+q.id, last, true)
}

// document answers one question. Meanwhile it sends improving documents, but only when no other
// line is being written: a program that reads slowly gets fewer of them.
func (c *conversation) document(q question) []byte {
	if err := q.ctx.Err(); err != nil {
		return api.Encode(api.ProblemOf(err))
	}
	return c.Table.Ask(q.ctx, q.text, func(doc []byte) { c.out.send(`"id":`+q.id, doc, false) })
}

// writer writes whole lines.
type writer struct {
	mu     sync.Mutex
	to     io.Writer
	err    error
	broken func() // called when writing fails
}

// send writes a line. A line that is not the last is dropped if another one is being written.
func (w *writer) send(key string, doc []byte, last bool) {
	if last {
		w.mu.Lock()
	} else if !w.mu.TryLock() {
		return
	}
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	end := "}\n"
	if last {
		end = `,"last":true}` + "\n"
	}
	if _, w.err = io.WriteString(w.to, "{"+key+`,"doc":`+string(doc)+end); w.err != nil {
		w.broken()
	}
}
