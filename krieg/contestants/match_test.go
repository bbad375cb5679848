// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

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
	Name    string       `json:"name"`
	Rules   string       `json:"rules"`
	Seed    uint64       `json:"seed"`
	From    int          `json:"from"` // games [From, Games)
	Games   int          `json:"games"`
	First   engineParams `json:"first"`
	Second  engineParams `json:"second"`
	Player  string       `json:"player"` // instead of Second
	Truth   float64      `json:"truth"`  // weight of the true board in First's decisions
	Minutes float64      `json:"minutes"`
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

// tell returns a belief with the true board of a table.
func tell(b subgame.Belief, t play.Table, weight float64) told {
	h, _ := table.Reveal(t)
	o := told{Belief: b, weight: weight, start: h.Start, board: krieg.State{Pos: h.Start}}
	for _, e := range h.Events {
		if e.Heard.Answer != krieg.Yes {
			continue
		}
		h.Rules.Answer(&o.board, e.Action)
		if e.By != h.Me {
			o.hidden = append(o.hidden, krieg.Move(e.Action))
		}
	}
	return o
}

// informed returns a search, or the evaluation if there is none, that is told the true board.
func (e *encounter) informed(dealt *play.Table) (engine.Search, error) {
	view := func(turn engine.Turn) subgame.Belief { return tell(turn.Belief, *dealt, e.Truth) }
	if e.First.Equilibrium != nil {
		cfg, err := searchConfig(e.First.Equilibrium)
		return searching(cfg, view), err
	}
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
	}, nil
}

// row is a game of an encounter.
type row struct {
	game              int
	score             float64
	spent             [2]time.Duration
	moves             [2]int
	searches, invalid int
}

// play plays a game. Games 2k and 2k+1 have the same opening.
func (e *encounter) play(t *testing.T, game int) row {
	t.Helper()
	out := row{game: game}
	rules := map[string]any{"ruleset": e.Rules, "opponent": cmp.Or(e.Player, "veil"), "opening": 2, "side": [2]table.Side{table.White, table.Black}[game%2]}
	if e.Player == "" {
		rules["settings"] = e.Second
	}
	raw, err := json.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	var dealt play.Table
	opened, err := openTimed(raw, &out.spent[1], &out.moves[1])
	if err != nil {
		t.Fatal(err)
	}
	var own *engine.Player
	seat, err := engineMaker(e.First)
	if e.Truth > 0 && err == nil {
		var search engine.Search
		if search, err = e.informed(&dealt); err == nil {
			seat, err = searchMaker(e.First, search)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	m := play.Match{
		Table: func(r *rand.Rand) play.Table { dealt = opened(r); return dealt },
		Player: clock(seated(func(h *krieg.History, r *rand.Rand) (tactics.Agent, error) {
			a, err := seat(h, r)
			if err == nil {
				own = a.(engineAgent).Player
			}
			return a, err
		}), &out.spent[0], &out.moves[0]),
	}
	rec, err := m.Play(t.Context(), e.Seed, uint64(game/2))
	if err != nil {
		t.Fatal(err)
	}
	out.score = rec.Score
	if own != nil {
		out.searches, out.invalid = own.Searches()
	}
	return out
}

// openTimed opens the games of some rules with a clock on the opponent.
func openTimed(raw json.RawMessage, spent *time.Duration, moves *int) (func(*rand.Rand) play.Table, error) {
	opened, err := openWith(play.Access{}, raw, func(f play.Factory) play.Factory { return clock(f, spent, moves) })
	return opened.Table, err
}

// TestMatch plays the encounter in VEIL_MATCH, JSON, and appends a line for each game to the file
// VEIL_RESULTS; games that the file has are not played again. Without them it plays two short games.
func TestMatch(t *testing.T) {
	e := encounter{Name: "test", Rules: "berkeley", Games: 2, Truth: 0.5}
	small := json.RawMessage(`{"boards":6,"nodes":400,"last":5}`)
	e.First, e.Second = engineParams{Level: 4, Equilibrium: small}, engineParams{Level: 3}
	if text := os.Getenv("VEIL_MATCH"); text != "" {
		e = encounter{First: engineParams{Level: engine.Levels}, Second: engineParams{Level: engine.Levels}}
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
	}
	file := os.Getenv("VEIL_RESULTS")
	done := playedGames(t, file, &e)
	sum, start := 0.0, rusage.CPU()
	n := 0
	for game := e.From; game < e.Games; game++ {
		if done[fmt.Sprint(game)] {
			continue
		}
		if e.Minutes > 0 && rusage.CPU()-start > time.Duration(e.Minutes*float64(time.Minute)) {
			break
		}
		r := e.play(t, game)
		sum += r.score
		n++
		keepRow(t, file, &e, &r)
		if file == "" && e.First.Equilibrium != nil && r.searches == 0 {
			t.Errorf("game %d has no search", game)
		}
	}
	t.Logf("%s: %.1f of %d", e.Name, sum, n)
}

// playedGames returns the games of an encounter that a file has.
func playedGames(t *testing.T, file string, e *encounter) map[string]bool {
	t.Helper()
	done := map[string]bool{}
	f, err := os.Open(file)
	if err != nil {
		return done
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if c := strings.Split(lines.Text(), "\t"); len(c) > 3 && c[0] == e.Name && c[1] == e.Rules && c[2] == fmt.Sprint(e.Seed) {
			done[c[3]] = true
		}
	}
	return done
}

// keepRow appends a game to a file.
func keepRow(t *testing.T, file string, e *encounter, r *row) {
	t.Helper()
	if file == "" {
		return
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = fmt.Fprintf(f, "%s\t%s\t%d\t%d\t%g\t%d\t%d\t%d\t%d\t%d\t%d\n", e.Name, e.Rules, e.Seed, r.game, r.score,
			r.spent[0].Milliseconds(), r.moves[0], r.spent[1].Milliseconds(), r.moves[1], r.searches, r.invalid)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
