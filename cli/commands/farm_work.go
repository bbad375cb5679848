// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
)

const farmWorkLong = `work takes chunks of experiments from a farm, plays them and returns the results, until it
is stopped. Ctrl-C lets it finish the episodes it is playing and return what it has; a
second Ctrl-C ends it at once. If the server is down, it waits until it is back.

LINK is an invitation link (veil farm invite --link): it names the servers and contains the
invitation. It is a secret, and other users of this machine may see it in the list of
processes; --servers and --invitation FILE avoid that.

It plays only for runs of exactly the same program. A worker whose results turn out wrong
gets no more work, and exits with an error. If the farm requires a newer version
(veil farm require), it prints the command that installs one and exits with code 6.

A spec of the farm can name programs and files. It reaches neither without --allow-exec and
--allow-files DIR: use them only if you trust everyone who runs experiments on the farm.`

type farmWorkFlags struct {
	farm    farmFlags
	worker  farm.Worker
	metrics string
	debug   bool
	allow   allowFlags
	link    farm.Link
}

// join parses an invitation link, if one was given.
func (f *farmWorkFlags) join(args []string) (err error) {
	if len(args) == 0 {
		return nil
	}
	if f.farm.servers != "" || f.farm.invitation != "" {
		return frame.Usage("a link names the servers and contains the invitation", "leave out --servers and --invitation")
	}
	if f.link, err = farm.ParseLink(args[0]); err != nil {
		return frame.Usage(err.Error(), "put the whole link between double quotes", "see: veil farm work --help")
	}
	f.farm.servers = f.link.Servers
	return nil
}

func newFarmWork(a *app) *cobra.Command {
	var f farmWorkFlags
	cmd := frame.Verb("work [LINK]", "run a worker for a farm", farmWorkLong,
		`veil farm work "https://farm.example.org/experiments/#join=1.eyJ…"`,
		"veil farm work --servers nats://127.0.0.1:4222",
		"veil farm work --servers tls://farm.example.org:4222 --invitation ann.invitation --threads 8")
	flags := cmd.Flags()
	f.farm.register(flags, "servers", "`URLS` of the farm's servers, separated by commas (default: nats://127.0.0.1:4222)")
	flags.StringVar(&f.worker.Name, "name", "", "`NAME` of this worker (default: that of the invitation, or of the machine)")
	flags.StringVar(&f.worker.Public, "public-name", "", "`NAME` that the farm may show beside your work (default: you are counted, not named)")
	flags.IntVar(&f.worker.Threads, "threads", 1, "chunks played concurrently")
	flags.StringVar(&f.metrics, "metrics", "", "`ADDRESS` that serves metrics to Prometheus")
	flags.BoolVar(&f.debug, "debug", false, "log everything")
	f.allow.register(flags, "anyone who runs experiments on the farm")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.join(args); err != nil {
			return err
		}
		if f.worker.Threads < 1 {
			return frame.Usage(fmt.Sprintf("--threads %d: want 1 or more", f.worker.Threads))
		}
		if err := farm.CheckPublicName(f.worker.Public); f.worker.Public != "" && err != nil {
			return frame.Usage("--public-name " + err.Error())
		}
		return a.farmWork(cmd.Context(), &f)
	}
	return cmd
}

func (a *app) farmWork(ctx context.Context, f *farmWorkFlags) error {
	level := slog.LevelInfo
	if f.debug {
		level = slog.LevelDebug
	}
	log := a.log(level)
	access, err := a.access(f.farm, log)
	if err != nil {
		return err
	}
	if f.link.Invitation != "" {
		access.Invitation = []byte(f.link.Invitation)
	}
	w := &f.worker
	if w.Name, err = workerName(w.Name, access.Invitation); err != nil {
		return frame.Usage(err.Error(), "see: veil farm work --help")
	}
	w.Build, w.Clock, w.Log, w.Metrics = a.build(), startClock(), log, farm.NewMetrics()
	w.Version, w.Now = a.Version, time.Now
	w.Resolve = func(spec experiment.Spec) (*experiment.Plan, error) {
		return experiment.Resolve(spec, a.library(f.allow))
	}
	access.Name, access.Waiting, w.Invitation = w.Name, farm.WorkerWaiting, access.Invitation
	nc, err := farm.Connect(ctx, access)
	if err != nil {
		return noFarm(err)
	}
	defer nc.Close()
	if err := a.serveMetrics(ctx, f.metrics, w.Metrics.Handler(), log); err != nil {
		return err
	}
	log.Info("working", "name", w.Name, "build", w.Build, "server", nc.ConnectedUrlRedacted())
	if err := w.Work(ctx, nc); err != nil {
		return quarantined(err)
	}
	return nil
}

func quarantined(err error) error {
	f := &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFarm, What: err.Error(), Cause: err}
	if outdated, ok := errors.AsType[*farm.OutdatedError](err); ok {
		f.Code = frame.ExitOutdated
		f.Notes = []string{"this program never replaces itself; install the new one and start it again:", installCommand(outdated.Want, thisSystem())}
	}
	if errors.Is(err, farm.ErrQuarantined) {
		f.Notes = []string{"check the memory and the processor of this machine: an episode has only one right result"}
	}
	return f
}

// workerName returns the requested name, that of the invitation, or one derived from the host name.
func workerName(asked string, invitation []byte) (string, error) {
	if invitation != nil {
		name, err := farm.Invited(invitation)
		if err == nil && asked != "" && asked != name {
			err = fmt.Errorf("the invitation is for %s, not for %s", name, asked)
		}
		return name, err
	}
	if asked != "" {
		return asked, farm.CheckName(asked)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	host = regexp.MustCompile(`[^A-Za-z0-9_-]`).ReplaceAllString(host, "-")
	return fmt.Sprintf("%.40s-%d-%s", host, os.Getpid(), rand.Text()[:6]), nil
}
