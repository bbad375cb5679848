// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"fmt"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/internal/testsize"
)

// plainServer starts a NATS server that knows nothing about farms.
func plainServer(t *testing.T) string {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true, MaxPayload: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// lose deletes a stream, as a server does that is killed before it has written it.
func lose(t *testing.T, url, stream string) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	return js
}

// TestOneStreamLost: a run on a server of others creates whichever stream is missing.
func TestOneStreamLost(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 200))
	url := plainServer(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	begin := func() error {
		r := runner(t, url)
		_, err := r.newSession(ctx, create(t, t.TempDir(), p), p)
		return err
	}
	if err := begin(); err != nil {
		t.Fatal(err)
	}
	for _, c := range (streams{}).configs() {
		js := lose(t, url, c.Name)
		if err := begin(); err != nil {
			t.Errorf("without %s: %v", c.Name, err)
		}
		if err := (streams{}).found(ctx, js); err != nil {
			t.Error(err)
		}
	}
}

// TestServerKeepsItsStreams: a server of a farm recreates whichever stream it has lost.
func TestServerKeepsItsStreams(t *testing.T) {
	t.Parallel()
	url := startServer(t, ServerConfig{}).URL()
	for _, c := range (streams{}).configs() {
		js := lose(t, url, c.Name)
		testsize.Await(t, "the server recreates "+c.Name, func() bool {
			return (streams{}).found(t.Context(), js) == nil
		})
	}
}
