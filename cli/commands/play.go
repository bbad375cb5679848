// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
)

const playLong = `play plays one episode of a domain and prints every move: what was done, what was seen, and
the reward. --player names a player, as listed by "veil exp players", or a method, as listed
by "veil methods". Without it you play: type one action per line, or an empty line to list
the actions. A player can be another program: --player "exec:python3 mine.py".

Rules, seed and episode determine what is hidden, just as in an experiment.`

type playFlags struct {
	setup   play.Setup
	rules   string
	params  string
	seed    uint64
	episode uint64
	moves   int
}

func newPlay(a *app) *cobra.Command {
	var f playFlags
	t := a.trial
	cmd := frame.Verb("play DOMAIN", "play an episode of a domain, or watch a player", playLong,
		fmt.Sprintf("veil play %s --player %s --seed 7", t.Domain, t.last()),
		fmt.Sprintf("veil play %s --player %s --json", t.Domain, t.Players[0]))
	flags := cmd.Flags()
	flags.StringVar(&f.setup.Player, "player", "", "`NAME` of the player (default: you)")
	flags.StringVar(&f.params, "params", "", "parameters of the player, as `JSON`")
	flags.StringVar(&f.rules, "rules", "", "rules of the domain, as `JSON`")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the experiment")
	flags.Uint64Var(&f.episode, "episode", 0, "number of the episode")
	flags.IntVar(&f.moves, "max-moves", 0, "move limit of the episode (default: the domain's limit)")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.setup.Domain, f.setup.Rules, f.setup.Params = args[0], json.RawMessage(f.rules), json.RawMessage(f.params)
		return a.playEpisode(cmd, f)
	}
	return cmd
}

func (a *app) playEpisode(cmd *cobra.Command, f playFlags) error {
	m, settled, err := a.match(f.setup)
	if err != nil {
		return frame.Usage(err.Error(), strings.TrimSpace("see: veil exp players "+a.knownDomain(f.setup.Domain)))
	}
	if f.moves > 0 {
		m.MaxMoves = f.moves
	}
	screen := a.Stdout
	if a.Output.JSON || a.Output.Plain || a.Output.File != "" {
		screen = a.Stderr
	}
	if f.setup.Player == "" {
		m.Player = askPerson(a.Stdin, screen)
	}
	if screen == a.Stdout || f.setup.Player == "" {
		m.Watch = shower(screen, unitOf(m))
	}
	record, err := m.Play(cmd.Context(), f.seed, f.episode)
	if m.Close != nil {
		err = errors.Join(err, m.Close())
	}
	if err != nil {
		return err
	}
	return a.Emit(&played{settled, f.seed, m.Discount, unitOf(m), &record})
}

// unitOf returns the unit of players' predictions: rewards, in a problem that discounts them.
func unitOf(m play.Match) veil.Unit {
	if m.Discount != 0 {
		return veil.Reward
	}
	return veil.Chance
}

// match resolves the domain, and the player if one is given.
func (a *app) match(s play.Setup) (play.Match, play.Setup, error) {
	if s.Player != "" {
		return a.typed().Match(s)
	}
	opened, err := a.domains.OpenWith(play.Typed(a.Dir), s.Domain, s.Rules)
	if err != nil {
		return play.Match{}, s, err
	}
	s.Rules, err = json.Marshal(opened.Rules)
	return play.Match{Table: opened.Table, Discount: opened.Discount, MaxMoves: opened.MaxMoves}, s, err
}

// knownDomain returns the name of a domain, or "" if it does not exist.
func (a *app) knownDomain(name string) string {
	if _, err := a.domains.Domain(name); err != nil {
		return ""
	}
	return name
}

// shower returns a function that prints moves as they are made.
func shower(w io.Writer, unit veil.Unit) func(play.Ply) {
	n := 0
	return func(p play.Ply) {
		n++
		fmt.Fprintf(w, "%3d. %s: %s%s%s\n", n, p.Action, p.Seen, rewardText(p.Reward), expects(p.Value.As(unit)))
	}
}

func rewardText(r float64) string {
	if r == 0 {
		return ""
	}
	return fmt.Sprintf("  %+.4g", r)
}

func expects(v veil.Value) string {
	if v.Badge() == veil.Unknown {
		return ""
	}
	return "   expects " + v.String()
}

// played is the answer of play.
type played struct {
	setup    play.Setup
	seed     uint64
	discount float64
	unit     veil.Unit
	*play.Record
}

func (p *played) Text(page *text.Page) {
	end := p.Status.String()
	if p.Status == veil.Open {
		end = "over"
	}
	discounted := ""
	if p.discount != 0 && p.discount != 1 {
		discounted = fmt.Sprintf(" (a reward one move later counts %g)", p.discount)
	}
	page.Line("%s after %s, score %.4g%s", end, text.Plural(len(p.Plies), "move"), p.Score, discounted)
}

func (p *played) Rows() [][]string {
	rows := [][]string{{"move", "action", "seen", "reward"}}
	for i, ply := range p.Plies {
		rows = append(rows, []string{strconv.Itoa(i + 1), ply.Action, ply.Seen, strconv.FormatFloat(ply.Reward, 'g', -1, 64)})
	}
	return rows
}

// episodeDocument is the document play.episode/1: the moves and the result of an episode.
type episodeDocument struct {
	Schema string `json:"schema"`
	play.Setup
	Seed     uint64         `json:"seed"`
	Episode  uint64         `json:"episode"`
	Moves    []moveDocument `json:"moves"`
	Discount float64        `json:"discount,omitempty"`
	Score    float64        `json:"score"`
	Result   string         `json:"result"`
}

type moveDocument struct {
	Action string      `json:"action"`
	Seen   string      `json:"seen"`
	Reward float64     `json:"reward"`
	Value  *veil.Value `json:"value,omitempty"` // expected by the player
}

func (p *played) Document() any {
	d := episodeDocument{
		Schema: "play.episode/1", Setup: p.setup, Seed: p.seed, Episode: p.Episode, Discount: p.discount,
		Score: p.Score, Result: p.Status.String(), Moves: []moveDocument{},
	}
	for _, ply := range p.Plies {
		m := moveDocument{Action: ply.Action, Seen: ply.Seen, Reward: ply.Reward}
		if ply.Value.Badge() != veil.Unknown {
			value := ply.Value.As(p.unit)
			m.Value = &value
		}
		d.Moves = append(d.Moves, m)
	}
	return d
}
