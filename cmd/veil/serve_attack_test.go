// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/veilplan/veil/web/webtest"
)

// asCrowd is the variable that makes the test binary a crowd of attackers, which reads a [crowd].
const asCrowd = "VEIL_TEST_AS_CROWD"

// crowd is what attacks a server at the same time.
type crowd struct {
	URL                                       string
	Bodies, Headers, Hammers, Hoarders, Bombs int
	Dear                                      []dearRequest
	Worst                                     []dearRequest // asked by every Hostile over Conns connections, in any order
	Hostile                                   []byte        // the last bytes of their addresses
	Conns                                     int
}

// dearRequest is a request that takes long to answer.
type dearRequest struct {
	Path, Body string
}

// start lets a crowd attack from a process of its own. Attackers elsewhere would not take the
// server's cores for their own work, so these have a lower priority than the server and the
// polite client, but still a share of the cores: what is measured is a little worse than what
// the same attack from other machines would do. What they make the server do has the server's
// priority. The function that is returned ends the attack and says what the crowd achieved.
func (c crowd) start(t *testing.T) (stop func() string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "nice", "-n", "5", self)
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), asCrowd+"=1")
	said := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = said, said
	leash, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := leash.Write(text); err != nil {
		t.Fatal(err)
	}
	return func() string {
		_ = leash.Close() // which ends it
		if err := cmd.Wait(); err != nil {
			t.Errorf("the crowd: %v", err)
		}
		return said.String()
	}
}

// runCrowd is a process that attacks until its standard input ends, which begins with what to attack.
func runCrowd() error {
	var c crowd
	if err := json.NewDecoder(os.Stdin).Decode(&c); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all sync.WaitGroup
	tally := c.attack(ctx, &all)
	_, err := io.Copy(io.Discard, os.Stdin)
	cancel()
	all.Wait()
	fmt.Println(tally)
	return err
}

// tallies counts what attackers achieved.
type tallies struct {
	slow, hammered, streams, bombs, dear, refused atomic.Int64
}

// String returns the counts.
func (c *tallies) String() string {
	return fmt.Sprintf("%d slow connections were closed, %d descriptions sent, %d streams opened, %d bombs and %d dear questions answered, %d requests refused",
		c.slow.Load(), c.hammered.Load(), c.streams.Load(), c.bombs.Load(), c.dear.Load(), c.refused.Load())
}

// note counts an answer.
func (c *tallies) note(good *atomic.Int64, status int, err error) {
	switch {
	case err != nil:
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		c.refused.Add(1)
	default:
		good.Add(1)
	}
}

// attack starts the crowd. Each kind has addresses of its own.
func (c crowd) attack(ctx context.Context, all *sync.WaitGroup) *tallies {
	n, s := &tallies{}, &server{Client: webtest.Client{URL: c.URL}}
	for i := range c.Bodies {
		all.Go(func() {
			s.drip(ctx, byte(10+i%10), "POST /v1/mines/checks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n", n)
		})
	}
	for i := range c.Headers {
		all.Go(func() { s.drip(ctx, byte(20+i%10), "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", n) })
	}
	for i := range c.Hammers {
		all.Go(func() { s.hammer(ctx, byte(30+i%4), n) })
	}
	for i := range c.Hoarders {
		all.Go(func() { s.hoard(ctx, byte(40+i%5), n) })
	}
	for i := range c.Bombs {
		all.Go(func() { s.bomb(ctx, byte(50+i), n) })
	}
	for i, d := range c.Dear {
		all.Go(func() { s.repeat(ctx, byte(60+i), d, n) })
	}
	for i := range c.Conns * len(c.Hostile) {
		all.Go(func() { s.overload(ctx, c.Hostile[i%len(c.Hostile)], uint64(i), c.Worst, n) })
	}
	return n
}

// from returns a client at another address of this machine.
func (s *server) from(last byte) (*webtest.Client, func()) {
	over := &http.Transport{DialContext: dialer(last).DialContext, MaxIdleConnsPerHost: 100}
	return &webtest.Client{URL: s.URL, Over: over}, over.CloseIdleConnections
}

func dialer(last byte) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, last)}}
}

// drip opens a connection and sends a byte a second, again when it is closed.
func (s *server) drip(ctx context.Context, from byte, begin string, n *tallies) {
	for ctx.Err() == nil {
		conn, err := dialer(from).DialContext(ctx, "tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			wait(ctx, time.Second)
			continue
		}
		_, err = conn.Write([]byte(begin))
		for err == nil && ctx.Err() == nil {
			wait(ctx, time.Second)
			_, err = conn.Write([]byte("a"))
		}
		_ = conn.Close() // it may be closed
		n.slow.Add(1)
	}
}

// hammer asks for the description as fast as it can.
func (s *server) hammer(ctx context.Context, from byte, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, _, err := c.Try(ctx, "GET", "/openapi.json", "", "Accept-Encoding", "identity")
		n.note(&n.hammered, status, err)
	}
}

// hoard opens streams and keeps them.
func (s *server) hoard(ctx context.Context, from byte, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, header, err := c.Try(ctx, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"budget":{"time_ms":5000},"wait_ms":0`))
		if at := header.Get("Location"); err == nil && at != "" {
			status, _, _, err = c.Try(ctx, "GET", at+"/events", "")
		}
		n.note(&n.streams, status, err)
		wait(ctx, 100*time.Millisecond)
	}
}

// bomb asks for what may never end.
func (s *server) bomb(ctx context.Context, from byte, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, _, err := c.Try(ctx, "POST", "/v1/krieg/beliefs", webtest.Bomb())
		n.note(&n.bombs, status, err)
	}
}

// repeat asks a dear question again and again.
func (s *server) repeat(ctx context.Context, from byte, d dearRequest, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, _, err := c.Try(ctx, "POST", d.Path, d.Body)
		n.note(&n.dear, status, err)
	}
}

// overload asks the worst questions there are. Of three answers it waits for two, and closes the
// connection of the third when the work has just begun.
func (s *server) overload(ctx context.Context, from byte, seed uint64, worst []dearRequest, n *tallies) {
	c, done := s.from(from)
	defer done()
	r := rand.New(rand.NewPCG(seed, 9))
	for ctx.Err() == nil {
		d, own, cancel := worst[r.IntN(len(worst))], ctx, func() {}
		if r.IntN(3) == 0 {
			own, cancel = context.WithTimeout(ctx, 400*time.Millisecond)
		}
		status, _, _, err := c.Try(own, "POST", d.Path, d.Body)
		cancel()
		n.note(&n.dear, status, err)
		wait(ctx, 10*time.Millisecond) // a refusal comes at once
	}
}
