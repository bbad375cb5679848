// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// ServerConfig configures a server of a farm. The zero value listens on the loopback interface
// only, and admits everybody who can reach it.
type ServerConfig struct {
	Dir    string // where it keeps the streams and, if it has any, the keys
	Listen string // host:port; default 127.0.0.1:4222; port 0 means any
	// Credentials, if not nil, restrict the server to invited clients.
	Credentials *Credentials `json:"-"`
	// SyncInterval is how often the streams are fsynced; default 10s. Data lost in a power
	// cut is published again by the run, so syncing more often gains nothing.
	SyncInterval time.Duration
	// MaxStore limits the bytes on disk; default three quarters of the free space.
	MaxStore int64
	// MaxStored limits the results of one name that the server stores for a run until the run takes
	// them. The server refuses more, and an honest worker then waits. Default 128.
	MaxStored int
	// Cluster, if not empty, names the cluster this server is part of.
	Cluster ClusterConfig
	Log     *slog.Logger `json:"-"`
}

// ClusterConfig joins servers into a cluster. Three of them survive the loss of one.
type ClusterConfig struct {
	Name   string   // of the cluster
	Server string   // name of this server in it
	Listen string   // host:port for the other servers
	Routes []string // URLs of the other servers
}

// Server is a NATS server in this process.
type Server struct {
	nats *server.Server
	own  *nats.Conn // its connection to itself
}

// ErrOpen reports a server that strangers could use.
var ErrOpen = errors.New("refusing to serve strangers")

// StartServer starts a server and returns when it accepts clients. In a cluster this may take until
// the other servers are up.
func StartServer(ctx context.Context, c ServerConfig) (*Server, error) {
	options, err := c.options()
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	if c.Log != nil {
		s.SetLoggerV2(serverLog{c.Log}, false, false, false)
	}
	s.Start()
	for !s.ReadyForConnections(100 * time.Millisecond) {
		if ctx.Err() != nil || !s.Running() {
			s.Shutdown()
			return nil, errors.Join(ctx.Err(), fmt.Errorf("the server on %s did not start: is another one running there, or on %s?", c.Listen, c.Dir))
		}
	}
	started := &Server{nats: s}
	if err := started.furnish(ctx, &c); err != nil {
		started.Stop()
		return nil, err
	}
	return started, nil
}

func (c *ServerConfig) options() (*server.Options, error) {
	c.Listen = cmp.Or(c.Listen, "127.0.0.1:4222")
	host, port, err := address(c.Listen)
	if err != nil {
		return nil, err
	}
	if !loopback(host) && c.Credentials == nil {
		return nil, fmt.Errorf("%w: %s can be reached from other machines, so it needs keys and TLS", ErrOpen, c.Listen)
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, err
	}
	o := &server.Options{
		Host: host, Port: port, ServerName: c.Cluster.Server, NoSigs: true, MaxPayload: maxMessage,
		JetStream: true, StoreDir: filepath.Join(c.Dir, "streams"), JetStreamMaxStore: c.MaxStore,
		SyncInterval: cmp.Or(c.SyncInterval, 10*time.Second), TLSTimeout: 10,
		MaxConn: 1 << 16, WriteDeadline: 10 * time.Second,
	}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if c.Credentials != nil {
		if err := c.Credentials.configure(o, c.Dir); err != nil {
			return nil, err
		}
	}
	return o, c.Cluster.configure(o)
}

func (c *ClusterConfig) configure(o *server.Options) error {
	if c.Name == "" {
		return nil
	}
	host, port, err := address(c.Listen)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	o.Cluster = server.ClusterOpts{Name: c.Name, Host: host, Port: port, TLSTimeout: 10}
	if o.TLSConfig != nil {
		o.Cluster.TLSConfig = o.TLSConfig.Clone()
		o.Cluster.TLSConfig.ClientAuth = tls.RequireAndVerifyClientCert
	}
	for _, route := range c.Routes {
		u, err := url.Parse(route)
		if err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
		o.Routes = append(o.Routes, u)
	}
	return nil
}

func address(listen string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(listen)
	if err != nil {
		return "", 0, fmt.Errorf("address %q: want HOST:PORT, such as 127.0.0.1:4222", listen)
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("address %q: want a port from 0 to 65535", listen)
	}
	return host, port, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Stop stops the server and keeps its data.
func (s *Server) Stop() {
	if s.own != nil {
		s.own.Close()
	}
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// Check returns an error if the server can no longer store anything, e.g. after a full disk: it
// must then be restarted.
func (s *Server) Check() error {
	switch {
	case !s.nats.Running():
		return errors.New("the server has stopped")
	case !s.nats.JetStreamEnabled():
		return errors.New("the server can no longer store data: is the disk full?")
	default:
		return nil
	}
}

// serverLog forwards the log of the server.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l serverLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Errorf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Debugf(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Tracef(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
