// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Access is the address of a farm and the credentials to connect.
type Access struct {
	Servers string // URLs, separated by commas
	// Invitation is the content of an invitation: see [Keyring.Invite]. Nil for a farm that
	// requires none.
	Invitation []byte
	Name       string // of this client, for the server's lists
	// Waiting is the number of messages that may wait to be read; default 65536, which takes half a
	// megabyte per subscription. A worker needs few.
	Waiting int
	Log     *slog.Logger
}

// WorkerWaiting is the number of messages that may wait for a worker.
const WorkerWaiting = 256

// Connect connects to a farm. The error is [ErrServer] if the server is too old or too small. A broken connection is reestablished without a limit of attempts;
// only the first attempt must succeed.
func Connect(ctx context.Context, a Access) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name(a.Name), nats.MaxReconnects(-1), nats.CustomReconnectDelay(newBackoff(a.Name, 0).after),
		nats.ReconnectBufSize(-1), nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(4), nats.Timeout(20 * time.Second),
		nats.IgnoreAuthErrorAbort(), nats.SyncQueueLen(cmp.Or(a.Waiting, nats.DefaultMaxChanLen)),
	}
	options = append(options, logOptions(a.Log)...)
	if a.Invitation != nil {
		more, err := invited(a.Invitation)
		if err != nil {
			return nil, err
		}
		options = append(options, more...)
	}
	a.Servers = cmp.Or(a.Servers, nats.DefaultURL)
	nc, err := nats.Connect(a.Servers, options...)
	if err != nil {
		return nil, fmt.Errorf("no farm at %s: %w", a.Servers, quoted{err})
	}
	if err := cmp.Or(admissible(nc), ctx.Err()); err != nil {
		nc.Close()
		return nil, err
	}
	return nc, nil
}

func logOptions(log *slog.Logger) []nats.Option {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return []nats.Option{
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // nil if it was closed on purpose
				log.Warn("connection lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) { log.Info("connected again", "server", nc.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("connection", "error", err) }),
	}
}

// invited parses an invitation: the NATS credentials, and the server's certificate in the same file.
func invited(text []byte) ([]nats.Option, error) {
	options := []nats.Option{nats.UserCredentialBytes(text)}
	claims, err := claimsIn(text)
	if err != nil {
		return nil, err
	}
	name := claims.Name
	if err := CheckName(strings.TrimPrefix(name, "+")); err != nil {
		return nil, err
	}
	// Nobody may read the answers meant for others.
	options = append(options, nats.CustomInboxPrefix(inboxOf(name)))
	pool := x509.NewCertPool()
	found := false
	for rest := text; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if block.Type == "CERTIFICATE" {
			found = pool.AppendCertsFromPEM(pem.EncodeToMemory(block)) || found
		}
	}
	if found {
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13}))
	}
	return options, nil
}

func inboxOf(name string) string { return "_INBOX_" + name }
