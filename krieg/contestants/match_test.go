// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/subgame"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/play"
)

// encounter is a match of two settings of the engine, or of one with another player by name.
type encounter struct {
	Name   string       `json:"name"`
	Rules  string       `json:"rules"`
	Seed   uint64       `json:"seed"`
	Games  int          `json:"games"`
	First  engineParams `json:"first"`
	Second engineParams `json:"second"`
	Player string       `json:"player"` // instead of Second
	Truth  float64      `json:"truth"`  // weight of the true board in First's decisions
	Both   bool         `json:"both"`   // in those of Second too
	Test   *stats.SPRT  `json:"test"`   // of the rate of games won less that of games lost: ends the match
}

// decided reports whether the test of an encounter ends it.
func (e *encounter) decided(rows []matchRow) bool {
	var p stats.Pairs
	for i := range rows {
		p.N++
		switch rows[i].score {
		case 1:
			p.First++
		case 0:
			p.Other++
		}
	}
	return e.Test != nil && e.Test.Judge(p) != stats.Continue
}

// rows returns the games of the encounter that a file has.
func (e *encounter) rows(t *testing.T, file string) []matchRow {
	t.Helper()
	return slices.DeleteFunc(matchRows(t, file), func(r matchRow) bool { return r.name != e.Name || r.rules != e.Rules || r.seed != e.Seed })
}

// clocked adds up the CPU time and the number of moves of a player.
type clocked struct {
	play.Player

	spent *time.Duration
	moves *int
}

func (c clocked) Move(ctx context.Context, s play.Seat) (play.Move, error) {
	start := rusage.CPU()
	defer func() { *c.spent += rusage.CPU() - start }()
	return c.Player.Move(ctx, s)
}

func (c clocked) Hear(action, seen string) error {
	start := rusage.CPU()
	defer func() { *c.spent += rusage.CPU() - start }()
	if answer, _, _ := strings.Cut(seen, table.Separator); strings.Contains(answer, " yes") {
		*c.moves++
	}
	return c.Player.Hear(action, seen)
}

func clock(f play.Factory, spent *time.Duration, moves *int) play.Factory {
	return func(r *rand.Rand) (play.Player, error) {
		p, err := f(r)
		return clocked{p, spent, moves}, err
	}
}

// told is a belief with the true board in it.
type told struct {
	subgame.Belief

	weight float64 // of the true board
	board  krieg.State
	start  krieg.Position
	hidden []krieg.Move
}

func (o told) Len() int { return o.Belief.Len() + 1 }

func (o told) Draw(n int, r *rand.Rand) (boards []int, weights []float64) {
	if o.weight < 1 {
		boards, weights = o.Belief.Draw(n-1, r)
	}
	for i := range weights {
		weights[i] *= 1 - o.weight
	}
	return append(boards, o.Belief.Len()), append(weights, o.weight)
}

func (o told) State(i int) krieg.State {
	if i == o.Belief.Len() {
		return o.board
	}
	return o.Belief.State(i)
}

func (o told) Start(i int) krieg.Position {
	if i == o.Belief.Len() {
		return o.start
	}
	return o.Belief.Start(i)
}

func (o told) Moves(i int) []krieg.Move {
	if i == o.Belief.Len() {
		return o.hidden
	}
	return o.Belief.Moves(i)
}

// tell returns a side's belief with the true board of a table.
func tell(b subgame.Belief, me krieg.Color, t play.Table, weight float64) told {
	h, _ := table.Reveal(t)
	o := told{Belief: b, weight: weight, start: h.Start, board: krieg.State{Pos: h.Start}}
	for _, e := range h.Events {
		if e.Heard.Answer != krieg.Yes {
			continue
		}
		h.Rules.Answer(&o.board, e.Action)
		if e.By != me {
			o.hidden = append(o.hidden, krieg.Move(e.Action))
		}
	}
	return o
}

