// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/play"
)

// The toy of these tests: a coin lies hidden. One may look once, which shows it right
// four times of five, and then one must call it.
type coin struct{ heads, called, won bool }

type word string

func (w word) String() string { return string(w) }

type coins struct{}

func (coins) Start(r *rand.Rand) coin { return coin{heads: r.IntN(2) == 0} }

func (coins) AppendActions(dst []word, s *coin) []word {
	if s.called {
		return dst
	}
	return append(dst, "look", "heads", "tails")
}

func (coins) Step(r *rand.Rand, s *coin, a word) (word, float64, bool) {
	if a == "look" {
		if s.heads == (r.IntN(5) > 0) {
			return "heads", 0, false
		}
		return "tails", 0, false
	}
	s.called, s.won = true, s.heads == (a == "heads")
	if s.won {
		return "right", 1, true
	}
	return "wrong", 0, true
}

func (coins) Status(s *coin) veil.Status {
	switch {
	case !s.called:
		return veil.Open
	case s.won:
		return veil.Won
	default:
		return veil.Lost
	}
}

// looker looks once and believes what it saw.
type looker struct{ saw word }

func (l *looker) Decide(context.Context) (play.PolicyMove[word], error) {
	value := veil.ExactValue(big.NewInt(4), big.NewInt(5))
	a := l.saw
	if a == "" {
		a = "look"
	}
	choices := []veil.Choice[word]{{Action: a}}
	return play.PolicyMove[word]{
		Decision: veil.Decision[word]{Choices: choices, Value: value, Work: veil.Budget{Simulations: 3, Nodes: 5}}, Guess: a != "look",
	}, nil
}

func (l *looker) Hear(_, seen word) error { l.saw = seen; return nil }

// toys is a library of coins. A player named "fail-N" fails in episodes that need it to
// move for the Nth time.
type toys struct{}

func (toys) Match(s play.Setup) (play.Match, play.Setup, error) {
	g := play.Game[coin, word, word]{
		Model: coins{}, Actions: play.Words[word]("look", "heads", "tails"),
		Seen: play.Words[word]("heads", "tails", "right", "wrong"),
	}
	m := play.Match{Table: g.Table}
	s.Rules, s.Params = []byte(`{}`), []byte(`{}`)
	switch s.Player {
	case "guesser":
		m.Player = func(r *rand.Rand) (play.Player, error) { return caller{r}, nil }
	case "looker":
		m.Player = func(*rand.Rand) (play.Player, error) { return g.Player(&looker{}), nil }
	case "failer":
		m.Player = func(r *rand.Rand) (play.Player, error) {
			if r.IntN(50) == 0 {
				return nil, errBroken
			}
			return caller{r}, nil
		}
	default:
		return m, s, fmt.Errorf("no player %q", s.Player)
	}
	return m, s, nil
}

var errBroken = errors.New("broken on purpose")

type caller struct{ r *rand.Rand }

func (c caller) Move(context.Context, play.Seat) (play.Move, error) {
	return play.Move{Action: []string{"heads", "tails"}[c.r.IntN(2)]}, nil
}

func (c caller) Hear(string, string) error { return nil }

const toySpec = `
name: toy
domain: coins
policies: [{id: guesser}, {id: looker}]
episodes: 700
seed: 42
record: [guesses, work, values, actions]
`

func madeBy() experiment.Provenance {
	return experiment.Provenance{Veil: "devel", Go: "go1.26", Arch: "linux/amd64"}
}

func plan(t testing.TB, text string, library play.Library) *experiment.Plan {
	t.Helper()
	spec, err := experiment.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := experiment.Resolve(*spec, library)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs an experiment to its end in a directory.
func run(t testing.TB, dir string, p *experiment.Plan, o experiment.Options) *experiment.Summary {
	t.Helper()
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	s, err := experiment.Run(t.Context(), d, p, o)
	if err = errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	return s
}

// result returns the bytes that must not depend on how a run was run: the stored
// summary and the sorted episodes.
func result(t testing.TB, dir string) (summary, episodes []byte) {
	t.Helper()
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := experiment.Summarize(d)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := d.WriteJSONL(&out, s); err != nil {
		t.Fatal(err)
	}
	return read(t, filepath.Join(dir, "summary.json")), out.Bytes()
}
