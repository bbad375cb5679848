// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/worst"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/referee"
)

// kriegRanges are those of what a player knows: a position or a game, its length, ruleset, own and hidden men, where
// those may be, and the seed of all that is random.
func kriegRanges(more ...worst.Range) []worst.Range {
	return append([]worst.Range{{0, 2}, {0, 300}, {0, 7}, {1, 8}, {1, 6}, {0, 5}, {0, 1 << 20}}, more...)
}

const kriegNumbers = 7

// known makes the text of a point.
func known(p []int) (in api.KriegInput, other []int) {
	r := rand.New(rand.NewPCG(uint64(p[6]), 3))
	rules := rulesAt(p)
	if p[0] == 0 {
		return api.KriegInput{Text: "ruleset: " + rules + "\n" + men(p, r)}, p[kriegNumbers:]
	}
	h := game(rules, p[1], r)
	if p[0] == 1 {
		return api.KriegInput{Text: h.Log()}, p[kriegNumbers:]
	}
	return api.KriegInput{Text: h.PGN()}, p[kriegNumbers:]
}

// rulesAt returns the name of a ruleset.
func rulesAt(p []int) string {
	all := krieg.Rulesets()
	return all[p[2]%len(all)].String()
}

// men makes a position with some of my men, and hidden ones that may be at many places.
func men(p []int, r *rand.Rand) string {
	at := make([]byte, 64)
	for i, kind := range "KQRBNPPQ"[:p[3]] {
		if sq := r.IntN(64); kind != 'P' || sq >= 8 && sq < 56 {
			at[(sq+i)%64] = byte(kind)
		}
	}
	var rows []string
	for row := range 8 {
		text := ""
		for _, c := range at[8*row : 8*row+8] {
			if c == 0 {
				c = '1'
			}
			text += string(c)
		}
		rows = append(rows, text)
	}
	where := []string{"*", "dark", "light", "rank7", "filea", "{a8,c8,e8}"}
	hidden := []string{"k@" + where[p[5]]}
	for range p[4] - 1 {
		hidden = append(hidden, []string{"q|r|b|n@", "?p@", "p@", "?q@", "n@"}[r.IntN(5)]+where[r.IntN(len(where))])
	}
	return "me: " + strings.Join(rows, "/") + "\nopp: " + strings.Join(hidden, " ") + "\ngoal: mate in 3\n"
}

// game plays at random and returns what White heard.
func game(rules string, plies int, r *rand.Rand) krieg.History {
	set, err := krieg.RulesNamed(rules)
	if err != nil {
		panic(err)
	}
	g := referee.NewGame(set, chess.Start())
	for range plies {
		own := krieg.NewOwnView(set, g.ToMove(), g.State().Pos)
		tries := own.Tries()
		if g.Over() || len(tries) == 0 {
			break
		}
		g.Try(krieg.Action(tries[r.IntN(len(tries))]))
	}
	h := g.History()
	return h.Filter(krieg.White)
}

