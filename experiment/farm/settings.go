// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// Streams and subjects. The last word of whatever a worker publishes is its name: the
// server lets an invited worker publish under its own name only, so that a run knows whom
// it deals with.
const (
	resultStream     = "VEIL_RESULTS"
	quarantineStream = "VEIL_QUARANTINE"

	askSubject        = "veil.ask."        // + build + worker
	beatSubject       = "veil.beat."       // + run + worker
	resultSubject     = "veil.result."     // + run + worker
	hereSubject       = "veil.here."       // + worker
	runsSubject       = "veil.runs."       // + run
	quarantineSubject = "veil.quarantine." // + worker
	pingSubject       = "veil.ping"
)

// lastWord is the name at the end of a subject.
func lastWord(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

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
	// MaxStored bounds the results of one name that the server stores for a run until it
	// takes them. The server refuses more, and an honest worker then waits. Default 128.
	MaxStored int
	// Replicas of each stream: default 3 in a cluster, else 1.
	Replicas int
}

func (s Settings) withDefaults(nc *nats.Conn) Settings {
	s.Lease = cmp.Or(s.Lease, 30*time.Second)
	s.MaxTries = cmp.Or(s.MaxTries, 30)
	s.MaxHeld = cmp.Or(s.MaxHeld, 1024)
	s.MaxStored = cmp.Or(s.MaxStored, 128)
	if s.Replicas == 0 {
		s.Replicas = 1
		if nc.ConnectedClusterName() != "" {
			s.Replicas = 3
		}
	}
	return s
}

// Build names the program that plays: workers get chunks of their own build only. For
// programs without a version, extra tells them apart.
func Build(by experiment.MadeBy, extra string) string {
	return short(by.String() + "\n" + extra)
}

func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// abandoned is when the results of a run are dropped that nobody goes on with.
const abandoned = 30 * 24 * time.Hour

// setUp creates the streams, or brings them up to date.
//
// The server stores a result only if a run wants it (its retention is by interest, and the
// consumer of a run is the interest), and at most MaxStored of one name for one run. So a
// name can fill no more than MaxStored messages of 8 MB per run, whatever it publishes.
func (s Settings) setUp(ctx context.Context, js jetstream.JetStream) error {
	for _, c := range []jetstream.StreamConfig{
		{
			Name: resultStream, Subjects: []string{resultSubject + "*.*"}, Retention: jetstream.InterestPolicy, MaxAge: abandoned,
			MaxMsgSize: maxMessage, MaxMsgsPerSubject: int64(s.MaxStored), Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		},
		{Name: quarantineStream, Subjects: []string{quarantineSubject + ">"}, MaxMsgsPerSubject: 1},
	} {
		// The server remembers message ids in memory, so not for longer than attempts take.
		c.Replicas, c.Storage, c.Duplicates = s.Replicas, jetstream.FileStorage, 4*patient
		if _, err := js.CreateOrUpdateStream(ctx, c); err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// setUpResults creates the consumer of a run's results. The default of a thousand
// unacknowledged messages would stall a large farm.
func (s Settings) setUpResults(ctx context.Context, js jetstream.JetStream, run string) (jetstream.Consumer, error) {
	return js.CreateOrUpdateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
		Durable: consumerOf(run), FilterSubject: resultSubject + run + ".*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: s.Lease, MaxAckPending: 20_000, InactiveThreshold: abandoned,
	})
}

func consumerOf(run string) string { return "run-" + run }
