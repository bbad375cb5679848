// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Status is what a farm is doing.
type Status struct {
	Workers    []Pong   `json:"workers"`
	Runs       []Pong   `json:"runs"`
	Queued     int      `json:"queued"`  // chunks that nobody plays yet
	Playing    int      `json:"playing"` // chunks that somebody plays
	Results    uint64   `json:"results"` // that are not collected yet
	Quarantine []string `json:"quarantine"`
}

// StatusOf asks a farm what it is doing.
func StatusOf(ctx context.Context, nc *nats.Conn) (*Status, error) {
	everybody, err := Ask(ctx, nc, time.Second, "")
	if err != nil {
		return nil, err
	}
	s := &Status{Workers: []Pong{}, Runs: []Pong{}, Quarantine: []string{}}
	for _, p := range everybody {
		s.Queued += p.Waiting
		s.Playing += p.Out
		if p.Worker != "" {
			s.Workers = append(s.Workers, p)
		} else {
			s.Runs = append(s.Runs, p)
		}
	}
	slices.SortFunc(s.Workers, func(a, b Pong) int { return cmp.Compare(a.Worker, b.Worker) })
	slices.SortFunc(s.Runs, func(a, b Pong) int { return cmp.Compare(a.Run, b.Run) })
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	err = s.countStreams(ctx, js)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		err = nil // nobody has run anything yet
	}
	return s, err
}

func (s *Status) countStreams(ctx context.Context, js jetstream.JetStream) error {
	results, err := js.Stream(ctx, resultStream)
	if err != nil {
		return err
	}
	s.Results = results.CachedInfo().State.Msgs
	s.Quarantine, err = outcasts(ctx, js)
	slices.Sort(s.Quarantine)
	return err
}

// outcasts lists who is in quarantine.
func outcasts(ctx context.Context, js jetstream.JetStream) (names []string, err error) {
	bad, err := js.Stream(ctx, quarantineStream)
	if err != nil {
		return nil, err
	}
	info, err := bad.Info(ctx, jetstream.WithSubjectFilter(quarantineSubject+">"))
	if err != nil {
		return nil, err
	}
	names = []string{}
	for subject := range info.State.Subjects {
		names = append(names, lastWord(subject))
	}
	return names, nil
}
