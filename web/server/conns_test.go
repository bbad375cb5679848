// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/internal/testsize"
)

// dial opens a connection from an address of this machine.
func (s *toy) dial(t *testing.T, from byte) net.Conn {
	t.Helper()
	c, err := s.connect(t.Context(), from)
	if err != nil {
		t.Skipf("this machine has no such address: %v", err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// lives reports whether the other side keeps a connection open: one that is to be closed may be
// so later on a busy machine, so ask it only of those that are to live.
func lives(c net.Conn) bool { return stays(c, 100*time.Millisecond) }

// dies reports whether the other side closes a connection.
func dies(c net.Conn) bool { return !stays(c, testsize.Patience) }

// stays reports whether a connection is open for so long.
func stays(c net.Conn, wait time.Duration) bool {
	_ = c.SetReadDeadline(time.Now().Add(wait)) // a read fails then
	_, err := c.Read(make([]byte, 1))
	var fault net.Error
	return errors.As(err, &fault) && fault.Timeout()
}

// firstLine returns the first line of an answer.
func firstLine(c net.Conn) (string, error) {
	_ = c.SetReadDeadline(time.Now().Add(testsize.Patience)) // a read fails then
	return bufio.NewReader(c).ReadString('\n')
}

// TestSlowBody: a body that does not come in time is refused, and takes no slot.
func TestSlowBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedToy(t, Config{Limits: Limits{HeadWait: time.Minute, BodyWait: 10 * time.Second}}, nothing)
		c, start := s.dial(t, 1), time.Now()
		fmt.Fprint(c, "POST /v1/short HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
		line, err := firstLine(c)
		if took := time.Since(start); err != nil || !strings.Contains(line, " 408 ") || took != 10*time.Second {
			t.Errorf("%q, %v after %v", line, err, took)
		}
		_ = c.Close() // nobody reads the rest
		synctest.Wait()
		if s.bodies.taken() != 0 {
			t.Errorf("%d bytes are taken", s.bodies.taken())
		}
	})
}

// TestLongAnswer: what limits the time of a request does not limit that of its answer, be it
// computed or followed.
func TestLongAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedToy(t, Config{Limits: Limits{HeadWait: time.Second, BodyWait: time.Second}}, func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(6 * time.Second):
				return nil
			}
		})
		if status, text, _ := s.Call(t, "POST", "/v1/long", "{}"); status != 200 {
			t.Errorf("%d %s", status, text)
		}
		_, _, header := s.Call(t, "POST", "/v1/jobs", "{}")
		if _, events, _ := s.Call(t, "GET", header.Get("Location")+"/events", ""); !strings.Contains(events, "event: done") {
			t.Errorf("followed: %q", events)
		}
	})
}

// TestSlowHeader: a header that does not come in time ends the connection.
func TestSlowHeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedToy(t, Config{Limits: Limits{HeadWait: 10 * time.Second}}, nothing)
		c, start := s.dial(t, 1), time.Now()
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: loc")
		if ended := dies(c); !ended || time.Since(start) != 10*time.Second {
			t.Errorf("ended: %v after %v", ended, time.Since(start))
		}
	})
}

// TestBodies: bodies that are being sent take no more memory than there is, one client not
// all of it, and what is too large is refused.
func TestBodies(t *testing.T) {
	s := newToy(t, Config{Limits: Limits{Body: 1000, Bodies: 64000}}, nothing)
	for range 2 {
		c := s.dial(t, 2)
		fmt.Fprint(c, "POST /v1/short HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n{")
	}
	testsize.Await(t, "two bodies are being read", func() bool { return s.bodies.taken() == 8000 })
	c := s.dial(t, 2)
	fmt.Fprint(c, "POST /v1/short HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
	if line, err := firstLine(c); err != nil || !strings.Contains(line, " 429 ") {
		t.Errorf("a third body of the client: %q, %v", line, err)
	}
	if status, text, _ := s.Call(t, "POST", "/v1/short", "{}"); status != 200 {
		t.Errorf("another client: %d %s", status, text)
	}
	large := `{"text":"` + strings.Repeat("a", 1000+bodySlack) + `"}`
	if status, text, _ := s.Call(t, "POST", "/v1/short", large); status != 413 {
		t.Errorf("a large body: %d %s", status, text)
	}
}

// TestConnections: a client that opens too many connections loses its own, others get in,
// and what is being answered stays.
func TestConnections(t *testing.T) {
	began, end := make(chan struct{}, 1), make(chan struct{})
	s := newToy(t, Config{Limits: Limits{Conns: 6, ClientConns: 4}}, func(context.Context) error {
		began <- struct{}{}
		<-end
		return nil
	})
	busy := s.dial(t, 2)
	fmt.Fprint(busy, "POST /v1/long HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
	<-began
	var slow []net.Conn
	for range 4 { // one too many
		c := s.dial(t, 2)
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: loc")
		slow = append(slow, c)
	}
	if !dies(slow[0]) || !lives(slow[3]) {
		t.Error("the oldest lives, or the newest does not")
	}
	other := s.dial(t, 3)
	fmt.Fprint(other, "GET / HTTP/1.1\r\nHost: loc")
	if status, _, _ := s.Call(t, "GET", "/healthz", ""); status != 200 { // the sixth
		t.Errorf("a polite client: %d", status)
	}
	last := s.dial(t, 4) // the seventh
	if !dies(slow[1]) || !lives(last) || !lives(other) {
		t.Error("one more of the greedy client lives, or one of the others does not")
	}
	close(end)
	if line, err := firstLine(busy); err != nil || !strings.Contains(line, " 200 ") {
		t.Errorf("what was being answered: %q, %v", line, err)
	}
}

// TestStreams: streams are limited for all clients together and for each, and closed ones
// count no more.
func TestStreams(t *testing.T) {
	end := make(chan struct{})
	s := newToy(t, Config{Limits: Limits{Streams: 3, ClientStreams: 2, Conns: 100}}, func(context.Context) error {
		<-end
		return nil
	})
	t.Cleanup(func() { close(end) })
	_, _, header := s.Call(t, "POST", "/v1/jobs", "{}")
	follow := func(from byte) (net.Conn, string) {
		c := s.dial(t, from)
		fmt.Fprintf(c, "GET %s/events HTTP/1.1\r\nHost: localhost\r\n\r\n", header.Get("Location"))
		line, err := firstLine(c)
		if err != nil || len(line) < 12 {
			t.Errorf("%q, %v", line, err)
			return c, ""
		}
		return c, line[9:12]
	}
	var open []net.Conn
	for i, c := range []struct {
		from byte
		want string
	}{{2, "200"}, {2, "200"}, {2, "429"}, {3, "200"}, {4, "503"}} {
		conn, status := follow(c.from)
		if open = append(open, conn); status != c.want {
			t.Errorf("stream %d: %s, want %s", i, status, c.want)
		}
	}
	_ = open[0].Close() // it leaves
	testsize.Await(t, "one stream less", func() bool { return s.streams.taken() == 2 })
	if _, status := follow(4); status != "200" {
		t.Errorf("after one left: %s", status)
	}
}
