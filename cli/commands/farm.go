// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/text"
)

const farmLong = `farm plays experiments on many machines. One of them runs a server (up), any number of
them work, and one runs the experiment: veil exp run SPEC --farm URL. Workers may come, go and
die; so may the server. The result has the same bytes as that of a run without a farm.`

// NeedsFarm marks a command that runs until it is stopped, or needs another that does.
const NeedsFarm = "needs a farm"

func newFarm(a *app) *cobra.Command {
	cmd := frame.Group("farm", "experiments on many machines: up, work, invite, revoke, quarantine, proof, credentials, require, snapshot, status", farmLong,
		"veil farm up", "veil farm work --servers nats://127.0.0.1:4222")
	cmd.AddCommand(newFarmUp(a), newFarmWork(a), newFarmInvite(a), newFarmRevoke(a), newFarmQuarantine(a), newFarmProof(a), newFarmCredentials(a), newFarmRequire(a), newFarmSnapshot(a), newFarmStatus(a))
	for _, c := range append(cmd.Commands(), cmd) {
		c.Annotations = map[string]string{NeedsFarm: "yes"}
	}
	return frame.StoppingItself(cmd)
}

// farmFlags set the address of a farm.
type farmFlags struct {
	servers    string
	invitation string
}

func (f *farmFlags) register(flags *pflag.FlagSet, name, what string) {
	flags.StringVar(&f.servers, name, "", what)
	flags.StringVar(&f.invitation, "invitation", "", "`FILE` that lets you in (see: veil farm invite)")
}

// access reads the invitation, if one was given.
func (a *app) access(f farmFlags, log *slog.Logger) (farm.Access, error) {
	access := farm.Access{Servers: f.servers, Log: log, Name: "veil " + a.Version}
	if f.invitation == "" {
		return access, nil
	}
	invitation, err := os.ReadFile(a.Path(f.invitation))
	if err != nil {
		return access, &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot read the invitation: " + text.FileCause(err).Error(), Cause: err}
	}
	access.Invitation = invitation
	return access, nil
}

// noFarm explains why there is no connection.
func noFarm(err error) error {
	f := &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFarm, What: err.Error(), Cause: err}
	if !errors.Is(err, farm.ErrServer) { // which says itself how to mend it
		f.Notes = []string{"is it running? start one with: veil farm up", "does it ask for an invitation? see: veil farm invite --help"}
	}
	return f
}

// log returns the logger of a long-running process.
func (a *app) log(level slog.Level) *slog.Logger {
	if a.Output.Quiet {
		level = slog.LevelError
	}
	return slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: level, ReplaceAttr: short}))
}

// short cuts logged values, which strangers may have written. The handler escapes them.
func short(_ []string, attr slog.Attr) slog.Attr {
	const most = 1000
	if text := attr.Value.Resolve().String(); len(text) > most {
		attr.Value = slog.StringValue(text[:most] + "…")
	}
	return attr
}

func startClock() experiment.Clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

// serveMetrics serves Prometheus metrics, if an address was given.
func (a *app) serveMetrics(ctx context.Context, address string, metrics http.Handler, log *slog.Logger) error {
	if address == "" {
		return nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return frame.Usage(fmt.Sprintf("--metrics %s: %v", address, err), "want HOST:PORT, such as 127.0.0.1:9300")
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	log.Info("metrics", "at", "http://"+listener.Addr().String()+"/metrics")
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics", "error", err)
		}
	}()
	return nil
}
