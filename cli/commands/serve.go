// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/acme"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/server"
)

const serveLong = `serve runs the web app and the HTTP API until it is interrupted. It listens on this machine
only, unless you give another address; for visitors from the internet, give --public.

Every answer is computed here; nothing is sent anywhere. Requests beyond the limits are
refused, with the time after which to try again.`

// serveFlags are the flags of serve.
type serveFlags struct {
	listen, cert, key, tokens string
	runs                      runsFlag
	acme                      acmeFlags
	control, public           bool
	log, metrics              string
	origins, hosts            []string
	proxies                   []string
	memory, cache             frame.ByteSize
	time, grace               time.Duration
	limits                    server.Limits
	engines                   engineState
}

// Games returns the functions that answer about games, within limits of time and memory. Without
// them, a server shows experiments only.
type Games func(time time.Duration, memory int64) web.Games

func newServe(a *app) *cobra.Command {
	var s serveFlags
	cmd := frame.Verb("serve", "serve the web app and the HTTP API", serveLong,
		"veil serve",
		"veil serve --public --host veil.example.org --acme /var/lib/veil/acme --log -",
		"veil serve --listen 0.0.0.0:443 --tls-cert cert.pem --tls-key key.pem --tokens tokens.txt --host veil.example")
	cmd.Annotations = map[string]string{frame.Endless: "yes"}
	flags := cmd.Flags()
	flags.StringVar(&s.listen, "listen", "127.0.0.1:8080", "`ADDRESS` to listen on; port 0 takes a free one")
	frame.Alias(flags, "listen", "addr")
	flags.StringVar(&s.cert, "tls-cert", "", "certificate `FILE`, for HTTPS; read again after a change")
	flags.StringVar(&s.key, "tls-key", "", "key `FILE` of the certificate")
	flags.StringVar(&s.acme.dir, "acme", "", "`DIRECTORY` for certificates of the names in --host, obtained and renewed by ACME")
	flags.StringVar(&s.acme.server, "acme-server", acme.LetsEncryptURL, "`URL` of the ACME server's directory")
	flags.StringVar(&s.acme.email, "acme-email", "", "`ADDRESS` to which the ACME server may write")
	s.runs.register(flags)
	flags.BoolVar(&s.control, "control", false, "allow visitors to pause and resume runs")
	flags.StringVar(&s.tokens, "tokens", "", "`FILE` with the bearer tokens that are accepted, one per line")
	flags.StringSliceVar(&s.origins, "origin", nil, "web `SITE` whose pages may call the API, such as https://example.org; * for all")
	flags.StringSliceVar(&s.hosts, "host", nil, "`NAME` of this server that requests may use, besides localhost; * for all")
	flags.StringSliceVar(&s.proxies, "proxy", nil, "address or `NETWORK` of a proxy of yours, such as 10.0.0.0/8, whose X-Forwarded-For is trusted")
	flags.BoolVar(&s.public, "public", false, "limits for visitors from the internet: see the guide to hosting")
	flags.StringVar(&s.log, "log", "", "`FILE` for an access log in JSON lines; - for standard error")
	flags.StringVar(&s.metrics, "metrics", "", "`ADDRESS` that serves metrics to Prometheus, instead of /metrics for all")
	flags.Var(&s.memory, "memory", "memory limit per answer (default 512MB)")
	flags.Var(&s.cache, "cache", "memory limit of the cache of exact answers (default 64MB)")
	flags.DurationVar(&s.time, "time", 30*time.Second, "time limit per answer")
	flags.DurationVar(&s.grace, "grace", 10*time.Second, "time for running answers to finish when the server stops")
	flags.IntVar(&s.limits.Running, "running", 0, "long answers computed concurrently (default: the cores)")
	flags.IntVar(&s.limits.Queue, "queue", 0, "limit of queued requests (default: 4 for each that runs)")
	flags.IntVar(&s.limits.PerClient, "per-client", 12, "limit of concurrent requests per client")
	flags.Float64Var(&s.limits.Rate, "rate", 50, "requests per second per client")
	flags.IntVar(&s.limits.Burst, "burst", 100, "burst of requests per client")
	flags.IntVar(&s.limits.Streams, "streams", 2000, "open event streams")
	flags.IntVar(&s.limits.ClientStreams, "client-streams", 0, "open event streams of one client (default: an eighth of all)")
	flags.IntVar(&s.limits.Conns, "connections", 0, "open connections (default: 1000 and the streams)")
	flags.IntVar(&s.limits.ClientConns, "client-connections", 0, "open connections of one client (default: an eighth of all)")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := s.makePublic(cmd.Flags()); err != nil {
			return err
		}
		if a.games != nil {
			s.engines = a.engineState()
		}
		access, closeLog, err := a.accessLog(s.log)
		if err != nil {
			return err
		}
		defer closeLog()
		server, err := a.newServer(s, access)
		if err != nil {
			return err
		}
		return a.serve(cmd.Context(), server, s)
	}
	return frame.StoppingItself(cmd)
}