// maker returns a maker of moves for one side. In an encounter with the truth it also learns the true board.
func (e *encounter) maker(p engineParams, tells bool, dealt *play.Table) (maker, error) {
	if e.Truth == 0 || !tells {
		return engineMaker(p)
	}
	view := func(turn engine.Turn) subgame.Belief {
		if *dealt == nil { // the first move
			return turn.Belief
		}
		return tell(turn.Belief, turn.Own.Me(), *dealt, e.Truth)
	}
	if p.Equilibrium != nil {
		cfg, err := searchConfig(p.Equilibrium)
		if err != nil {
			return nil, err
		}
		return searchMaker(p, searching(cfg, view))
	}
	return searchMaker(p, evaluating(view))
}

// evaluating returns the choice of the evaluation on some belief.
func evaluating(view func(engine.Turn) subgame.Belief) engine.Search {
	return func(ctx context.Context, turn engine.Turn) (krieg.Move, bool, error) {
		b := view(turn)
		which, weights := b.Draw(200, rand.New(rand.NewPCG(turn.Seed, uint64(len(turn.Events)))))
		boards := make([]tactics.Board, len(which))
		for i, k := range which {
			boards[i] = tactics.Board{Pos: b.State(k).Pos, Weight: weights[i]}
		}
		ranked, err := tactics.DefaultEvaluation().Rank(ctx, turn.Own, boards, turn.Bonus)
		if err != nil {
			return 0, false, err
		}
		return ranked[0].Try, true, nil
	}
}

// play plays a game. Games 2k and 2k+1 have the same opening.
func (e *encounter) play(t *testing.T, game int) matchRow {
	t.Helper()
	out := matchRow{name: e.Name, rules: e.Rules, seed: e.Seed, game: game}
	var spent [2]time.Duration
	rules := map[string]any{"ruleset": e.Rules, "opponent": cmp.Or(e.Player, "veil"), "opening": 2, "side": [2]table.Side{table.White, table.Black}[game%2]}
	if e.Player == "" {
		rules["settings"] = e.Second
	}
	raw, err := json.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	var dealt play.Table
	other, err := e.maker(e.Second, e.Both, &dealt)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := openWith(play.Access{}, raw, func(f play.Factory) play.Factory {
		if e.Player == "" {
			f = seated(other)
		}
		return clock(f, &spent[1], &out.moves[1])
	})
	if err != nil {
		t.Fatal(err)
	}
	var own *engine.Player
	seat, err := e.maker(e.First, true, &dealt)
	if err != nil {
		t.Fatal(err)
	}
	m := play.Match{
		Table: func(r *rand.Rand) play.Table { dealt = nil; dealt = opened.Table(r); return dealt },
		Player: clock(seated(func(h *krieg.History, r *rand.Rand) (tactics.Agent, error) {
			a, err := seat(h, r)
			if err == nil {
				own = a.(engineAgent).Player
			}
			return a, err
		}), &spent[0], &out.moves[0]),
	}
	rec, err := m.Play(t.Context(), e.Seed, uint64(game/2))
	if err != nil {
		t.Fatal(err)
	}
	out.score = rec.Score
	for i, d := range spent {
		out.spent[i] = int(d.Milliseconds())
	}
	if own != nil {
		out.searches, out.invalid = own.Searches()
	}
	return out
}

// TestMatch plays the encounters in the file VEIL_MATCH, one per line as JSON, whose names contain
// VEIL_ONLY, and appends a line for each game to the file VEIL_RESULTS; games that the file has are not
// played again. VEIL_LANE=1/2 plays the second of every two openings, and another process with 0/2 the first. Without them it plays two games of low levels.
func TestMatch(t *testing.T) {
	name, results := os.Getenv("VEIL_MATCH"), os.Getenv("VEIL_RESULTS")
	if name == "" {
		small := json.RawMessage(`{"boards":6,"nodes":400,"last":5}`)
		e := encounter{Name: "test", Rules: "berkeley", Games: 2, Truth: 0.5}
		e.First, e.Second = engineParams{Level: 4, Equilibrium: small}, engineParams{Level: 3}
		results = filepath.Join(t.TempDir(), "results.tsv")
		e.meet(t, results)
		if rows := matchRows(t, results); len(rows) != 2 || rows[0].searches == 0 || rows[0].spent[0] == 0 || rows[1].moves[1] == 0 {
			t.Errorf("%+v: want two games with searches", rows)
		}
		return
	}
	for _, e := range encounters(t, name) {
		if strings.Contains(e.Name, os.Getenv("VEIL_ONLY")) {
			e.meet(t, results)
		}
	}
}

