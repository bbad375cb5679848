// SPDX-License-Identifier: BSD-3-Clause

package arbiter_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/browser/arbiter"
)

// TestGames plays random games under every ruleset. Whatever a seat offers is answered, each
// side's lines are a log of its own from which its men follow, and nothing that was not
// announced to it is in them.
func TestGames(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		for seed := range uint64(2) {
			random := rand.New(rand.NewPCG(seed, 7))
			q := api.KriegGameQuestion{Rules: rules.Name}
			var doc *api.KriegGame
			for len(q.Tries) < 80 {
				doc = ask(t, q)
				seat := map[string]api.KriegSeat{"white": doc.White, "black": doc.Black}[doc.ToMove]
				if doc.Over != "" {
					break
				}
				try := seat.Tries[random.IntN(len(seat.Tries))].Try
				if seat.MayAsk && random.IntN(8) == 0 {
					try = krieg.AskAny.String()
				}
				q.Tries = append(q.Tries, try)
			}
			check(t, rules, doc)
			q.Reveal = true
			revealed(t, ask(t, q))
		}
	}
}

func ask(t *testing.T, q api.KriegGameQuestion) *api.KriegGame {
	t.Helper()
	doc, err := arbiter.Game(t.Context(), q)
	if err != nil {
		t.Fatalf("%s %v: %v", q.Rules, q.Tries, err)
	}
	return doc
}

// check reads the log of each side with the rules alone.
func check(t *testing.T, rules krieg.Rules, doc *api.KriegGame) {
	t.Helper()
	if doc.Moves != nil {
		t.Fatal("the true game is shown although nobody asked")
	}
	for c, seat := range map[krieg.Color]api.KriegSeat{krieg.White: doc.White, krieg.Black: doc.Black} {
		log := "ruleset " + rules.Name + "\nme " + c.String() + "\n" + strings.Join(seat.Heard, "\n") + "\n"
		h, err := krieg.ParseLog(log)
		if err != nil {
			t.Fatalf("%v\n%s", err, log)
		}
		own := krieg.NewOwnView(rules, c, h.Start)
		for _, e := range h.Events {
			if e.By != c && e.Action != krieg.Wait && e.Action != krieg.AskAny {
				t.Fatalf("%v hears what the other side tried: %v", c, e.Action)
			}
			if own, err = own.Hear(e); err != nil {
				t.Fatalf("%v\n%s", err, log)
			}
		}
		if men := own.Board(); men.Placement() != seat.Own {
			t.Fatalf("%v: its men are %s, its log says %s", c, seat.Own, men.Placement())
		}
	}
}

// revealed plays the true game again: every move that was made is legal on the board before it,
// and every refusal is of a move that is not.
func revealed(t *testing.T, doc *api.KriegGame) {
	t.Helper()
	p := krieg.NewHistory(krieg.Berkeley(), krieg.White).Start
	heard := map[string][]string{"white": doc.White.Heard, "black": doc.Black.Heard}
	for _, m := range doc.Moves {
		if line := heard[m.By][m.Knew]; !strings.Contains(line, m.Try) {
			t.Fatalf("%s tried %s when it had heard %d lines, but the next is %q", m.By, m.Try, m.Knew, line)
		}
		a, err := krieg.ParseAction(m.Try)
		if err != nil {
			t.Fatal(err)
		}
		legal := slices.Contains(krieg.LegalMoves(&p), krieg.Move(a))
		if a != krieg.AskAny && legal == m.Refused {
			t.Fatalf("%s on %s: legal %v, refused %v", m.Try, p.String(), legal, m.Refused)
		}
		if legal {
			p.Make(krieg.Move(a))
		}
		if p.String() != m.Board {
			t.Fatalf("after %s the board is %s, not %s", m.Try, m.Board, p.String())
		}
	}
}

func TestEnds(t *testing.T) {
	fool := []string{"f2f3", "e7e5", "g2g4", "d8h4"}
	doc := ask(t, api.KriegGameQuestion{Rules: "berkeley", Tries: fool})
	if doc.Over != "mate" || doc.Winner != "black" || doc.White.Tries != nil {
		t.Errorf("fool's mate: %+v", doc)
	}
	shuffle := slices.Repeat([]string{"g1f3", "g8f6", "f3g1", "f6g8"}, 3)
	if doc := ask(t, api.KriegGameQuestion{Rules: "english", Tries: shuffle}); doc.Over != "repetition" || doc.Winner != "" {
		t.Errorf("the same moves three times: %q %q", doc.Over, doc.Winner)
	}
	if doc := ask(t, api.KriegGameQuestion{Rules: "berkeley", Tries: shuffle}); doc.Over != "" {
		t.Errorf("berkeley knows no repetition: %q", doc.Over)
	}
}

// TestJudged: on the true board the move that mates is worth more than the one that allows it.
func TestJudged(t *testing.T) {
	fool := []string{"f2f3", "e7e5", "g2g4", "d8h4"}
	doc := ask(t, api.KriegGameQuestion{Rules: "berkeley", Tries: fool, Reveal: true, Judge: true})
	if blunder, mate := doc.Moves[2].Value, doc.Moves[3].Value; blunder > -1 || mate < 1 {
		t.Errorf("g4 is worth %.1f pawns, and the mate %.1f", blunder, mate)
	}
	if plain := ask(t, api.KriegGameQuestion{Rules: "berkeley", Tries: fool, Reveal: true}); plain.Moves[3].Value != 0 {
		t.Error("judged although nobody asked")
	}
}

func TestNonsense(t *testing.T) {
	for _, q := range []api.KriegGameQuestion{
		{Rules: "nobody's"},
		{Rules: "berkeley", Tries: []string{"e2e5"}},
		{Rules: "berkeley", Tries: []string{"any?"}},
		{Rules: "berkeley", Tries: []string{"e2e4", "e2e4"}},
		{Rules: "berkeley", Tries: make([]string, arbiter.MaxTries+1)},
	} {
		if doc, err := arbiter.Game(t.Context(), q); err == nil {
			t.Errorf("%s %.3v is answered: %+v", q.Rules, q.Tries, doc)
		}
	}
}

func FuzzGame(f *testing.F) {
	f.Add("berkeley", "e2e4 d7d5 e4d5")
	f.Add("english", "any? e2e4")
	f.Add("wild16", "e2e4 e7e5 f1a6 wait")
	f.Fuzz(func(t *testing.T, rules, tries string) {
		doc, err := arbiter.Game(t.Context(), api.KriegGameQuestion{Rules: rules, Tries: strings.Fields(tries), Reveal: true})
		if err == nil {
			revealed(t, doc)
		}
	})
}