// newServer returns a web server with the engines of this program.
func (a *app) newServer(s serveFlags, access *slog.Logger) (*web.Server, error) {
	tokens, err := a.readTokens(s.tokens)
	if err != nil {
		return nil, err
	}
	proxies, err := parseProxies(s.proxies)
	if err != nil {
		return nil, err
	}
	l := s.limits
	l.Memory, l.Cache, l.Time = int64(s.memory), int64(s.cache), s.time
	var games web.Games
	if a.games != nil {
		games = a.games(s.time, l.Memory)
	}
	return web.New(web.Config{
		Config: server.Config{
			Version: a.Version, Limits: l, Tokens: tokens, Origins: s.origins, Hosts: s.hosts, Proxies: proxies,
			Log: slog.New(slog.NewTextHandler(a.Stderr, nil)), Access: access, NoMetrics: s.public || s.metrics != "",
		},
		Games: games, Runs: a.newShelf(s.runs.dir, s.control).runs(), OnlyRuns: a.games == nil,
		Engines: s.engines.files, Remedy: s.engines.remedy,
	})
}

// parseProxies parses networks; an address is a network of one.
func parseProxies(list []string) ([]netip.Prefix, error) {
	var proxies []netip.Prefix
	for _, text := range list {
		network, err := netip.ParsePrefix(text)
		if a, bad := netip.ParseAddr(text); bad == nil {
			network, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return nil, frame.Usage(fmt.Sprintf("--proxy %q: want an address or a network", text), "for example 10.1.2.3 or 10.0.0.0/8")
		}
		proxies = append(proxies, network.Masked())
	}
	return proxies, nil
}

// readTokens reads one token per line; lines that start with # are comments.
func (a *app) readTokens(name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(a.Path(name))
	if err != nil {
		return nil, a.Unreadable(name, err)
	}
	var tokens []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			tokens = append(tokens, line)
		}
	}
	if len(tokens) == 0 {
		return nil, frame.Usage(name+": no token", "write one token per line")
	}
	return tokens, nil
}

// serve listens until the context ends, and then lets running answers finish.
func (a *app) serve(ctx context.Context, server *web.Server, s serveFlags) error {
	secured, obtain, err := a.secured(s, server.Log())
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.listen)
	if err != nil {
		return frame.Usage("cannot listen: "+err.Error(), "give another address with --listen")
	}
	if err := a.serveMetrics(ctx, s.metrics, server.Metrics(), server.Log()); err != nil {
		return err
	}
	limitMemory(server)
	listener = server.Listen(listener)
	leaveRoom(server)
	httpServer := server.HTTPServer(s.listen)
	httpServer.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // errors of clients
	failed := make(chan error, 1)
	scheme, run := "http", func() error { return httpServer.Serve(listener) }
	if httpServer.TLSConfig = secured; secured != nil {
		scheme, run = "https", func() error { return httpServer.ServeTLS(listener, "", "") }
	}
	go func() { failed <- run() }()
	go obtain()
	fmt.Fprintf(a.Stderr, "%s: listening on %s://%s  (Ctrl-C stops it)\n", a.Name(), scheme, listener.Addr())
	if lacking := server.Lacks(); len(lacking) > 0 {
		fmt.Fprintln(a.Stderr, a.Name()+": "+s.engines.warning(lacking))
	}
	select {
	case err := <-failed:
		return frame.Usage("cannot serve: " + err.Error())
	case <-ctx.Done():
	}
	return a.drain(server, httpServer, s.grace)
}

// drain ends a server: running answers get the grace period, then all connections are closed. Work
// that does not react ends with the process.
func (a *app) drain(server *web.Server, httpServer *http.Server, grace time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	server.Close(ctx)
	last, stop := context.WithTimeout(context.Background(), 200*time.Millisecond) // time to send finished answers
	defer stop()
	if err := httpServer.Shutdown(last); errors.Is(err, context.DeadlineExceeded) {
		return httpServer.Close()
	}
	return nil
}

// leaveRoom reserves threads for short answers and the network: if long answers held every thread,
// a request would wait for a preemption at each of its steps.
func leaveRoom(server *web.Server) {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(server.Limits().Threads())
	}
}

// limitMemory makes the garbage collector work harder near the memory bound of the limits, unless
// the environment sets a limit.
func limitMemory(server *web.Server) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(300) // the limit below takes effect first
	debug.SetMemoryLimit(server.Limits().Bound())
}
