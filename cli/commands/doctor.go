// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/term"
	"github.com/veilplan/veil/internal/text"
)

const doctorLong = `doctor checks what veil depends on: this program, the engine for browsers, the terminal,
where it may write, and whether a farm answers. It changes nothing. The exit code is 1 if
there is a problem; notes do not count.

With --proxy it checks a server as its visitors reach it: certificate, HTTP/2, Host, the
visitor's address and event streams. With --farm it checks a farm from the connection to
the workers: version and limits of the NATS server, storage, builds.`

// patience is the time limit for a farm to answer.
const patience = 3 * time.Second

func newDoctor(a *app) *cobra.Command {
	var f farmFlags
	var site, at string
	cmd := frame.Verb("doctor", "check this installation", doctorLong,
		"veil doctor", "veil doctor --proxy https://veil.example.org", "veil doctor --farm nats://127.0.0.1:4222 --json")
	cmd.Flags().StringVar(&at, "farm", "", "check the farm at these `URLS` instead, separated by commas")
	cmd.Flags().StringVar(&site, "proxy", "", "check the server that visitors reach at this `URL` instead, through its proxies")
	f.register(cmd.Flags(), "servers", "`URLS` of a farm's servers that must answer, separated by commas")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		found, err := a.examine(cmd.Context(), site, at, f)
		if err != nil {
			return err
		}
		healthy := !slices.ContainsFunc(found, func(f api.Finding) bool { return f.State == "problem" })
		if err := a.Emit(&doctorAnswer{api.Doctor{Schema: "veil.doctor/1", Healthy: healthy, Found: found}}); err != nil {
			return err
		}
		if !healthy {
			return frame.AnsweredNo()
		}
		return nil
	}
	return cmd
}

// examine checks a deployment if one is named, and otherwise this installation.
func (a *app) examine(ctx context.Context, site, at string, f farmFlags) ([]api.Finding, error) {
	if at != "" {
		f.servers = at
		return a.farmWorks(ctx, f)
	}
	if site != "" {
		d, err := newDeployment(site, a.games != nil)
		if err != nil {
			return nil, err
		}
		return d.check(ctx), nil
	}
	found := []api.Finding{a.thisProgram(), machine()}
	if a.games != nil {
		found = append(found, a.engineState().found)
	}
	found = append(found, a.terminal(), a.writable("this directory", a.Path(".")), a.writable("temporary files", a.Temp))
	return append(found, a.farmAnswers(ctx, f)...), nil
}

func (a *app) thisProgram() api.Finding {
	v := a.BuildInfo()
	detail := v.Version
	if v.Commit != "" {
		detail += ", commit " + v.Commit[:min(12, len(v.Commit))]
	}
	return api.Finding{What: "veil", State: "ok", Detail: strings.TrimSpace(detail + ", " + v.Go + " " + v.System)}
}

func machine() api.Finding {
	return api.Finding{What: "machine", State: "ok", Detail: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, text.Plural(runtime.NumCPU(), "core"))}
}

func (a *app) terminal() api.Finding {
	f := api.Finding{What: "terminal", State: "note"}
	switch {
	case !a.StdinTTY || !a.StdoutTTY:
		f.Detail, f.Advice = "none: input or output is a file or a pipe", "veil mines play and veil krieg play need one"
	case !a.speaksUTF8():
		f.Detail, f.Advice = fmt.Sprintf("%d columns, but no UTF-8", a.Width), "set LANG to a UTF-8 locale, such as C.UTF-8: boards use its characters"
	default:
		f.State, f.Detail = "ok", fmt.Sprintf("%d columns, UTF-8, %s", a.Width, colourWord(term.WantsColor(a.Get)))
	}
	return f
}

func colourWord(wanted bool) string {
	if wanted {
		return "colour"
	}
	return "no colour"
}

// speaksUTF8 reports whether the first variable of the locale that is set names UTF-8.
func (a *app) speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToUpper(a.Get(name)); value != "" {
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return runtime.GOOS != "linux"
}

func (a *app) writable(what, dir string) api.Finding {
	file, err := os.CreateTemp(dir, ".veil-doctor-*")
	if err == nil {
		err = errors.Join(file.Close(), os.Remove(file.Name()))
	}
	if err != nil {
		return api.Finding{What: what, State: "note", Detail: "cannot be written: " + text.FileCause(err).Error(), Advice: "runs and files go elsewhere with --output or another directory"}
	}
	return api.Finding{What: what, State: "ok", Detail: "can be written"}
}

type doctorAnswer struct{ api.Doctor }

func (d *doctorAnswer) Text(p *text.Page) {
	for _, f := range d.Found {
		p.Line("%-8s %-20s %s", f.State, f.What, f.Detail)
		if f.Advice != "" {
			p.Advise("%-8s %-20s %s", "", "", f.Advice)
		}
	}
}

func (d *doctorAnswer) Rows() [][]string {
	rows := [][]string{{"what", "state", "detail", "advice"}}
	for _, f := range d.Found {
		rows = append(rows, []string{f.What, f.State, f.Detail, f.Advice})
	}
	return rows
}

func (d *doctorAnswer) Document() any { return d.Doctor }

// farmAnswers looks for a farm. Nobody needs one, so that there is none is a problem only
// if it was asked for.
func (a *app) farmAnswers(ctx context.Context, f farmFlags) []api.Finding {
	finding := api.Finding{What: "farm", State: "ok", Detail: "answers"}
	access, err := a.access(f, slog.New(slog.DiscardHandler))
	if err == nil {
		short, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		err = reach(short, access)
	}
	if err == nil {
		return []api.Finding{finding}
	}
	finding.State, finding.Detail, finding.Advice = "problem", err.Error(), "is it running? start one with: veil farm up"
	if f.servers == "" && f.invitation == "" {
		finding.State, finding.Detail, finding.Advice = "note", "none answers on this machine", "only needed to share experiments between machines: veil farm up"
	}
	return []api.Finding{finding}
}

func reach(ctx context.Context, access farm.Access) error {
	nc, err := farm.Connect(ctx, access)
	if err != nil {
		return err
	}
	defer nc.Close()
	_, err = farm.StatusOf(ctx, nc, access.Invitation)
	return err
}
