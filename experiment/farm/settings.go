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

// Streams and subjects. The last word of every subject that a worker publishes to is its name: the
// server lets an invited worker publish under its own name only, so that a run knows the sender.
// Subjects for a run contain the name of the runner: the server lets nobody else listen.
//
// This restricts publishing only. The server sends its replies to whatever subject a request names,
// so nothing that arrives is trusted for its subject alone. Asks name the subject for the answer,
// results and work are signed by their authors, and a quarantine by the farm.
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

	// requirementSubject is where the farm's last requirement is stored, among the statements about
	// workers. No worker has this name.
	requirementSubject = quarantineSubject + "+farm.version"
	// requirementAnswer is the question whose answer is the requirement.
	requirementAnswer = "version"
)

// lastWord returns the name at the end of a subject.
func lastWord(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// answerTo returns the subject of the answer to a worker's question: it belongs to the worker that
// asked, whatever the question contains.
func answerTo(worker, question string) string { return answerSubject + worker + "." + question }

// Settings configure leases and streams. Zero means the default, which suits thousands of workers
// and chunks of half a minute.
type Settings struct {
	// Lease is how long a worker may be silent before its chunk is given to another; while playing,
	// it reports three times per lease. Default 30s.
	Lease time.Duration
	// MaxTries is the number of lost leases of a chunk after which the run plays the chunk itself.
	// Default 30.
	MaxTries int
	// MaxHeld limits the chunks that one name may hold. A new name may hold eight; every result
	// earns one more, and every lost lease halves them. Default 1024.
	MaxHeld int
	// MaxAsks limits the questions of one name that a run processes per second. It drops the
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

// Build names the program that plays: workers get only chunks of the same build. For programs
// without a version, extra distinguishes them.
func Build(by experiment.Provenance, extra string) string {
	return short(by.String() + "\n" + extra)
}

func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// abandoned is the age at which the results of a run that nobody continues are dropped.
const abandoned = 30 * 24 * time.Hour

// setUpResults creates the consumer of a run's results. The default of a thousand
// unacknowledged messages would stall a large farm.
func (s *session) setUpResults(ctx context.Context) (jetstream.Consumer, error) {
	return s.js.CreateOrUpdateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
		Durable: s.consumer(), FilterSubject: resultSubject + s.me.name + "." + s.run + ".*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: s.Settings.Lease, MaxAckPending: 20_000, InactiveThreshold: abandoned,
	})
}

// consumer returns the name of the consumer of this run's results. It is secret: NATS permissions
// restrict whose results a runner may consume, but not the name of the consumer, and anybody who
// knew it could take or acknowledge results of this run.
func (s *session) consumer() string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("consumer"))
	return "run-" + hex.EncodeToString(mac.Sum(nil)[:16])
}
