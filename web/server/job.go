// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/veilplan/veil/api"
)

// Job is long work as a resource: it continues after the request that started it. Its result is a
// document of any type.
type Job struct {
	kind   Kind
	id     string
	client string
	stop   context.CancelFunc
	done   chan struct{} // closed at the end
	wanted atomic.Bool   // a client follows the progress
	timing timing

	mu      sync.Mutex
	changed chan struct{} // closed, and replaced, at every change
	events  []event
	bytes   int        // of the events
	latest  api.Report // in the orientation of the question, while it runs
	body    []byte     // the last document, encoded, once done
	home    string     // the permanent address of the last document, if it has one
	fault   error
	ended   time.Time
}

// Kind describes the jobs of one kind.
type Kind struct {
	Verb   string // what they do
	Noun   string // what they make
	Path   string // where they are
	Prefix string // of their names
	Schema string // of their documents
}

// event is one step of a job's progress.
type event struct {
	seq  int
	name string
	data []byte
}

func newJob(k Kind, client string, stop context.CancelFunc) *Job {
	return &Job{kind: k, id: k.Prefix + rand.Text(), client: client, stop: stop, done: make(chan struct{}), changed: make(chan struct{})}
}

// tell stores a document and announces it.
func (j *Job) tell(doc api.Report) {
	doc.Mark(j.id, api.Running)
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.ended.IsZero() {
		return // abandoned
	}
	j.latest = doc
	j.announce("progress", api.Encode(doc.Progress(len(j.events)+1)))
}

func (j *Job) announce(name string, data []byte) {
	j.events = append(j.events, event{len(j.events) + 1, name, data})
	j.bytes += len(data)
	close(j.changed)
	j.changed = make(chan struct{})
}

// finish ends the job with a document, which may have a permanent address.
func (j *Job) finish(doc api.Report, home string, now time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.ended.IsZero() {
		return // abandoned
	}
	doc.Mark(j.id, api.Done)
	j.home = home
	j.end(now, "done", doc)
}

// fail ends the job without its answer. A stopped job keeps what was proved by then.
func (j *Job) fail(err error, now time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.ended.IsZero() {
		return
	}
	cut := stopped(err) || errors.Is(err, errLate) || errors.Is(err, errBusy)
	if partial := j.latest; cut && partial != nil {
		partial.Mark(j.id, api.Partial)
		j.end(now, "done", partial)
		return
	}
	j.fault = err
	j.end(now, "problem", ProblemOf(err).Problem)
}

// end announces the last document. Only its text is kept, which is easier on the garbage collector.
func (j *Job) end(now time.Time, name string, last any) {
	j.ended, j.latest, j.body = now, nil, api.Encode(last)
	j.announce(name, j.body)
	close(j.done)
}

// stopped reports whether an error is a requested stop.
func stopped(err error) bool {
	p, ok := errors.AsType[*api.Problem](err)
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || ok && p.Type == api.Cancelled
}

// status returns the document so far, or the error. Both are nil before the first document.
func (j *Job) status() (body []byte, done bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case !j.ended.IsZero():
		return j.body, true, j.fault
	case j.latest != nil:
		return api.Encode(j.latest), false, nil
	default:
		return nil, false, nil
	}
}

// Address returns the permanent address of the last document, or "".
func (j *Job) Address() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.home
}

// since returns the events after a number, and a channel that is closed when there are more.
func (j *Job) since(seq int) (events []event, over bool, more <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	seq = min(max(seq, 0), len(j.events))
	return j.events[seq:len(j.events):len(j.events)], !j.ended.IsZero(), j.changed
}

// size returns when a job ended, and the size of its stored data in bytes.
func (j *Job) size() (ended time.Time, bytes int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ended, j.bytes
}

// await waits until a job ends or its document is enough. It returns false if the client went away
// meanwhile.
func (j *Job) await(ctx context.Context, wait time.Duration, enough func(api.Report) bool) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		j.mu.Lock()
		more, good := j.changed, j.latest != nil && enough(j.latest)
		j.mu.Unlock()
		if good {
			return true
		}
		select {
		case <-j.done:
			return true
		case <-timer.C:
			return true
		case <-ctx.Done():
			return false
		case <-more:
		}
	}
}
