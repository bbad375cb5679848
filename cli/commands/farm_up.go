// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
)

const farmUpLong = `up runs the server of a farm until it is stopped. By default only programs on this
machine can reach it, and none of them needs to be invited.

With --host, or an address in --listen that others can reach, every client needs an
invitation and connections are encrypted: the server makes its keys in the directory of the
farm, and veil farm invite uses them. That directory controls the farm: keep it secret. To
keep the keys elsewhere, make credentials there (veil farm credentials) and start the
server with --credentials.

Three servers with --cluster and --routes, and credentials from the same keys, survive the
loss of one of them.`

type farmUpFlags struct {
	config  farm.ServerConfig
	hosts   []string
	invited bool
	given   string // credentials
	metrics string
	debug   bool
}

func newFarmUp(a *app) *cobra.Command {
	var f farmUpFlags
	cmd := frame.Verb("up", "run a farm server", farmUpLong,
		"veil farm up", "veil farm up --listen 0.0.0.0:4222 --host farm.example.org --metrics 127.0.0.1:9300")
	flags := cmd.Flags()
	flags.StringVar(&f.config.Dir, "dir", "farm", "`DIR` of the farm: streams and keys")
	flags.StringVar(&f.config.Listen, "listen", "127.0.0.1:4222", "`ADDRESS` for workers and runs")
	flags.StringSliceVar(&f.hosts, "host", nil, "`NAME` or address by which others reach this server; for its certificate")
	flags.BoolVar(&f.invited, "invited", false, "require invitations, even on this machine")
	flags.StringVar(&f.given, "credentials", "", "credentials `FILE` of this server (see: veil farm credentials)")
	flags.StringVar(&f.config.Cluster.Name, "cluster", "", "`NAME` of the cluster this server joins")
	flags.StringVar(&f.config.Cluster.Server, "name", "", "`NAME` of this server in the cluster")
	flags.StringVar(&f.config.Cluster.Listen, "cluster-listen", "127.0.0.1:6222", "`ADDRESS` for the other servers")
	flags.StringSliceVar(&f.config.Cluster.Routes, "routes", nil, "`URLS` of the other servers, such as nats://10.0.0.2:6222")
	flags.StringVar(&f.metrics, "metrics", "", "`ADDRESS` that serves metrics to Prometheus")
	flags.BoolVar(&f.debug, "debug", false, "log everything")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return a.farmUp(cmd.Context(), f)
	}
	return cmd
}

func (a *app) farmUp(ctx context.Context, f farmUpFlags) error {
	level := slog.LevelInfo
	if f.debug {
		level = slog.LevelDebug
	}
	f.config.Log = a.log(level)
	f.config.Dir = a.Path(f.config.Dir)
	if f.invited || len(f.hosts) > 0 || f.given != "" {
		if err := a.guard(&f); err != nil {
			return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot start the server with invitations: " + err.Error(), Cause: err, Notes: []string{"see: veil farm credentials --help"}}
		}
	}
	server, err := farm.StartServer(ctx, f.config)
	if err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFarm, What: err.Error(), Cause: err, Notes: []string{"see: veil farm up --help"}}
	}
	defer server.Stop()
	metrics := farm.NewMetrics()
	metrics.Watch(server)
	if err := a.serveMetrics(ctx, f.metrics, metrics.Handler(), f.config.Log); err != nil {
		return err
	}
	if err := a.Print(fmt.Appendf(nil, "the farm is at %s\n", server.URL())); err != nil {
		return err
	}
	return watchServer(ctx, server)
}

// guard determines who is admitted: by credentials, or by the keys in the directory.
func (a *app) guard(f *farmUpFlags) error {
	var text []byte
	var err error
	if f.given != "" {
		text, err = os.ReadFile(a.Path(f.given))
	} else {
		now := time.Now()
		var keyring *farm.Keyring
		if keyring, err = farm.OpenKeyring(filepath.Join(f.config.Dir, "keys"), now); err == nil {
			text, err = keyring.Credentials(atHome(f.hosts), now)
		}
	}
	if err == nil {
		if f.config.Credentials, err = farm.ReadCredentials(text); err != nil && f.given != "" {
			err = fmt.Errorf("%s: %w", f.given, err)
		}
	}
	return err
}

// watchServer waits until the server is stopped or has failed.
func watchServer(ctx context.Context, server *farm.Server) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if err := server.Check(); err != nil {
				return &frame.Failure{
					Code: frame.ExitUsage, Kind: frame.KindFarm, What: err.Error(), Cause: err,
					Notes: []string{"make room and start it again: runs and workers then continue by themselves"},
				}
			}
		}
	}
}
