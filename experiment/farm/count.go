// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
)

// count polls the workers, sizes the window accordingly, and answers status requests.
func (s *session) count(ctx context.Context) {
	pings, err := s.Conn.Subscribe(pingSubject, admit(&s.door, func(m *nats.Msg) {
		var p ping
		if json.Unmarshal(m.Data, &p) == nil {
			if err := say(s.Conn, runsSubject+s.me.name+"."+s.run, s.pong(p.ID)); err != nil {
				s.Log.Debug("answering", "error", err)
			}
		}
	}))
	if err == nil {
		defer pings.Unsubscribe() //nolint:errcheck // the run ends
	}
	for alone := 0; ctx.Err() == nil; pause(ctx, 3*time.Second) {
		crew, err := Ask(ctx, s.Conn, 2*time.Second, s.Build)
		if err != nil {
			continue
		}
		mine, others := s.meet(crew)
		s.window.resize(2 * mine)
		if mine > 0 {
			alone = 0
		} else if alone++; alone == 1 {
			s.Log.Warn("no worker of this build is connected", "build", s.Build, "others", others)
		}
	}
}

// meet counts the threads of this build's workers, and the workers of other builds.
func (s *session) meet(crew []PeerStatus) (mine, others int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	workers := 0
	for _, p := range crew {
		switch {
		case p.Worker == "" || s.outcasts[p.Worker]:
		case p.Build != s.Build:
			others++
		default:
			workers++
			mine += min(max(p.Threads, 0), s.Settings.MaxHeld)
		}
	}
	s.Metrics.crew(workers, s.window.size)
	return mine, others
}

func (s *session) pong(id string) PeerStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := 0
	for _, n := range s.held {
		out += n
	}
	return PeerStatus{
		Run: s.plan.Spec.Name, Build: s.Build, Have: s.at.Have, Want: s.at.Want, Waiting: s.bodies.len(), Out: out,
		Rate: s.pace.rate(), Checked: uint64(s.ledger.Drawn()), Ping: id,
	}
}

// progressed records the progress of the run.
func (s *session) progressed(at experiment.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = at
	s.pace.add(s.Clock(), at.Session)
	s.Metrics.progress(at)
}

// pace measures the recent speed of a run.
type pace struct {
	times    []time.Duration
	episodes []uint64
}

func (p *pace) add(now time.Duration, episodes uint64) {
	p.times, p.episodes = append(p.times, now), append(p.episodes, episodes)
	for len(p.times) > 2 && now-p.times[1] > time.Minute {
		p.times, p.episodes = p.times[1:], p.episodes[1:]
	}
}

// rate returns episodes per second.
func (p *pace) rate() float64 {
	n := len(p.times)
	if n < 2 {
		return 0
	}
	seconds := (p.times[n-1] - p.times[0]).Seconds()
	return float64(p.episodes[n-1]-p.episodes[0]) / max(seconds, 1e-9)
}
