// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/text"
)

const farmStatusLong = `status shows the state of a farm: its workers, its runs with their pace and the time left,
waiting chunks, and workers whose results were wrong.`

func newFarmStatus(a *app) *cobra.Command {
	var f farmFlags
	cmd := frame.Verb("status", "print the state of a farm", farmStatusLong,
		"veil farm status", "veil farm status --servers nats://127.0.0.1:4222 --json")
	f.register(cmd.Flags(), "servers", "`URLS` of the farm's servers, separated by commas (default: nats://127.0.0.1:4222)")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		access, err := a.access(f, a.log(slog.LevelError))
		if err != nil {
			return err
		}
		nc, err := farm.Connect(cmd.Context(), access)
		if err != nil {
			return noFarm(err)
		}
		defer nc.Close()
		s, err := farm.StatusOf(cmd.Context(), nc, access.Invitation)
		if err != nil {
			return noFarm(err)
		}
		return a.Emit((*farmStatus)(s))
	}
	return cmd
}

type farmStatus farm.Status

func (s *farmStatus) Text(p *text.Page) {
	threads, busy := 0, 0
	for _, w := range s.Workers {
		threads, busy = threads+w.Threads, busy+w.Busy
	}
	p.Line("workers   %d, with %d threads, %d of them playing", len(s.Workers), threads, busy)
	p.Line("chunks    %d waiting, %d being played, %d results to collect", s.Queued, s.Playing, s.Results)
	for _, name := range s.Quarantine {
		p.Line("wrong     %s is in quarantine", name)
	}
	for _, r := range s.Runs {
		p.Line("run       %s  %d of %d episodes, %.3g per second%s; %d episodes checked", r.Run, r.Have, r.Want, r.Rate, left(r), r.Checked)
	}
	if len(s.Runs) == 0 {
		p.Advise("no run in progress; start one: veil exp run SPEC --farm URL")
	}
}

// left returns the estimated remaining time of a run.
func left(r farm.PeerStatus) string {
	if r.Rate <= 0 || r.Want < r.Have {
		return ""
	}
	seconds := float64(r.Want-r.Have) / r.Rate
	return ", " + time.Duration(seconds*float64(time.Second)).Round(time.Second).String() + " left"
}

func (s *farmStatus) Rows() [][]string {
	rows := [][]string{{"worker", "build", "threads", "playing", "episodes"}}
	for _, w := range s.Workers {
		rows = append(rows, []string{w.Worker, w.Build, fmt.Sprint(w.Threads), fmt.Sprint(w.Busy), fmt.Sprint(w.Episodes)})
	}
	return rows
}

func (s *farmStatus) Document() any {
	return struct {
		Schema string `json:"schema"`
		*farm.Status
	}{"farm.status/1", (*farm.Status)(s)}
}
