// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"net"
	"sync/atomic"
	"testing"
	"time"
)

// proxy passes bytes between workers and a server, until it is cut: then it swallows
// them, and nobody is told.
type proxy struct {
	net.Listener
	target string
	cut    atomic.Bool
}

func startProxy(t testing.TB, target string) *proxy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := &proxy{Listener: l, target: target}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close() //nolint:errcheck // a test
	server, err := (&net.Dialer{}).Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer server.Close() //nolint:errcheck // a test
	go p.pass(server, client)
	p.pass(client, server)
}

// pass drops what comes while the proxy is cut. A stream that has lost bytes is of no use
// afterwards, so it is closed then.
func (p *proxy) pass(to, from net.Conn) {
	defer to.Close() //nolint:errcheck // a test
	buffer := make([]byte, 1<<16)
	lossy := false
	for {
		n, err := from.Read(buffer)
		if p.cut.Load() {
			lossy = true
		} else if lossy {
			return
		} else if _, failed := to.Write(buffer[:n]); failed != nil {
			return
		}
		if err != nil {
			return
		}
	}
}

// TestPartition cuts the workers off from the server, for longer than their leases last.
func TestPartition(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.serve()
	p := startProxy(t, w.configs[0].Listen)
	w.address = "nats://" + p.Addr().String()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(2*time.Second) {
		p.cut.Store(true)
		n++
		w.run.ended(testWait + time.Duration(w.r.Int64N(int64(2*testWait))))
		p.cut.Store(false)
	}
	w.finish(n)
}