// TestDecided asks the test that ends a match.
func TestDecided(t *testing.T) {
	e := encounter{Test: &stats.SPRT{H0: 0, H1: 0.14, Alpha: 0.05, Beta: 0.05}}
	rows := func(won, lost int) (list []matchRow) {
		for i := range won + lost {
			list = append(list, matchRow{score: float64(min(1, max(0, won-i)))})
		}
		return list
	}
	for _, c := range []struct {
		won, lost int
		want      bool
	}{{0, 0, false}, {6, 4, false}, {400, 300, true}, {300, 300, true}, {60, 50, false}} {
		if got := e.decided(rows(c.won, c.lost)); got != c.want {
			t.Errorf("%d won, %d lost: decided %v, want %v", c.won, c.lost, got, c.want)
		}
	}
	if e.Test = nil; e.decided(rows(400, 0)) {
		t.Error("a match without a test was decided")
	}
}

// encounters reads a file of encounters.
func encounters(t *testing.T, file string) (list []encounter) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		e := encounter{First: engineParams{Level: engine.Levels}, Second: engineParams{Level: engine.Levels}}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, e)
	}
	return list
}

// meet plays the games of an encounter that a file does not have, for VEIL_MINUTES of CPU time if that is
// set, until its test decides.
func (e *encounter) meet(t *testing.T, file string) {
	t.Helper()
	minutes, err := strconv.ParseFloat(cmp.Or(os.Getenv("VEIL_MINUTES"), "0"), 64)
	if err != nil {
		t.Fatal(err)
	}
	lane, lanes := 0, 1
	if text := os.Getenv("VEIL_LANE"); text != "" {
		if n, err := fmt.Sscanf(text, "%d/%d", &lane, &lanes); n != 2 || lane < 0 || lane >= lanes {
			t.Fatalf("VEIL_LANE %q, %v: want for example 0/2", text, err)
		}
	}
	sum, n, start := 0.0, 0, rusage.CPU()
	rows := e.rows(t, file)
	for game := range e.Games {
		if minutes > 0 && rusage.CPU()-start > time.Duration(minutes*float64(time.Minute)) || e.decided(rows) {
			break
		}
		if game/2%lanes != lane || slices.ContainsFunc(rows, func(r matchRow) bool { return r.game == game }) {
			continue
		}
		r := e.play(t, game)
		sum += r.score
		n++
		r.keep(t, file)
		rows = e.rows(t, file) // with those of other lanes
	}
	t.Logf("%s, %s: %.1f of %d", e.Name, e.Rules, sum, n)
}

// matchRow is a game of an encounter.
type matchRow struct {
	name, rules       string
	seed              uint64
	game              int
	score             float64
	spent             [2]int // CPU milliseconds
	moves             [2]int
	searches, invalid int
}

const matchFormat = "%s\t%s\t%d\t%d\t%g\t%d\t%d\t%d\t%d\t%d\t%d\n"

// matchRows returns the games of a file, none if there is no file.
func matchRows(t *testing.T, file string) (list []matchRow) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "name\t") {
			continue
		}
		var r matchRow
		if _, err := fmt.Sscanf(line, matchFormat, &r.name, &r.rules, &r.seed, &r.game, &r.score,
			&r.spent[0], &r.moves[0], &r.spent[1], &r.moves[1], &r.searches, &r.invalid); err != nil {
			t.Fatalf("%s: %q: %v", file, line, err)
		}
		list = append(list, r)
	}
	return list
}

// keep appends a game to a file.
func (r *matchRow) keep(t *testing.T, file string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = fmt.Fprintf(f, matchFormat, r.name, r.rules, r.seed, r.game, r.score,
			r.spent[0], r.moves[0], r.spent[1], r.moves[1], r.searches, r.invalid)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}
