// SPDX-License-Identifier: BSD-3-Clause

package versus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/play"
)

// TestCells: what is measured is what veil methods lists, without random.
func TestCells(t *testing.T) {
	all, err := cells(catalog.All())
	if err != nil {
		t.Fatal(err)
	}
	has := func(domain, method, plays string) bool {
		return slices.ContainsFunc(all, func(c cell) bool { return c.domain == domain && c.method == method && c.plays == plays })
	}
	if !has("tiger", "bsruct", "yes") || !has("mines", "uct", "own") || has("tiger", "random", "yes") || has("mines", "alpha", "yes") {
		t.Errorf("cells %+v", all)
	}
}

// coin is a problem with one move: head is worth the given reward, tail nothing. Its players own the names of methods.
func coin(head float64, ours string) play.Domain {
	always := func(action string) play.Entry {
		return play.Entry{New: func(play.Access, json.RawMessage) (play.Factory, any, error) {
			return func(*rand.Rand) (play.Player, error) { return fixed(action), nil }, play.NoParams{}, nil
		}}
	}
	open := func(json.RawMessage) (play.Configured, error) {
		mine := always(ours)
		mine.Name = "uct"
		table := func(*rand.Rand) play.Table { return &toss{head: head} }
		return play.Configured{Rules: play.NoParams{}, Table: table, Players: []play.Entry{play.RandomEntry(), mine}}, nil
	}
	return play.Domain{Name: "coin", Open: open}
}

type fixed string

func (f fixed) Move(context.Context, play.Seat) (play.Move, error) {
	return play.Move{Action: string(f)}, nil
}

func (f fixed) Hear(string, string) error { return nil }

type toss struct {
	head float64
	done bool
}

func (c *toss) AppendActions(dst []string) []string {
	if c.done {
		return dst
	}
	return append(dst, "head", "tail")
}

func (c *toss) View() (json.RawMessage, error) { return json.RawMessage("[]"), nil }
func (c *toss) Status() veil.Status            { return veil.Open }

func (c *toss) Act(action string) (play.Answer, error) {
	switch action {
	case "head":
		c.done = true
		return play.Answer{Reward: c.head, Done: true}, nil
	case "tail":
		c.done = true
		return play.Answer{Done: true}, nil
	}
	return play.Answer{}, errors.Join(play.ErrIllegal, errors.New(action))
}

// TestVerdicts: a better method is found soon, an equal one takes all games, and one that fails is shown with its error.
// Without a reason in the table, all but the first fail the target.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, ours, ended string
		head              float64
		games             string
	}{
		{"better", "head", "decided", 1, "16"},
		{"worse", "tail", "decided", 1, "16"},
		{"equal", "tail", "games", 0, "64"},
		{"broken", "edge", "error: episode 0, move 1: not possible now edge", 1, "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config{file: filepath.Join(t.TempDir(), "methods.tsv"), seed: 1, games: 64, simulations: 10, cpu: time.Hour}
			var out bytes.Buffer
			err := measure(t.Context(), &out, cfg, play.Domains{coin(c.head, c.ours)})
			if (err == nil) != (c.name == "better") {
				t.Errorf("error %v", err)
			}
			f := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\t")
			if len(f) != len(columns()) || f[3] != c.games || f[10] != c.ended {
				t.Fatalf("row %q, want %s games and %s", f, c.games, c.ended)
			}
			explained(t, cfg, c.head, c.ours)
		})
	}
}

// explained writes a reason into the table and measures again: the reason is kept where it is needed, and suffices.
func explained(t *testing.T, cfg config, head float64, ours string) {
	t.Helper()
	text, err := os.ReadFile(cfg.file)
	if err != nil {
		t.Fatal(err)
	}
	text = append(bytes.TrimSuffix(text, []byte("\n")), "because\n"...)
	if err := os.WriteFile(cfg.file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := measure(t.Context(), &bytes.Buffer{}, cfg, play.Domains{coin(head, ours)}); err != nil {
		t.Error(err)
	}
	again, err := readTable(cfg.file)
	if err != nil || len(again) != 1 || (again[0][len(columns())-1] == "because") != (ours != "head") {
		t.Errorf("the table is %q, %v", again, err)
	}
}

// TestLooks: intervals are computed at doubling numbers of games, and all of them hold together.
func TestLooks(t *testing.T) {
	var at []int
	for n := range 101 {
		if isLook(n, 100) {
			at = append(at, n)
		}
	}
	if want := []int{16, 32, 64, 100}; !slices.Equal(at, want) {
		t.Errorf("looks %v, want %v", at, want)
	}
	if got, want := level(100), 1-0.05/5; got != want {
		t.Errorf("level %v, want %v: four looks and the end of the CPU time", got, want)
	}
	if got, want := level(firstLook), 1-0.05/2; got != want {
		t.Errorf("level of one look %v, want %v", got, want)
	}
}

// TestLimits: the CPU time ends the games of a cell, and a misspelt cell or too few games are refused.
func TestLimits(t *testing.T) {
	domains := play.Domains{coin(0, "tail")}
	var out bytes.Buffer
	err := measure(t.Context(), &out, config{games: 64, cpu: -1}, domains)
	if n := strings.Split(out.String(), "\t")[3]; !strings.Contains(out.String(), "\tCPU time\t") || n != "0" && n != "1" {
		t.Errorf("without CPU time: %s, %v", out.String(), err)
	}
	for want, cfg := range map[string]config{"no such cell": {games: 64, only: "coin/alpha"}, "want 16 or more": {games: 15}} {
		if err := measure(t.Context(), &out, cfg, domains); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestTable: rows keep the order of the cells, stale ones go, and a file of other columns is refused.
func TestTable(t *testing.T) {
	all := []cell{{domain: "a", method: "x"}, {domain: "a", method: "y"}, {domain: "b", method: "x"}}
	fields := func(domain, method string) []string {
		r := row{domain: domain, method: method, difference: stats.Moments{N: 2}}
		return r.fields()
	}
	got := table{fields("b", "x"), fields("gone", "x")}.within(all).with(row{domain: "a", method: "y"}, all)
	if len(got) != 2 || got[0][0] != "a" || got[1][0] != "b" {
		t.Errorf("table %q", got)
	}
	name := filepath.Join(t.TempDir(), "t.tsv")
	if err := os.WriteFile(name, []byte("a\tb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readTable(name); err == nil || !strings.Contains(err.Error(), "t.tsv:1") {
		t.Errorf("a table of two columns: %v", err)
	}
}

// TestPairs: both play the same world. A player that mirrors random, with its random source, never differs.
func TestPairs(t *testing.T) {
	domains := catalog.All()
	match, _, err := domains.Match(play.Setup{Domain: "tiger", Player: "random"})
	if err != nil {
		t.Fatal(err)
	}
	var r row
	for game := range uint64(20) {
		if err := r.pair(t.Context(), match, match, 7, game); err != nil {
			t.Fatal(err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.pair(ended, match, match, 7, 20); err == nil || r.difference.N != 20 {
		t.Errorf("a pair without time: %v, %d pairs; want an error and 20", err, r.difference.N)
	}
	if r.difference.Mean != 0 || r.difference.M2 != 0 || r.score.M2 == 0 {
		t.Errorf("random against itself on the same seeds: %+v, scores %+v", r.difference, r.score)
	}
}
