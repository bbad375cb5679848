// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
)

// PeerStatus is the status that a worker or a run reports on request. Its name comes from the
// subject of the report, which the server lets nobody else use.
type PeerStatus struct {
	Worker   string  `json:"worker,omitempty"`
	Run      string  `json:"run,omitempty"` // the name of an experiment
	Build    string  `json:"build"`
	Threads  int     `json:"threads,omitempty"`
	Busy     int     `json:"busy,omitempty"`     // threads that are playing
	Episodes uint64  `json:"episodes,omitempty"` // played so far, of a worker
	Have     uint64  `json:"have,omitempty"`     // of a run
	Want     uint64  `json:"want,omitempty"`
	Waiting  int     `json:"waiting,omitempty"` // chunks not given out
	Out      int     `json:"out,omitempty"`     // chunks being played
	Rate     float64 `json:"rate,omitempty"`    // recent episodes per second
	Checked  uint64  `json:"checked,omitempty"` // episodes that had to be played twice

	Ping   string `json:"ping,omitempty"`   // the question
	Joined bool   `json:"joined,omitempty"` // the worker has connected
	Left   bool   `json:"left,omitempty"`   // the worker leaves
}

// ping asks all workers and runs for their status.
type ping struct {
	ID    string `json:"id"`
	Build string `json:"build,omitempty"` // workers of this build may find work
	Needs string `json:"needs,omitempty"` // a requirement that the farm has signed
}

// pong answers a ping. Anybody who runs experiments can send one, so only a requirement that the
// farm has signed can end the worker.
func (w *Worker) pong(nc *nats.Conn, m *nats.Msg, end context.CancelCauseFunc) {
	var p ping
	if json.Unmarshal(m.Data, &p) != nil {
		return
	}
	if p.Needs != "" {
		w.told(p.Needs, end)
	}
	if p.Build == w.Build {
		w.bell.ring() // a run of this build is there
	}
	w.note("answering", say(nc, hereSubject+w.Name, PeerStatus{
		Build: w.Build, Threads: max(w.Threads, 1), Busy: int(w.busy.Load()), Episodes: w.episodes.Load(), Ping: p.ID,
	}))
}

func say(nc *nats.Conn, subject string, what any) error {
	text, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return nc.Publish(subject, text)
}

// Ask collects the status of all workers and runs for a while. Waiting workers of the build are
// told to look for work again.
func Ask(ctx context.Context, nc *nats.Conn, wait time.Duration, build string) ([]PeerStatus, error) {
	answers := make(chan *nats.Msg, maxGuests) // what does not fit is lost
	for _, subject := range []string{hereSubject + "*", runsSubject + "*.*"} {
		sub, err := nc.ChanSubscribe(subject, answers)
		if err != nil {
			return nil, err
		}
		defer sub.Unsubscribe() //nolint:errcheck // the answers are here
	}
	question := ping{ID: rand.Text()[:8], Build: build}
	if err := say(nc, pingSubject, question); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	var all []PeerStatus
	for {
		select {
		case m := <-answers:
			var p PeerStatus
			if json.Unmarshal(m.Data, &p) == nil && p.Ping == question.ID {
				all = append(all, p.named(m.Subject))
			}
		case <-ctx.Done():
			return all, nil
		}
	}
}

// named takes the name from the subject, where it cannot be forged.
func (p PeerStatus) named(subject string) PeerStatus {
	p.Ping, p.Worker = "", ""
	p.Run, p.Build = Quote(p.Run), Quote(p.Build)
	if subject[:len(hereSubject)] == hereSubject {
		p.Worker, p.Run = Quote(lastWord(subject)), ""
	}
	return p
}
