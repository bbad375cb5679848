// SPDX-License-Identifier: BSD-3-Clause

// Package attack simulates workers that forge results, against the code that decides what is
// checked (package audit). No episode is played: each is either correct or forged.
package attack

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/veilplan/veil/experiment/farm/internal/audit"
)

// Size is the size of a simulated run.
type Size struct {
	Chunks   int
	Episodes int // per chunk
}

// Outcome is the result of an attack.
type Outcome struct {
	Forged  int // episodes that were ever stored
	Left    int // forged episodes that remain at the end
	Caught  int
	Checked int // episodes that were played again
	Played  int // episodes
	Honest  int // workers who were caught without having forged
}

// simulation is a run with its farm.
type simulation struct {
	size     Size
	strategy Strategy
	share    float64
	random   *rand.Rand
	ledger   *audit.Ledger
	workers  []*worker
	forgers  int
	now      time.Duration
	steps    int
	queue    []int // chunks not given out
	author   []*worker
	forged   map[uint64]bool // those that are stored, or on their way
	out      Outcome
}

type worker struct {
	name   string
	forges bool
	idles  bool
	away   bool
	out    bool // was caught
	random *rand.Rand
	chunk  int // the chunk it plays, or -1
	mine   map[uint64]bool
	checks []uint64
}

const chunkTime = 10 * time.Second

// Simulate simulates an attack that forges a share of a run.
func Simulate(p audit.Policy, size Size, strategy Strategy, share float64, seed uint64) Outcome {
	s := &simulation{
		size: size, strategy: strategy, share: share, random: rand.New(rand.NewPCG(seed, 1)),
		ledger: audit.New(p, binary.BigEndian.AppendUint64([]byte("simulation"), seed)),
		author: make([]*worker, size.Chunks), forged: map[uint64]bool{},
	}
	for i := range size.Chunks {
		s.queue = append(s.queue, size.Chunks-1-i)
	}
	s.hire()
	for s.stored() < size.Chunks || s.ledger.Open() > 0 {
		if !s.step() {
			break // every forger is caught: no forged episode remains or will appear
		}
	}
	for e := range s.forged {
		if s.author[s.chunkOf(e)] != nil {
			s.out.Left++
		}
	}
	s.out.Checked = s.ledger.Drawn()
	return s.out
}

func (s *simulation) hire() {
	n := cmp.Or(s.strategy.workers, 20)
	s.forgers = s.strategy.forgers(n, s.share)
	if s.share == 0 {
		s.forgers = 0
	}
	for i := range n + s.strategy.idlers {
		s.workers = append(s.workers, &worker{
			name: fmt.Sprint("w", i), forges: i < s.forgers, idles: i >= n, random: s.random, chunk: -1,
		})
	}
	s.random.Shuffle(n, func(i, j int) { s.workers[i], s.workers[j] = s.workers[j], s.workers[i] })
}

func (s *simulation) chunkOf(e uint64) int { return int(e) / s.size.Episodes }

func (s *simulation) stored() (n int) { return s.size.Chunks - len(s.queue) - s.playing() }

func (s *simulation) playing() (n int) {
	for _, w := range s.workers {
		if w.chunk >= 0 {
			n++
		}
	}
	return n
}

// step lets a worker return its chunk and ask for another. It reports whether any worker that may
// forge is left.
func (s *simulation) step() bool {
	w := s.workers[s.random.IntN(len(s.workers))]
	s.now += chunkTime / time.Duration(len(s.workers))
	if !w.out && !w.away {
		s.ledger.Seen(w.name, s.now)
		if lost := s.finish(w); !lost {
			s.ask(w)
		}
	}
	if w.away { // its density decides when it returns
		s.plan(w)
	}
	if s.steps++; s.steps%16 == 0 {
		s.ledger.Expire(s.now - 3*chunkTime)
	}
	s.check()
	return s.forgers > 0 || s.share == 0
}

// at returns the share of the run that was given out.
func (s *simulation) at() float64 { return 1 - float64(len(s.queue))/float64(s.size.Chunks) }

