// SPDX-License-Identifier: BSD-3-Clause

package bot_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/cmd/veil/internal/bot"
	"github.com/veilplan/veil/cmd/veil/internal/bot/bottest"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
)

// hall is a network within a bubble of synctest.
type hall struct{ conns chan net.Conn }

func (h hall) Accept() (net.Conn, error) {
	if c, ok := <-h.conns; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (h hall) Close() error   { close(h.conns); return nil }
func (h hall) Addr() net.Addr { return &net.UnixAddr{Name: "hall"} }

func (h hall) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	mine, theirs := net.Pipe()
	select {
	case h.conns <- theirs:
		return mine, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// carrier is a way to send requests.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(q *http.Request) (*http.Response, error) { return c(q) }

// evening plays four games at once of 25 minutes and 10 seconds a move, on a bubble's clock. Every
// request takes half a second, and every try two seconds of thought, a hundred times what it takes.
// The operator starts the bot again, with the next token, when it ended because the first had
// expired. It returns what the bot ended with the first time, and how long the evening was.
func evening(t *testing.T, poll time.Duration, c bottest.Config) (r bottest.Report, took time.Duration, ended error) {
	t.Helper()
	c.Rules, c.Games, c.Moves, c.Clock = krieg.Rulesets()[:6], 4, testsize.Of(40, 50, 200), bottest.Clock{Start: 25 * time.Minute, Move: 10 * time.Second}
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		site, line := bottest.New(c), hall{make(chan net.Conn)}
		server, wire := &http.Server{Handler: site}, &http.Transport{DialContext: line.dial}
		served := make(chan error)
		go func() { served <- server.Serve(line) }()
		slow := carrier(func(q *http.Request) (*http.Response, error) {
			time.Sleep(500 * time.Millisecond)
			if q.Method == http.MethodPost {
				time.Sleep(2 * time.Second)
			}
			return wire.RoundTrip(q)
		})
		run := func(token string) error {
			return bot.New(bot.Config{
				Client: &bot.Client{URL: "http://hall", Token: token, HTTP: &http.Client{Transport: slow, Timeout: 20 * time.Second}},
				Engine: engine.Config{Level: 1}, Poll: poll, Once: true,
			}).Run(t.Context())
		}
		if ended = run(bottest.Token); ended != nil {
			time.Sleep(time.Minute)
			if err := run(bottest.NextToken); err != nil {
				t.Error(err)
			}
		}
		wire.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
		r, took = site.Report(), time.Since(begun)
	})
	return r, took, ended
}

// TestEvening: four games at once, with lost requests and answers, a server that is away twice, and a
// token that expires: no game is lost on time, and no try is illegal or out of turn.
func TestEvening(t *testing.T) {
	r, took, ended := evening(t, 0, bottest.Config{
		Seed: 3, Faults: 60, Rate: 0.1, Expires: 5 * time.Minute,
		Outages: []bottest.Outage{{From: 2 * time.Minute, Until: 4 * time.Minute}, {From: 7 * time.Minute, Until: 8 * time.Minute}},
	})
	clean(t, r)
	if e, ok := errors.AsType[*bot.Error](ended); !ok || e.Status != http.StatusUnauthorized {
		t.Errorf("an expired token ended the bot with %v", ended)
	}
	if r.Late > 0 || r.Down < 20 || r.Failed() < 20 || took < 8*time.Minute {
		t.Errorf("%d lost on time; %d requests to a server that was away, %d faults, in %v: not the evening that was meant", r.Late, r.Down, r.Failed(), took)
	}
	t.Logf("%v; %d requests while the server was away", took, r.Down)
}

// TestEveningLate: the clock of the rehearsal runs. A bot that looks every ten minutes loses every game.
func TestEveningLate(t *testing.T) {
	if r, _, _ := evening(t, 10*time.Minute, bottest.Config{Seed: 3}); r.Late != 4 || r.Nonsense > 0 {
		t.Errorf("%d of 4 games lost on time, %d illegal tries", r.Late, r.Nonsense)
	}
}
