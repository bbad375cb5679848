// SPDX-License-Identifier: BSD-3-Clause

package catalog_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// TestEveryPlayerPlays opens every domain with its defaults and lets every player of
// it finish a few episodes; settings that were filled in must read back as they are.
func TestEveryPlayerPlays(t *testing.T) {
	for _, d := range catalog.All() {
		rules := map[string]json.RawMessage{ // so that the slowest planner is quick
			"mines": json.RawMessage(`{"board":"4x3/3"}`), "krieg-game": json.RawMessage(`{"plies":6}`),
			"hallway": json.RawMessage(`{"discount":0.7}`),
		}[d.Name]
		opened, err := d.Open(rules)
		if err != nil {
			t.Fatal(d.Name, err)
		}
		if d.About == "" || len(opened.Players) == 0 {
			t.Errorf("%s: no description or no player", d.Name)
		}
		for _, p := range opened.Players { // TestEveryYes plays the methods
			t.Run(d.Name+"/"+p.Name, func(t *testing.T) {
				m, settled, err := catalog.All().Match(play.Setup{Domain: d.Name, Rules: rules, Player: p.Name})
				if needs, _, _ := strings.Cut(p.Needs, ","); needs != "" {
					if err == nil || !strings.Contains(err.Error(), needs) {
						t.Errorf("it needs %s, and without it: %v", p.Needs, err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				_, again, err := catalog.All().Match(settled)
				if err != nil || string(again.Rules) != string(settled.Rules) || string(again.Params) != string(settled.Params) {
					t.Errorf("%s %s read back as %s %s, %v", settled.Rules, settled.Params, again.Rules, again.Params, err)
				}
				for i := range uint64(3) {
					if rec, err := m.Play(t.Context(), 1, i); err != nil || len(rec.Plies) == 0 || p.About == "" {
						t.Errorf("episode %d: %d moves, %v", i, len(rec.Plies), err)
					}
				}
			})
		}
	}
}

// TestAddingADomain does what a new file and a new line do.
func TestAddingADomain(t *testing.T) {
	extra := play.Domain{Name: "short", Open: func(json.RawMessage) (play.Configured, error) {
		g := play.Game[tiger.State, tiger.Action, tiger.Sound]{
			Model:   tiger.Model{Horizon: 1},
			Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
			Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
		}
		blind := play.Entry{Name: "blind", New: func(play.Access, json.RawMessage) (play.Factory, any, error) { return play.Random, struct{}{}, nil }}
		return play.Configured{Rules: struct{}{}, Table: g.Table, Players: []play.Entry{blind}}, nil
	}}
	m, _, err := append(catalog.All(), extra).Match(play.Setup{Domain: "short", Player: "blind"})
	if err != nil {
		t.Fatal(err)
	}
	if rec, err := m.Play(t.Context(), 1, 1); err != nil || len(rec.Plies) != 1 {
		t.Errorf("%+v, %v", rec, err)
	}
}

func TestSettingsAreStrict(t *testing.T) {
	for _, c := range []struct{ domain, rules, player, params, want string }{
		{"lion", ``, "random", ``, `lion: no domain "lion": there are mines, tiger`},
		{"tiger", ``, "clever", ``, `tiger: no player "clever": there are random, listener`},
		{"tiger", `{"horizn":3}`, "random", ``, `tiger: rules: unknown field "horizn": there are horizon`},
		{"tiger", `{"Horizon":3}`, "random", ``, `tiger: rules: unknown field "Horizon": there are horizon`},
		{"tiger", `{"horizon":3,"horizon":4}`, "random", ``, `tiger: rules: field "horizon" is given twice`},
		{"tiger", `{"horizon":"3"}`, "random", ``, `tiger: rules: horizon: want int, got string`},
		{"tiger", `{"horizon":0}`, "random", ``, `tiger: rules: horizon 0: want 1 to 10000 steps`},
		{"tiger", `[]`, "random", ``, `tiger: rules: want an object, got []`},
		{"tiger", `{} {}`, "random", ``, `tiger: rules: unexpected text after the object`},
		{"tiger", `{"horizon":`, "random", ``, `tiger: rules: `},
		{"tiger", ``, "random", `{"x":1}`, `tiger: player random: unknown field "x": there are none`},
		{"mines", `{"board":"4x4/4"}`, "uct", `{"without":["luck"]}`, `mines: player uct: without "luck": want some of bounds, chase, `},
		{"tiger", ``, "listener", `{"sure":1}`, `tiger: player listener: sure 1: want more than 0.5 and less than 1`},
	} {
		setup := play.Setup{Domain: c.domain, Rules: json.RawMessage(c.rules), Player: c.player, Params: json.RawMessage(c.params)}
		_, _, err := catalog.All().Match(setup)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v\ngot  %v\nwant %s", c, err, c.want)
		}
	}
}

// TestListenerOpensAfterTwoGrowls is the paper's policy in words: open a door after
// two more growls from the other side than from this one.
func TestListenerOpensAfterTwoGrowls(t *testing.T) {
	m, _, err := catalog.All().Match(play.Setup{Domain: "tiger", Player: "listener"})
	if err != nil {
		t.Fatal(err)
	}
	opened := 0
	for i := range uint64(200) {
		rec, err := m.Play(t.Context(), 1, i)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for n, ply := range rec.Plies {
			want := map[int]string{2: "left", -2: "right"}[right]
			if want == "" {
				want = "listen"
			} else {
				opened++
			}
			if ply.Action != want || ply.Guess != (want != "listen") {
				t.Fatalf("episode %d, move %d: %s after %+d growls, want %s", i, n+1, ply.Action, right, want)
			}
			right += map[string]int{"growl-right": 1, "growl-left": -1, "silence": -right}[ply.Seen]
		}
	}
	if opened < 200 {
		t.Errorf("only %d doors were opened", opened)
	}
}

func BenchmarkTigerEpisode(b *testing.B) {
	for _, name := range []string{"random", "listener"} {
		b.Run("player="+name, func(b *testing.B) {
			m, _, err := catalog.All().Match(play.Setup{Domain: "tiger", Player: name})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for i := uint64(0); b.Loop(); i++ {
				if _, err := m.Play(b.Context(), 1, i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

var _ play.Library = play.Domains{}

func FuzzSettings(f *testing.F) {
	f.Add(`{"horizon":3}`, `{"sure":0.7}`)
	f.Add(`{"horizon":1e3}`, `null`)
	f.Fuzz(func(t *testing.T, rules, params string) {
		_, settled, err := catalog.All().Match(play.Setup{
			Domain: "tiger", Rules: json.RawMessage(rules), Player: "listener", Params: json.RawMessage(params),
		})
		if err != nil {
			return
		}
		if _, _, err := catalog.All().Match(settled); err != nil {
			t.Errorf("%s %s was read, but not what it was read as: %v", rules, params, err)
		}
	})
}

func TestSeatingIsPerEpisode(t *testing.T) {
	opened, err := tigerplayers.Domain().Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := opened.Player("listener")
	if err != nil {
		t.Fatal(err)
	}
	seat, _, err := p.New(play.Access{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := seat(rand.New(rand.NewPCG(1, 1)))
	b, _ := seat(rand.New(rand.NewPCG(1, 1)))
	if a == b {
		t.Error("two episodes share a player")
	}
}