// plan returns the share of its next chunk that a forger forges.
func (s *simulation) plan(w *worker) float64 {
	if !w.forges {
		return 0
	}
	n := cmp.Or(s.strategy.workers, 20)
	mean := min(1, s.share*float64(n)/float64(s.strategy.forgers(n, s.share)))
	return s.strategy.density(w, mean, s.at())
}

// ask gives a worker a chunk, and episodes of other workers to check.
func (s *simulation) ask(w *worker) {
	w.checks = s.ledger.Draw(w.name, max(2, s.size.Episodes/8))
	if len(s.queue) == 0 {
		return
	}
	w.chunk = s.queue[len(s.queue)-1]
	s.queue = s.queue[:len(s.queue)-1]
	w.mine = map[uint64]bool{}
	part := s.plan(w)
	for i := range s.size.Episodes {
		if part > 0 && s.random.Float64() < part {
			w.mine[uint64(w.chunk*s.size.Episodes+i)] = true
		}
	}
}

// finish processes the result of a worker. lost reports that there is none: then others are asked first.
func (s *simulation) finish(w *worker) (lost bool) {
	for _, e := range w.checks {
		a := s.author[s.chunkOf(e)]
		s.ledger.Answer(w.name, e, digest(s.forged[e] && a != nil && w.forges))
	}
	if lost = w.idles && w.chunk >= 0; lost {
		s.queue = append(s.queue, w.chunk)
		s.ledger.Return(w.name, w.checks, s.now-3*chunkTime)
	} else if w.chunk >= 0 {
		s.store(w)
	}
	w.chunk, w.checks, w.mine = -1, nil, nil
	return lost
}

func (s *simulation) store(w *worker) {
	s.author[w.chunk] = w
	s.out.Played += s.size.Episodes
	s.out.Forged += len(w.mine)
	for e := range w.mine {
		s.forged[e] = true
	}
	first, end := s.span(w.chunk)
	s.ledger.Played(w.name, first, end, func(e uint64) audit.Digest { return digest(s.forged[e]) })
}

func (s *simulation) span(chunk int) (first, end uint64) {
	return uint64(chunk * s.size.Episodes), uint64((chunk + 1) * s.size.Episodes)
}

// digest returns the digest of an episode. All forgers forge the same content.
func digest(forged bool) (d audit.Digest) {
	if forged {
		d[0] = 1
	}
	return d
}

// check lets the run play the episodes that it must check.
func (s *simulation) check() {
	caught := s.out.Caught
	for _, e := range s.ledger.Draw(audit.Run, 64) {
		for _, name := range s.ledger.Settle(e, digest(false)) {
			s.exclude(name)
		}
	}
	if s.ledger.Rate(s.out.Caught) > s.ledger.Rate(caught) {
		s.again()
	}
}

// exclude drops the episodes of a worker.
func (s *simulation) exclude(name string) {
	w := s.workers[slices.IndexFunc(s.workers, func(w *worker) bool { return w.name == name })]
	if w.out {
		return
	}
	w.out = true
	s.out.Caught++
	if w.forges {
		s.forgers--
	} else {
		s.out.Honest++
	}
	if w.chunk >= 0 {
		s.queue = append(s.queue, w.chunk)
		w.chunk = -1
	}
	for i, a := range s.author {
		if a == w {
			s.forget(i)
		}
	}
	s.ledger.Exclude(name)
}

func (s *simulation) forget(chunk int) {
	s.author[chunk] = nil
	s.queue = append(s.queue, chunk)
	for first, end := s.span(chunk); first < end; first++ {
		delete(s.forged, first)
	}
}

// again weighs and notes all stored episodes again, as a run does after it has caught a worker.
func (s *simulation) again() {
	s.ledger.Begin(s.out.Caught)
	for _, a := range s.author {
		if a != nil {
			s.ledger.Weigh(a.name, uint64(s.size.Episodes))
		}
	}
	for i, a := range s.author {
		if a == nil {
			continue
		}
		first, end := s.span(i)
		digests := map[uint64]audit.Digest{}
		for _, e := range s.ledger.Pick(a.name, first, end) {
			digests[e] = digest(s.forged[e])
		}
		s.ledger.Noted(a.name, first, end, digests)
	}
}
