// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
)

// Pong is what a worker or a run says of itself when it is asked.
type Pong struct {
	Worker   string  `json:"worker,omitempty"`
	Run      string  `json:"run,omitempty"` // the name of an experiment
	Build    string  `json:"build"`
	Threads  int     `json:"threads,omitempty"`
	Busy     int     `json:"busy,omitempty"`     // threads that are playing
	Episodes uint64  `json:"episodes,omitempty"` // played so far by a worker
	Have     uint64  `json:"have,omitempty"`     // of a run
	Want     uint64  `json:"want,omitempty"`
	Out      int     `json:"out,omitempty"`     // chunks given out
	Rate     float64 `json:"rate,omitempty"`    // episodes a second, lately
	Checked  uint64  `json:"checked,omitempty"` // chunks that were played twice
}

func (w *Worker) pong(m *nats.Msg) {
	if string(m.Data) == w.Build {
		w.bell.ring() // a run of this build is there
	}
	w.note("answering", respond(m, Pong{
		Worker: w.Name, Build: w.Build, Threads: max(w.Threads, 1), Busy: int(w.busy.Load()), Episodes: w.episodes.Load(),
	}))
}

func respond(m *nats.Msg, p Pong) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return m.Respond(text)
}

// Ask asks who is there, and collects the answers of a while. Workers of a build that
// wait for something to do are told to look again.
func Ask(ctx context.Context, nc *nats.Conn, wait time.Duration, build string) ([]Pong, error) {
	inbox := nc.NewInbox()
	answers, err := nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe() //nolint:errcheck // the answers are here
	if err := nc.PublishRequest(pingSubject, inbox, []byte(build)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	var all []Pong
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return all, nil // time is up
		}
		var p Pong
		if json.Unmarshal(m.Data, &p) == nil {
			all = append(all, p)
		}
	}
}
