// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// streams configures the streams of a farm server.
type streams struct {
	stored   int // results of one name for a run
	replicas int
}

// The quarantine is small: each worker in it has one or two statements.
const maxStatements, maxStatementSize = 4096, 4096

// configs returns the configurations of the streams.
//
// The server stores a result only if a run wants it (retention is by interest, and the consumer of
// a run is the interest), and at most a fixed number of one name for one run. So a name can fill at
// most that many messages of 8 MB per run, whatever it publishes. Statements in the quarantine
// stay: nothing replaces a message, and a full stream accepts no more.
func (s streams) configs() []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{
			Name: resultStream, Subjects: []string{resultSubject + "*.*.*"}, Retention: jetstream.InterestPolicy, MaxAge: abandoned,
			MaxMsgSize: maxMessage, MaxMsgsPerSubject: int64(cmp.Or(s.stored, 128)), DenyDelete: true, DenyPurge: true,
		},
		{
			Name: quarantineStream, Subjects: []string{quarantineSubject + "*.*"}, MaxMsgs: maxStatements, MaxMsgSize: maxStatementSize,
			MaxMsgsPerSubject: 1,
		},
	}
}

// found returns an error unless every stream exists. A server that was killed may have kept one of them.
func (s streams) found(ctx context.Context, js jetstream.JetStream) error {
	for _, c := range s.configs() {
		if _, err := js.Stream(ctx, c.Name); err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// setUp creates or updates the streams.
func (s streams) setUp(ctx context.Context, js jetstream.JetStream) error {
	for _, c := range s.configs() {
		// The server keeps message ids in memory, so only for as long as attempts take.
		c.Replicas, c.Storage, c.Duplicates = max(s.replicas, 1), jetstream.FileStorage, 4*patient
		c.Discard, c.DiscardNewPerSubject = jetstream.DiscardNew, true
		if _, err := js.CreateOrUpdateStream(ctx, c); err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// furnish makes a server create its streams. In a cluster this takes until most servers are up, and
// continues in the background.
func (s *Server) furnish(ctx context.Context, c *ServerConfig) error {
	nc, err := s.connect(c)
	if err != nil {
		return fmt.Errorf("the server cannot connect to itself: %w", err)
	}
	s.own = nc
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	wanted := streams{stored: c.MaxStored, replicas: copies(c.Cluster.Name)}
	first := wanted.try(ctx, js)
	if first != nil && c.Cluster.Name == "" {
		return first
	}
	go wanted.keep(js, nc, first == nil)
	if c.Credentials == nil {
		return nil // without keys nobody can sign a requirement
	}
	return tellRequirement(js, nc)
}

// copies returns the number of replicas: three in a cluster.
func copies(cluster string) int {
	if cluster == "" {
		return 1
	}
	return 3
}

// keep creates the streams, and recreates them if they are lost.
func (s streams) keep(js jetstream.JetStream, nc *nats.Conn, there bool) {
	for wait := time.Second; !nc.IsClosed(); time.Sleep(wait) {
		ctx, cancel := context.WithTimeout(context.Background(), patient)
		err := s.found(ctx, js)
		cancel()
		if there && !errors.Is(err, jetstream.ErrStreamNotFound) {
			continue
		}
		there = s.try(context.Background(), js) == nil
	}
}

func (s streams) try(ctx context.Context, js jetstream.JetStream) error {
	ctx, cancel := context.WithTimeout(ctx, patient)
	defer cancel()
	return s.setUp(ctx, js)
}

// connect connects a server to itself, with its own credentials.
func (s *Server) connect(c *ServerConfig) (*nats.Conn, error) {
	options := []nats.Option{nats.InProcessServer(s.nats), nats.Name("server"), nats.Timeout(20 * time.Second)}
	if c.Credentials != nil {
		options = append(options, nats.UserCredentialBytes(c.Credentials.server), nats.CustomInboxPrefix(inboxOf(serverName)))
	}
	return nats.Connect("", options...)
}
