// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// Streams and subjects. The last word of a result's subject is the worker's name: the
// server lets an invited worker publish under its own name only.
const (
	workStream       = "VEIL_WORK"
	resultStream     = "VEIL_RESULTS"
	quarantineStream = "VEIL_QUARANTINE"

	workSubject       = "veil.work."       // + build + run
	resultSubject     = "veil.result."     // + run + worker
	quarantineSubject = "veil.quarantine." // + worker
	pingSubject       = "veil.ping"
)

// Settings are the decisions about the queue. Zero means the default, which suits
// thousands of workers and chunks of half a minute.
type Settings struct {
	// AckWait is how long a worker may be silent before its chunk is given to another;
	// while it plays it reports three times as often. Default 30s.
	AckWait time.Duration
	// MaxDeliver is how often a chunk is given out before it is called dead. Default 10.
	MaxDeliver int
	// MaxAckPending bounds the chunks that are being played, of one build. It bounds
	// the number of workers, so it must exceed it. Default 20000.
	MaxAckPending int
	// Replicas of each stream: default 3 in a cluster, else 1.
	Replicas int
}

func (s Settings) withDefaults(nc *nats.Conn) Settings {
	s.AckWait = cmp.Or(s.AckWait, 30*time.Second)
	s.MaxDeliver = cmp.Or(s.MaxDeliver, 10)
	s.MaxAckPending = cmp.Or(s.MaxAckPending, 20_000)
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

// consumerOf is the consumer that the workers of a build share.
func consumerOf(build string) string { return "build-" + build }

// abandoned is when the queue forgets a run that nobody goes on with.
const abandoned = 30 * 24 * time.Hour

// setUp makes the streams, or brings them up to date.
func (s Settings) setUp(ctx context.Context, js jetstream.JetStream) error {
	for _, c := range []jetstream.StreamConfig{
		{Name: workStream, Subjects: []string{workSubject + ">"}, Retention: jetstream.WorkQueuePolicy},
		{Name: resultStream, Subjects: []string{resultSubject + ">"}, Retention: jetstream.WorkQueuePolicy},
		{Name: quarantineStream, Subjects: []string{quarantineSubject + ">"}, MaxMsgsPerSubject: 1},
	} {
		c.Replicas, c.Storage, c.Duplicates = s.Replicas, jetstream.FileStorage, 2*time.Minute
		if c.Retention == jetstream.WorkQueuePolicy {
			c.MaxAge = abandoned
		}
		if _, err := js.CreateOrUpdateStream(ctx, c); err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// setUpBuild makes the consumer that the workers of a build share. MaxWaiting is the
// number of workers that can ask at the same time; its default of 512 would starve the
// rest.
func (s Settings) setUpBuild(ctx context.Context, js jetstream.JetStream, build string) error {
	_, err := js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
		Durable: consumerOf(build), FilterSubject: workSubject + build + ".>", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: s.AckWait, MaxDeliver: s.MaxDeliver, MaxAckPending: s.MaxAckPending, MaxWaiting: s.MaxAckPending,
		InactiveThreshold: abandoned,
	})
	return err
}

// setUpResults makes the consumer of a run's results.
func (s Settings) setUpResults(ctx context.Context, js jetstream.JetStream, run string) (jetstream.Consumer, error) {
	return js.CreateOrUpdateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
		Durable: "run-" + run, FilterSubject: resultSubject + run + ".*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: s.AckWait, MaxAckPending: s.MaxAckPending, InactiveThreshold: abandoned,
	})
}
