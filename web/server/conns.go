// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"sync/atomic"
)

// Listen returns a listener that limits the number of connections. When there are too many, one
// without a running request is closed: the oldest of the client with the most connections. So slow
// and idle connections make room for new ones.
func (s *Server) Listen(l net.Listener) net.Listener {
	return &listener{Listener: l, server: s, most: min(s.limits.Conns, openFiles()), byClient: map[string][]*conn{}}
}

type listener struct {
	net.Listener

	server *Server
	most   int

	mu       sync.Mutex
	open     int
	byClient map[string][]*conn // oldest first
}

// conn is a connection of a client.
type conn struct {
	net.Conn

	listener *listener
	client   string
	requests atomic.Int32 // being answered
	once     sync.Once
}

// Accept returns the next connection for which there is room.
func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: raw, listener: l, client: l.clientOf(raw)}
		out := l.add(c)
		if out != nil {
			_ = out.Close() // above the limit
			l.server.metrics.closed.Inc()
		}
		if out != c {
			return c, nil
		}
	}
}

// clientOf returns the client of a connection; proxies are not limited.
func (l *listener) clientOf(c net.Conn) string {
	from, ok := address(c.RemoteAddr().String())
	switch {
	case !ok:
		return c.RemoteAddr().String()
	case l.server.isProxy(from):
		return ""
	default:
		return clientAt(from)
	}
}

// add counts a connection. It returns the one to close if there are too many, or nil.
func (l *listener) add(c *conn) (out *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open++
	l.byClient[c.client] = append(l.byClient[c.client], c)
	switch {
	case c.client != "" && len(l.byClient[c.client]) > l.server.limits.ClientConns:
		return l.idle(c.client, c)
	case l.open > l.most:
		return l.idle(l.greediest(), c)
	default:
		return nil
	}
}

// idle returns the oldest connection of a client without a running request, or c.
func (l *listener) idle(client string, c *conn) *conn {
	for _, old := range l.byClient[client] {
		if old.requests.Load() == 0 {
			return old
		}
	}
	return c
}

// greediest returns the client with the most connections.
func (l *listener) greediest() string {
	who, most := "", 0
	for client, list := range l.byClient {
		if len(list) > most {
			who, most = client, len(list)
		}
	}
	return who
}

// Close closes a connection and stops counting it.
func (c *conn) Close() error {
	c.once.Do(func() { c.listener.remove(c) })
	return c.Conn.Close()
}

func (l *listener) remove(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	list := l.byClient[c.client]
	for i, other := range list {
		if other == c {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if l.byClient[c.client] = list; len(list) == 0 {
		delete(l.byClient, c.client)
	}
}

// connKey is the context key of a connection.
type connKey struct{}

// withConn puts a connection into the context of its requests.
func withConn(ctx context.Context, c net.Conn) context.Context {
	if secured, ok := c.(*tls.Conn); ok {
		c = secured.NetConn()
	}
	if ours, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, ours)
	}
	return ctx
}

// answering marks the connection of a request as busy until done is called.
func answering(ctx context.Context) (done func()) {
	c, ok := ctx.Value(connKey{}).(*conn)
	if !ok {
		return func() {}
	}
	c.requests.Add(1)
	return func() { c.requests.Add(-1) }
}
