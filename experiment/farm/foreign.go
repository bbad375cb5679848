// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A farm may use a NATS server that veil did not start.

// ErrServer reports a NATS server that cannot carry a farm, and how to mend it.
var ErrServer = errors.New("this NATS server cannot carry a farm")

// release is the version of a NATS server.
type release [3]int

// String returns the version as the server prints it.
func (r release) String() string { return fmt.Sprintf("%d.%d.%d", r[0], r[1], r[2]) }

// before reports whether r is an earlier release than other.
func (r release) before(other release) bool { return slices.Compare(r[:], other[:]) < 0 }

// releaseOf parses a version; suffixes such as -beta.1 do not count.
func releaseOf(text string) (r release, err error) {
	if _, err := fmt.Sscanf(text, "%d.%d.%d", &r[0], &r[1], &r[2]); err != nil {
		return release{}, fmt.Errorf("%w: its version is %q, which is no version", ErrServer, Quote(text))
	}
	return r, nil
}

// oldestServer is the oldest release with which TestForeignServers passes.
func oldestServer() release { return release{2, 9, 10} }

// canReset reports whether a server can reset a consumer. Older ones do not answer the request.
func canReset(nc *nats.Conn) bool {
	r, err := releaseOf(nc.ConnectedServerVersion())
	return err == nil && !r.before(release{2, 14, 0})
}

// admissible checks the version and the limits of the server that a client has reached. With the
// wrong ones a run would wait forever: an old server does not answer what it does not know, and a
// result beyond the limit never arrives.
func admissible(nc *nats.Conn) error {
	r, err := releaseOf(nc.ConnectedServerVersion())
	switch {
	case err != nil:
		return err
	case r.before(oldestServer()):
		return fmt.Errorf("%w: %s has version %v, and %v or later is needed: update it, or use veil farm up",
			ErrServer, nc.ConnectedUrlRedacted(), r, oldestServer())
	case nc.MaxPayload() < maxMessage:
		return fmt.Errorf("%w: %s accepts messages of %d bytes, and results take up to %d: set max_payload: %d in its configuration",
			ErrServer, nc.ConnectedUrlRedacted(), nc.MaxPayload(), maxMessage, maxMessage)
	default:
		return nil
	}
}

// storing reports why the server of an open farm cannot store results. The server of an invited farm
// has made its streams itself, and lets nobody ask.
func storing(ctx context.Context, js jetstream.JetStream) error {
	_, err := js.AccountInfo(ctx)
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return fmt.Errorf("%w: it stores nothing: start it with JetStream (nats-server -js, or a jetstream block in its configuration)", ErrServer)
	}
	return err
}

// Facts describe the server of a farm.
type Facts struct {
	URL, Version string
	Cluster      string // its name; empty for a single server
	Copies       int    // of every result; 0 as long as nobody has made the streams
}

// FactsOf asks the server of a connection. The error is [ErrServer] if it cannot store results. The
// invitation is the one that the connection was made with, or nil.
func FactsOf(ctx context.Context, nc *nats.Conn, invitation []byte) (Facts, error) {
	facts := Facts{URL: nc.ConnectedUrlRedacted(), Version: nc.ConnectedServerVersion(), Cluster: nc.ConnectedClusterName()}
	js, err := jetstream.New(nc)
	if err != nil {
		return facts, err
	}
	results, err := js.Stream(ctx, resultStream)
	if err == nil {
		facts.Copies = results.CachedInfo().Config.Replicas
		return facts, nil
	}
	if invitation == nil {
		err = cmp.Or(storing(ctx, js), err)
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return facts, nil
	}
	return facts, err
}
