// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// Streams and subjects. The last word of whatever a worker publishes is its name: the
// server lets an invited worker publish under its own name only, so that a run knows whom
// it deals with. What is meant for a run has the name of the runner in it: the server lets
// nobody else listen.
//
// That is what the server lets somebody publish. It answers whatever it is asked to the
// subject that the question names, and that can be any: so nothing that arrives is believed
// for the subject alone. Asks name their own subject for the answer, results and work are
// signed by their authors, and a quarantine by the farm.
const (
	resultStream     = "VEIL_RESULTS"
	quarantineStream = "VEIL_QUARANTINE"

	askSubject        = "veil.ask."        // + build + worker
	answerSubject     = "veil.answer."     // + worker + question
	beatSubject       = "veil.beat."       // + runner + run + worker
	resultSubject     = "veil.result."     // + runner + run + worker
	hereSubject       = "veil.here."       // + worker
	runsSubject       = "veil.runs."       // + runner + run
	quarantineSubject = "veil.quarantine." // + worker + statement
	pingSubject       = "veil.ping"
)

// lastWord is the name at the end of a subject.
func lastWord(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// answerTo is where the answer to a question of a worker goes: to the worker that has asked,
// and nobody else, whatever the question says.
func answerTo(worker, question string) string { return answerSubject + worker + "." + question }

// Settings are the decisions about leases and streams. Zero means the default, which suits
// thousands of workers and chunks of half a minute.
type Settings struct {
	// Lease is how long a worker may be silent before its chunk is given to another;
	// while it plays it reports three times as often. Default 30s.
	Lease time.Duration
	// MaxTries is how many leases of a chunk may end without a result before the run plays
	// the chunk itself. Default 30.
	MaxTries int
	// MaxHeld bounds the chunks that one name may hold. A new name may hold eight; every
	// result earns it one more, and every lease that it loses halves them. Default 1024.
	MaxHeld int
	// MaxAsks bounds the questions of one name that a run hears in a second. It forgets the
	// others, and an honest worker asks again. Default 2048.
	MaxAsks int
}

func (s Settings) withDefaults() Settings {
	s.Lease = cmp.Or(s.Lease, 30*time.Second)
	s.MaxTries = cmp.Or(s.MaxTries, 30)
	s.MaxHeld = cmp.Or(s.MaxHeld, 1024)
	s.MaxAsks = cmp.Or(s.MaxAsks, 2048)
	return s
}

// Build names the program that plays: workers get chunks of their own build only. For
// programs without a version, extra tells them apart.
func Build(by experiment.Provenance, extra string) string {
	return short(by.String() + "\n" + extra)
}

func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// abandoned is when the results of a run are dropped that nobody goes on with.
const abandoned = 30 * 24 * time.Hour

// setUpResults creates the consumer of a run's results. The default of a thousand
// unacknowledged messages would stall a large farm.
func (s *session) setUpResults(ctx context.Context) (jetstream.Consumer, error) {
	return s.js.CreateOrUpdateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
		Durable: s.consumer(), FilterSubject: resultSubject + s.me.name + "." + s.run + ".*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: s.Settings.Lease, MaxAckPending: 20_000, InactiveThreshold: abandoned,
	})
}

// consumer names where the results of this run come in. Nobody else can guess the name: the
// permissions of NATS say of whose results a runner may make a consumer, but not how it may
// be called, and who knew the name could take or acknowledge what is meant for this run.
func (s *session) consumer() string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("consumer"))
	return "run-" + hex.EncodeToString(mac.Sum(nil)[:16])
}
