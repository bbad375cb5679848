// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Status is the current state of a farm.
type Status struct {
	Workers    []PeerStatus `json:"workers"`
	Runs       []PeerStatus `json:"runs"`
	Queued     int          `json:"queued"`     // chunks not given out
	Playing    int          `json:"playing"`    // chunks being played
	Results    uint64       `json:"results"`    // not yet collected
	Quarantine []string     `json:"quarantine"` // by statements of the farm
}

// StatusOf returns the state of a farm. The invitation is the one that the connection was made
// with, or nil.
func StatusOf(ctx context.Context, nc *nats.Conn, invitation []byte) (*Status, error) {
	me, err := identify(invitation, "")
	if err != nil {
		return nil, err
	}
	everybody, err := Ask(ctx, nc, time.Second, "")
	if err != nil {
		return nil, err
	}
	s := &Status{Workers: []PeerStatus{}, Runs: []PeerStatus{}, Quarantine: []string{}}
	for _, p := range everybody {
		s.Queued += p.Waiting
		s.Playing += p.Out
		if p.Worker != "" {
			s.Workers = append(s.Workers, p)
		} else {
			s.Runs = append(s.Runs, p)
		}
	}
	slices.SortFunc(s.Workers, func(a, b PeerStatus) int { return cmp.Compare(a.Worker, b.Worker) })
	slices.SortFunc(s.Runs, func(a, b PeerStatus) int { return cmp.Compare(a.Run, b.Run) })
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	err = s.countStreams(ctx, js, me.farm)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		err = nil // no run so far
	}
	return s, err
}

func (s *Status) countStreams(ctx context.Context, js jetstream.JetStream, farm string) error {
	results, err := js.Stream(ctx, resultStream)
	if err != nil {
		return err
	}
	s.Results = results.CachedInfo().State.Msgs
	names, err := outcasts(ctx, js, farm)
	s.Quarantine = slices.AppendSeq(s.Quarantine, maps.Keys(names))
	slices.Sort(s.Quarantine)
	return err
}
