// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
)

// ask is a worker that waits for work.
type ask struct {
	by    string // the worker's name
	key   string // with which it signs
	at    string // the question's id: with the name, the subject of the answer
	until time.Duration
}

func (a *ask) id() [2]string { return [2]string{a.by, a.at} }

// readAsk parses the question of a worker. The sender is the name that the server lets it publish
// under. The answer goes to that worker only, so a question with any other reply subject is
// rejected.
func readAsk(subject, reply string, data []byte) (a ask, ok bool) {
	a.by, a.key, a.at = lastWord(subject), string(data), lastWord(reply)
	key, err := hex.DecodeString(a.key)
	ok = err == nil && len(key) == ed25519.PublicKeySize && word(a.by) && word(a.at) && reply == answerTo(a.by, a.at)
	return a, ok
}

// parked is how long a worker waits before it is told that there is no work. It then asks again,
// perhaps another run.
const parked = 2 * time.Second

// play is the Play of [experiment.Options].
func (s *session) play(ctx context.Context, wanted []experiment.Span) ([]*experiment.Chunk, error) {
	b := &body{answer: make(chan *answer, 1), lostBy: map[string]time.Duration{}}
	for _, span := range wanted {
		b.spans = append(b.spans, [2]uint64{span.First, span.End})
	}
	s.mu.Lock()
	s.bodies.add(b)
	s.size = max(b.spans.episodes(), 1)
	s.deal()
	s.mu.Unlock()
	select {
	case a := <-b.answer:
		return a.chunks, a.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// asked handles the question of a worker that wants work.
func (s *session) asked(m *nats.Msg) {
	a, ok := readAsk(m.Subject, m.Reply, m.Data)
	if !ok {
		s.Metrics.ignore("ask")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock()
	if !s.crowd.hears(a.by, now) {
		s.Metrics.ignore("flood")
		s.remark(a.by, "a worker asks too often")
		return
	}
	if s.outcasts[a.by] {
		s.explain(a)
		return
	}
	s.ledger.Seen(a.by, now)
	s.greet(a.by)
	if j := s.next(a, nil); j != nil {
		s.send(a, j)
		return
	}
	a.until = now + parked
	s.wait(a)
}

// wait queues a worker until there is work. A name may wait as often as it may hold chunks: more of
// its questions are of no use.
func (s *session) wait(a ask) {
	if !s.asks.add(a, s.Settings.MaxHeld) {
		s.Metrics.ignore("flood")
	}
}

// explain sends a worker in quarantine the reason with the proof, which it can check; rarely,
// however often it asks.
func (s *session) explain(a ask) {
	const seldom = 10 * time.Second
	now, g := s.Clock(), s.crowd.guest(a.by, s.Clock())
	r := s.book.records[a.by]
	if r == nil || r.proof == nil || g.told > 0 && now-g.told < seldom {
		return
	}
	g.told = max(now, 1)
	m := nats.NewMsg(answerTo(a.by, a.at))
	m.Header.Set(noticeHeader, "1")
	m.Data = r.proof
	if err := s.Conn.PublishMsg(m); err != nil {
		s.Log.Debug("telling a worker why", "error", err)
	}
}

// noticeHeader marks an answer that explains why there is no work.
const noticeHeader = "Veil-Notice"

// deal gives bodies to waiting workers.
func (s *session) deal() {
	s.asks.offer(func() bool { return s.bodies.len() > 0 }, func(a ask) bool { return s.serve(a, nil) })
}

func (s *session) serve(a ask, late *stragglers) bool {
	j := s.next(a, late)
	if j != nil {
		s.send(a, j)
	}
	return j != nil
}

// next finds work for a worker. One that has been idle for a while may also get the body of a
// straggler, or only checks; for others late is nil.
func (s *session) next(a ask, late *stragglers) *job {
	by := a.by
	if s.outcasts[by] || s.held[by] >= s.creditOf(by) {
		return nil
	}
	b := s.takeBody(by)
	if b == nil && late == nil {
		return nil
	}
	if b == nil {
		b = late.find(by, s.straggles)
	}
	room := s.size / 2
	if b != nil {
		room = b.spans.episodes() / 8
	}
	checks := s.ledger.Draw(by, s.mostChecks(room))
	if b == nil && len(checks) == 0 {
		return nil
	}
	return s.issue(a, b, checks)
}

// mostChecks limits the checks of a job. In a run that tunes each may need other values, and all of
// them travel with the job.
func (s *session) mostChecks(room uint64) int {
	most := cmp.Or(s.plan.MostChecks(), 4096)
	return int(min(max(room, 1), uint64(most)))
}

// takeBody takes the first body that a worker may play. A worker that has lost a body leaves it to
// others for a while, if there are any.
func (s *session) takeBody(by string) *body {
	return s.bodies.take(func(b *body) bool {
		lost, ok := b.lostBy[by]
		return !ok || s.Clock()-lost >= 4*s.Settings.Lease || !s.ledger.Others(by, s.Clock()-2*s.Settings.Lease)
	})
}

// straggles reports whether a job takes longer than most. When no other work is left, its body is
// given to one more worker: the first result wins.
func (s *session) straggles(j *job) bool {
	return j.body != nil && !j.over && !j.body.done && j.body.holders <= 1 && s.Clock()-j.issued >= s.usual()
}

// usual returns the typical duration of a job, with a margin.
func (s *session) usual() time.Duration {
	if s.typical == 0 {
		return s.Settings.Lease
	}
	return min(2*s.typical, s.Settings.Lease+s.Limit)
}

// send sends a job to the worker that asked for it.
func (s *session) send(a ask, j *job) {
	text, err := j.encode(s.me)
	if err == nil {
		err = s.Conn.Publish(answerTo(a.by, a.at), text)
	}
	if err != nil {
		s.Log.Debug("giving out a chunk", "error", err)
		s.lose(j, false)
	}
}

// heard handles the heartbeat of a worker.
func (s *session) heard(m *nats.Msg) {
	var b beat
	if json.Unmarshal(m.Data, &b) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.jobs[b.Token]
	if j == nil || j.over || j.by != lastWord(m.Subject) {
		return
	}
	j.beat = s.Clock()
	s.ledger.Seen(j.by, j.beat)
	s.greet(j.by)
	if b.Played > j.played {
		j.played, j.moved = b.Played, j.beat
	}
	if b.Left {
		s.lose(j, false)
		s.deal()
	}
}

// watch ends leases and finds work for waiting workers.
func (s *session) watch(ctx context.Context) {
	ticker := time.NewTicker(min(max(s.Settings.Lease/8, 20*time.Millisecond), 200*time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.mu.Lock()
			s.tick()
			s.show()
			s.mu.Unlock()
		}
	}
}

func (s *session) tick() {
	now := s.Clock()
	for _, j := range s.jobs {
		if !j.over && s.ranOut(j, now) {
			s.lose(j, true)
		}
	}
	for _, a := range s.asks.list {
		s.ledger.Seen(a.by, now)
	}
	s.ledger.Expire(now - s.patience())
	late := newStragglers(s.jobs, s.straggles)
	s.asks.offer(func() bool { return true }, func(a ask) bool { return s.serve(a, late) || s.dismiss(a, now) })
}

// dismiss tells a worker that has waited long enough that there is no work.
func (s *session) dismiss(a ask, now time.Duration) bool {
	if now <= a.until {
		return false
	}
	if err := s.Conn.Publish(answerTo(a.by, a.at), nil); err != nil {
		s.Log.Debug("there is nothing to do", "error", err)
	}
	return true
}

// ranOut reports whether a lease has ended: because the worker is silent, makes no progress, or
// should have returned its result long ago. An episode may take longer than expected, so every
// holder after the first gets twice the time.
func (s *session) ranOut(j *job, now time.Duration) bool {
	most := s.Limit + s.Settings.Lease
	if j.body != nil {
		most <<= min(j.body.losses, 16)
	}
	return now-j.beat > s.Settings.Lease || now-j.moved > most || now-j.issued > 2*most
}

// patience returns how long a worker may be away before others check the episodes meant for it.
func (s *session) patience() time.Duration {
	if s.settling {
		return 500 * time.Millisecond // waiting workers were seen by the last tick
	}
	return 3 * s.Settings.Lease
}
