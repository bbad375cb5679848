// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

// guarded starts a server that lets in only those who were invited.
func guarded(t *testing.T) (*Server, *Keyring) {
	t.Helper()
	return guardedBy(t, ServerConfig{})
}

func guardedBy(t *testing.T, c ServerConfig) (*Server, *Keyring) {
	t.Helper()
	keyring, err := OpenKeyring(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.Credentials = credentials(t, keyring)
	return startServer(t, c), keyring
}

// startInvited starts a worker that was invited under its name.
func startInvited(t *testing.T, s *Server, keyring *Keyring, w *Worker) (stop func() error) {
	t.Helper()
	w.Invitation = invite(t, keyring, RoleWorker, w.Name, time.Hour)
	return startWorkerOn(t, connect(t, Access{Servers: s.URL(), Invitation: w.Invitation}), w)
}

// invitedRunner is a runner that was invited under a name.
func invitedRunner(t *testing.T, s *Server, keyring *Keyring, name string) Runner {
	t.Helper()
	text := invite(t, keyring, RoleRunner, name, time.Hour)
	r := runnerOn(t, connect(t, Access{Servers: s.URL(), Invitation: text}))
	r.Invitation = text
	return r
}

func credentials(t *testing.T, keyring *Keyring) *Credentials {
	t.Helper()
	text, err := keyring.Credentials([]string{"127.0.0.1"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c, err := ReadCredentials(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func invite(t *testing.T, keyring *Keyring, role Role, name string, valid time.Duration) []byte {
	t.Helper()
	text, err := keyring.Invite(role, name, time.Now().Add(valid))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestInvited runs an experiment where everybody was invited.
func TestInvited(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	p := planOf(t, fmt.Sprintf(tigerSpec, 600))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	for _, name := range []string{"ann", "bob"} {
		startInvited(t, s, keyring, &Worker{Name: name})
	}
	r := invitedRunner(t, s, keyring, "cid")
	r.Check = 0.3
	if _, err := r.Run(t.Context(), create(t, got, p), p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "invited", want, got)
}

// TestStrangers: no invitation, one by another farm, one that was changed, and one
// without encryption do not let anybody in.
func TestStrangers(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	_, other := guarded(t)
	good := invite(t, keyring, RoleWorker, "ann", time.Hour)
	if nc, err := Connect(t.Context(), Access{Servers: s.URL(), Invitation: good}); err != nil {
		t.Fatal(err)
	} else {
		nc.Close()
	}
	certificate := good[bytes.Index(good, []byte("-----BEGIN CERTIFICATE")):]
	elsewhere := invite(t, other, RoleWorker, "ann", time.Hour)
	theirs := append(elsewhere[:bytes.Index(elsewhere, []byte("-----BEGIN CERTIFICATE"))], certificate...)
	for name, c := range map[string]struct {
		invitation []byte
		want       string
	}{
		"nothing":        {nil, "tls"},
		"another farm":   {theirs, "Authorization Violation"},
		"another server": {invite(t, other, RoleWorker, "ann", time.Hour), "certificate"},
		"rubbish":        {[]byte("let me in"), "not an invitation"},
		"expired":        {invite(t, keyring, RoleWorker, "ann", -time.Minute), "Authorization Violation"},
	} {
		_, err := Connect(t.Context(), Access{Servers: s.URL(), Invitation: c.invitation})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	// Somebody who knows the server, but holds no key.
	_, err := nats.Connect(s.URL(), nats.Secure(&tls.Config{InsecureSkipVerify: true})) //nolint:gosec // it is refused anyway
	if !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("without a key: %v", err)
	}
	plain := strings.Replace(s.URL(), "tls://", "nats://", 1)
	if nc, err := nats.Connect(plain, nats.UserCredentialBytes(good)); err == nil {
		_, secure := nc.TLSConnectionState()
		nc.Close()
		if secure == nil {
			t.Error("connected without encryption")
		}
	}
}

// TestExpiry: a connection does not outlive its invitation.
func TestExpiry(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	text := invite(t, keyring, RoleWorker, "ann", 5*time.Second) // for a busy machine to connect in
	options, err := invited(text)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	nc, err := nats.Connect(s.URL(), append(options, nats.MaxReconnects(3), nats.ReconnectWait(10*time.Millisecond),
		nats.ClosedHandler(func(*nats.Conn) { close(closed) }))...)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	testsize.Receive(t, "the connection is closed", closed)
	err = nc.LastError() // the client knows it by a value, or by what the server said
	if !errors.Is(err, nats.ErrAuthExpired) && !errors.Is(err, nats.ErrAuthorization) && !strings.Contains(fmt.Sprint(err), "Expired") {
		t.Errorf("it ended with %v", err)
	}
}

// intruder is somebody who tries what the server should refuse.
type intruder struct {
	*nats.Conn

	t          *testing.T
	violations chan error
}

func newIntruder(t *testing.T, s *Server, invitation []byte) *intruder {
	t.Helper()
	i := &intruder{t: t, violations: make(chan error, 100)}
	options, err := invited(invitation)
	if err != nil {
		t.Fatal(err)
	}
	i.Conn, err = nats.Connect(s.URL(), append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { i.violations <- err }))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.Close)
	return i
}

func (i *intruder) refused(what string, try func() error) {
	i.t.Helper()
	if err := errors.Join(try(), i.Flush()); err != nil && !errors.Is(err, nats.ErrPermissionViolation) {
		i.t.Logf("%s: %v", what, err)
	}
	if err := testsize.Receive(i.t, "the server objects to "+what, i.violations); !errors.Is(err, nats.ErrPermissionViolation) {
		i.t.Errorf("%s: %v", what, err)
	}
}

func (i *intruder) tries(listen, publish []string) {
	i.t.Helper()
	for _, subject := range listen {
		i.refused("listening to "+subject, func() error { _, err := i.SubscribeSync(subject); return err })
	}
	for _, subject := range publish {
		i.refused("publishing to "+subject, func() error { return i.Publish(subject, []byte("{}")) })
	}
}

// TestPermissions: a worker may ask, report and give results in its own name, and a runner
// may do what a run needs. The server refuses everything else.
func TestPermissions(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	r := invitedRunner(t, s, keyring, "owner")
	p := planOf(t, fmt.Sprintf(tigerSpec, 600))
	session, err := r.newSession(t.Context(), create(t, t.TempDir(), p), p)
	if err != nil {
		t.Fatal(err)
	}
	run := "owner." + session.run + "."
	ann := newIntruder(t, s, invite(t, keyring, RoleWorker, "ann", time.Hour))
	ann.tries([]string{
		">", "veil.>", resultSubject + ">", askSubject + ">", beatSubject + ">", hereSubject + "*", quarantineSubject + ">", "_INBOX.>", inboxOf("owner") + ".>",
		"$JS.ACK.>", "$JS.EVENT.>", "$SYS.>",
	}, []string{
		resultSubject + run + "bob", askSubject + testBuild + ".bob", beatSubject + run + "bob", hereSubject + "bob",
		runsSubject + "owner.x", quarantineSubject + "bob.x", quarantineSubject + "ann.x", answerTo("bob", "x"), answerTo("ann", "x"), pingSubject,
		"$JS.API.STREAM.DELETE." + resultStream, "$JS.API.STREAM.PURGE." + resultStream, "$JS.API.STREAM.CREATE.X", "$JS.API.STREAM.MSG.GET." + resultStream,
		requirementSubject, purgeQuarantine, "$JS.API.STREAM.MSG.GET." + quarantineStream,
		"$JS.API.CONSUMER.CREATE." + resultStream, "$JS.API.CONSUMER.MSG.NEXT." + resultStream + "." + session.consumer(),
		"$JS.ACK." + resultStream + "." + session.consumer() + ".1.1.1.1.0", inboxOf("owner") + ".x", "$SYS.REQ.SERVER.PING",
	})
	js, err := jetstream.New(ann.Conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), resultSubject+run+"ann", nil); err != nil {
		t.Error(err)
	}
	for _, subject := range []string{askSubject + testBuild + ".ann", beatSubject + run + "ann", hereSubject + "ann"} {
		if err := errors.Join(ann.Publish(subject, nil), ann.Flush()); err != nil {
			t.Error(err)
		}
	}
	select {
	case err := <-ann.violations:
		t.Errorf("what a worker must do: %v", err)
	default:
	}
	cid := newIntruder(t, s, invite(t, keyring, RoleRunner, "cid", time.Hour))
	cid.tries([]string{
		">", "veil.>", resultSubject + ">", beatSubject + "owner.>", answerTo("ann", "x"), inboxOf("owner") + ".>", "$JS.EVENT.>", "$SYS.>",
	}, []string{
		resultSubject + run + "ann", askSubject + testBuild + ".ann", beatSubject + run + "ann", hereSubject + "ann", inboxOf("ann") + ".x", inboxOf("owner") + ".x",
		runsSubject + "owner.x", quarantineSubject + "ann.x", "$JS.API.STREAM.UPDATE." + resultStream, "$JS.API.STREAM.CREATE." + resultStream,
		"$JS.API.STREAM.UPDATE." + quarantineStream, "$JS.API.CONSUMER.CREATE." + resultStream + ".x." + resultSubject + "owner.*.*",
		"$JS.API.CONSUMER.CREATE." + resultStream, "$JS.API.CONSUMER.CREATE." + resultStream + ".x", "$JS.API.CONSUMER.DURABLE.CREATE." + resultStream + ".x",
		"$JS.API.CONSUMER.DELETE." + resultStream + "." + session.consumer(), "$JS.API.CONSUMER.LIST." + resultStream, "$JS.API.CONSUMER.NAMES." + resultStream,
		"$JS.API.STREAM.DELETE." + resultStream, "$JS.API.STREAM.PURGE." + resultStream, "$JS.API.STREAM.DELETE." + quarantineStream,
		"$JS.API.STREAM.MSG.DELETE." + quarantineStream, "$JS.API.STREAM.PURGE." + quarantineStream, "$JS.API.STREAM.CREATE.X", "$JS.API.STREAM.LIST",
		"$SYS.REQ.SERVER.PING", "$SYS.REQ.CLAIMS.UPDATE",
	})
}

// TestOpenServersStayHome: without keys and encryption, only this machine can connect.
func TestOpenServersStayHome(t *testing.T) {
	t.Parallel()
	for _, listen := range []string{"0.0.0.0:0", ":0", "192.0.2.1:4222", "[::]:0"} {
		if _, err := StartServer(t.Context(), ServerConfig{Dir: t.TempDir(), Listen: listen}); !errors.Is(err, ErrOpen) {
			t.Errorf("%s: %v", listen, err)
		}
	}
}

// TestInvitedCluster runs an experiment on three servers that share keys: they know each
// other by their certificates, and keep three copies.
func TestInvitedCluster(t *testing.T) {
	t.Parallel()
	keyring, err := OpenKeyring(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var configs []ServerConfig
	var routes, urls []string
	for i := range 3 {
		c := ServerConfig{Credentials: credentials(t, keyring), Listen: freeAddress(t)}
		c.Cluster = ClusterConfig{Name: "veil", Server: fmt.Sprint("n", i), Listen: freeAddress(t)}
		configs = append(configs, c)
		routes, urls = append(routes, "tls://"+c.Cluster.Listen), append(urls, "tls://"+c.Listen)
	}
	for _, c := range configs {
		c.Cluster.Routes = routes
		startServer(t, c)
	}
	p := planOf(t, fmt.Sprintf(tigerSpec, 300))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	access := Access{Servers: strings.Join(urls, ",")}
	access.Invitation = invite(t, keyring, RoleWorker, "ann", time.Hour)
	startWorkerOn(t, connect(t, access), &Worker{Name: "ann", Invitation: access.Invitation})
	access.Invitation = invite(t, keyring, RoleRunner, "bob", time.Hour)
	r := runnerOn(t, connect(t, access))
	r.Invitation = access.Invitation
	if _, err := r.Run(t.Context(), create(t, got, p), p, experiment.Options{Chunk: 50, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "three servers", want, got)
	js, err := jetstream.New(r.Conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), resultStream)
	if err != nil || stream.CachedInfo().Config.Replicas != 3 {
		t.Errorf("%v, %+v", err, stream)
	}
}