func kriegSpaces() map[string]worst.Space {
	return map[string]worst.Space{
		"krieg.belief": {Ranges: kriegRanges(worst.Range{0, 1}, worst.Range{0, 1000}, worst.Range{0, 1}), Make: func(p []int) []byte {
			in, q := known(p)
			in.Weights = []string{"", "histories"}[q[2]]
			return question("krieg.belief", api.KriegBeliefQuestion{Position: in, Tries: q[0] == 1, List: q[1]})
		}},
		"krieg.why": {Ranges: kriegRanges(worst.Range{0, 3}), Make: func(p []int) []byte {
			in, q := known(p)
			return question("krieg.why", api.KriegWhyQuestion{Position: in, Try: []string{"wait", "any?", "e2e4", "e4d5"}[q[0]]})
		}},
		"krieg.mend": {Ranges: kriegRanges(), Make: func(p []int) []byte {
			in, _ := known(p)
			return question("krieg.mend", api.KriegMendQuestion{Position: in})
		}},
		"krieg.mate": {Ranges: kriegRanges(worst.Range{0, 20}), Make: func(p []int) []byte {
			in, q := known(p)
			return question("krieg.mate", api.KriegMateQuestion{Position: in, Plies: q[0]})
		}},
		"krieg.whatif": {Ranges: kriegRanges(worst.Range{1, 9}, worst.Range{1, 5000}), Make: whatIf},
		"krieg.check":  {Ranges: []worst.Range{{0, len(proofs()) - 1}, {0, 400}}, Make: proofQuestion("krieg.check")},
		"krieg.print":  {Ranges: []worst.Range{{0, len(proofs()) - 1}, {0, 400}, {0, 2}}, Make: proofQuestion("krieg.print")},
		"krieg.think": {Ranges: kriegRanges(worst.Range{1, 8}, worst.Range{0, 1}), Make: func(p []int) []byte {
			r := rand.New(rand.NewPCG(uint64(p[6]), 3))
			rules := rulesAt(p)
			h := game(rules, p[1], r)
			var heard []string
			for _, e := range h.Events {
				heard = append(heard, h.Line(e))
			}
			return question("krieg.think", api.KriegThinkQuestion{
				Rules: rules, Me: "white", Level: p[kriegNumbers], Heard: heard, Belief: true, Teach: p[kriegNumbers+1] == 1,
			})
		}},
	}
}

// whatIf asks about as many of the positions that fit as a question may hold.
func whatIf(p []int) []byte {
	in, q := known(append([]int{0}, p[1:]...))
	service := deduction.Service{Limits: api.Limits{Boards: 1000, Time: 300 * time.Millisecond}}
	doc, err := service.Belief(context.Background(), api.KriegBeliefQuestion{Position: in, List: q[1]})
	if err != nil || len(doc.Boards) == 0 {
		return nil
	}
	return question("krieg.whatif", api.KriegWhatIfQuestion{Rules: rulesAt(p), Me: "white", States: doc.Boards, Try: "a1a2", Plies: q[0]})
}

// proofs are some proofs of mates.
var proofs = sync.OnceValue(func() []api.KriegProof {
	service := deduction.Service{Limits: api.Limits{Nodes: 100_000}}
	var list []api.KriegProof
	for _, text := range []string{
		"ruleset: english\nme: 8/7B/8/2K5/2N5/8/8/1R6\nopp: k@a4 q|r|b|n@e1\ngoal: mate in 2\n",
		"ruleset: berkeley\nme: 8/8/8/8/8/2K5/8/QQ6\nopp: k@*\ngoal: mate in 3\n",
		"ruleset: wild16\nme: 8/8/8/8/8/2K5/1R6/Q7\nopp: k@{a8,b8,c8,d8}\ngoal: mate in 3\n",
	} {
		proof, err := proofOf(&service, text)
		if err == nil {
			list = append(list, proof)
		}
	}
	return list
})

// proofOf proves or refutes a mate.
func proofOf(service *deduction.Service, text string) (api.KriegProof, error) {
	doc, err := service.Mate(context.Background(), api.KriegMateQuestion{Position: api.KriegInput{Text: text}}, nil)
	if err != nil {
		return api.KriegProof{}, err
	}
	p := api.KriegProof{Schema: deduction.Schema, Question: text, Plies: doc.Plies, Verdict: doc.Verdict}
	for _, c := range doc.Cases {
		p.Cases = append(p.Cases, api.KriegProved{Announced: c.Announced, Boards: c.Boards, Plan: c.Plan, Refutation: c.Refutation})
	}
	return p, nil
}

// proofQuestion asks about a proof that was made longer.
func proofQuestion(verb string) func(p []int) []byte {
	return func(p []int) []byte {
		proof := proofs()[p[0]]
		proof.Question += strings.Repeat("# longer\n", p[1])
		for range p[1] / 100 {
			proof.Cases = append(proof.Cases, proof.Cases...)
		}
		if verb == "krieg.print" {
			return question(verb, api.KriegPrintQuestion{Proof: proof, As: []string{"text", "pgn", "dot"}[p[2]]})
		}
		return question(verb, api.KriegCheckQuestion{Proof: proof})
	}
}
