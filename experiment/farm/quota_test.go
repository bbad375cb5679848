// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

// quotaCode is the server's error for a subject that holds as much as it may.
const quotaCode jetstream.ErrorCode = 10077

// TestQuota: an invited worker floods the stream of results, under its own name, for a run
// that is away and for runs that do not exist. The server stores no more of it than one
// name's quota, takes results of others, and the run ends as if nothing had happened.
func TestQuota(t *testing.T) {
	t.Parallel()
	s, keyring := guardedBy(t, ServerConfig{MaxStored: 4})
	p := planOf(t, fmt.Sprintf(tigerSpec, 300))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	r := invitedRunner(t, s, keyring, "cid")
	d := create(t, got, p)
	away, err := r.newSession(t.Context(), d, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := away.recover(t.Context()); err != nil { // now the server knows what the run wants
		t.Fatal(err)
	}
	flooder := publisher(t, s, keyring, "flooder")
	rubbish := bytes.Repeat([]byte("rubbish "), 1<<14)
	refused := 0
	for i := range 50 {
		_, err := flooder.Publish(t.Context(), resultSubject+"cid."+away.run+".flooder", rubbish)
		if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == quotaCode {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
		if _, err := flooder.Publish(t.Context(), fmt.Sprintf("%scid.phantom%d.flooder", resultSubject, i), rubbish); err != nil {
			t.Fatal(err)
		}
	}
	if refused != 46 {
		t.Errorf("%d of 50 messages were refused, want 46", refused)
	}
	if _, err := publisher(t, s, keyring, "other").Publish(t.Context(), resultSubject+"cid."+away.run+".other", nil); err != nil {
		t.Errorf("another worker suffers: %v", err)
	}
	if n, size := stored(t, away); n != 5 || size > 5*uint64(len(rubbish)+1000) {
		t.Errorf("%d messages of %d bytes are stored, want 5", n, size)
	}
	startInvited(t, s, keyring, &Worker{Name: "ann"})
	if _, err := r.Run(t.Context(), d, p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "flooded", want, got)
	if n, _ := stored(t, away); n != 0 {
		t.Errorf("%d messages are left", n)
	}
}

// publisher is an invited worker that publishes whatever it likes.
func publisher(t *testing.T, s *Server, keyring *Keyring, name string) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(connect(t, Access{Servers: s.URL(), Invitation: invite(t, keyring, RoleWorker, name, time.Hour)}))
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// stored is how much the stream of results holds.
func stored(t *testing.T, s *session) (messages, size uint64) {
	t.Helper()
	stream, err := s.js.Stream(t.Context(), resultStream)
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs, stream.CachedInfo().State.Bytes
}

// TestQuotaOfTheHonest: a worker whose results nobody takes keeps what does not fit, and
// returns it when there is room.
func TestQuotaOfTheHonest(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 200))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	s := startServer(t, ServerConfig{MaxStored: 1})
	startWorker(t, s.URL(), &Worker{Name: "ann", Threads: 6})
	r := runner(t, s.URL())
	r.Check, r.Settings.Lease = -1, 20*time.Second
	if _, err := r.Run(t.Context(), create(t, got, p), p, experiment.Options{Chunk: 10, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "one result at a time", want, got)
}

// TestTakenAndNotStored: a run that dies with results in its hands gets them again at once
// when it is started again, though their acknowledgement is not overdue.
func TestTakenAndNotStored(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 100))
	r := runner(t, startServer(t, ServerConfig{}).URL())
	r.Settings.Lease = time.Hour
	d := create(t, t.TempDir(), p)
	first, err := r.newSession(t.Context(), d, p)
	if err != nil {
		t.Fatal(err)
	}
	results, err := first.results(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	returns(t, first, "ann", 0, 10)
	if m, err := results.Next(); err != nil || m == nil {
		t.Fatal("the run gets nothing", err)
	}
	second, err := r.newSession(t.Context(), d, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := d.PlayedBy("ann"); n != 10 || err != nil {
		t.Errorf("%d episodes are stored (%v)", n, err)
	}
	// The server may still be busy with the acknowledgement.
	testsize.Await(t, "no message is left", func() bool { left, _ := stored(t, second); return left == 0 })
}

// returns publishes what an honest worker returns for a stretch that it was given.
func returns(t *testing.T, s *session, by string, first, end uint64) {
	t.Helper()
	c, err := s.plan.Play(t.Context(), first, end, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := spans{{first, end}}
	me := somebody(t, by)
	w := work{Build: s.Build, Run: s.run, Hash: s.plan.Hash, Spans: at, Token: tokenOf(s.key, s.plan.Hash, by, me.key(), at)}
	text, err := w.answer([]*experiment.Chunk{c}, nil).encode(me, &compressors{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.js.Publish(t.Context(), resultSubject+s.me.name+"."+s.run+"."+by, text); err != nil {
		t.Fatal(err)
	}
}
