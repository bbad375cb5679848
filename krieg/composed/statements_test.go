// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/veilplan/veil/search/andor"
)

// statement is a claim of the paper other than its orderings, with our result.
type statement struct {
	Where, Says, Ours, How, Verdict string
}

func (s statement) String() string {
	return fmt.Sprintf("| %s | %s | %s | %s | %s |", s.Where, s.Says, s.Ours, s.How, s.Verdict)
}

// test names the test of a row.
func test(pattern, pkg string) string {
	return fmt.Sprintf("`go test -run %s ./%s`", pattern, pkg)
}

// Statements lists them in the paper's order. Rows without a computed verdict rest on a test that fails if
// they do not hold.
func (b *bench) Statements() []statement {
	const methods = "search/andor/baseline"
	const here = "krieg/composed"
	return []statement{
		{"Theorem 1", "a guaranteed win exists if and only if it exists against an opponent who sees everything", "300 random games, all strategies of both sides: no exception, and every method finds the win", test("TestTheorem1", methods), "agree"},
		{"§1", "the theorem does not apply to strategies that win with probability 1", "guessing a coin: 31 of 32 against a blind opponent, 0 against one who sees", test("TestTheorem1Limit", methods), "agree"},
		{"Proof tree (figure)", "a miniature board, three positions: a try that mates or is refused, a capture, mate after each reply", "digits and picture are lost; three boards of 4×4 squares fit every sentence, and all methods prove the mate in 3 plies", test("TestMiniature", here), "agree"},
		{"Theorem 2", "a belief that contains a lost one is lost", "200 random games, every part of the belief: no exception, and all methods agree on every part", test("TestTheorem2", methods), "agree"},
		{"Expansion order (figure)", "UDB takes all states of a node; DUB and DBU one, and differ first at the seventh: DBU verifies the state's tree, DUB the branch", "reproduced on a tree with what the text says; the same states of the proof, one state of each node of the disproof", test("TestExpansion", here), "agree"},
		{"§6.1", "without percepts DUB and DBU act identically", "the same states expanded and made in 200 random trees", test("TestNoPercepts", here), "agree"},
		b.similar(),
		{"§6.3", "IPNS would not fall behind without the limit of depth", "every problem has a limit of plies", "–", "not checked"},
		{"Theorem 3", "with all false leaves at the limit DUB expands no state that UDB does not", fmt.Sprintf("%d of %d random trees", b.Theorem3["limit"].Holds, b.Theorem3["limit"].Of), test("TestTheorem3", here), verdictIf(b.Theorem3["limit"].Holds == b.Theorem3["limit"].Of)},
		b.nearly(),
		{"§6.4, first table", "hidden states made to disprove a node", "the formulas, exactly", test("TestConstructed", here), "agree"},
		{"§6.4, second table", "DFS, UDB and DUB store a branch, DBU a proof tree, IPNS the whole tree", "so in the model tree; on problems DBU holds the least", test("TestStoredStates", here), verdictIf(ordersMemory(b.memory))},
		b.headline(),
	}
}

// verdictIf spells a verdict.
func verdictIf(holds bool) string {
	return map[bool]string{true: "agree", false: "disagree"}[holds]
}

// headline judges what is saved on the hardest problems: all of it, or only with five plies.
func (b *bench) headline() statement {
	five, three := mean(b.hardest(longer, []string{"LE-DFS"}, []string{"GL-DBU"})), mean(b.hardest("seed-3", []string{"LE-DFS"}, []string{"GL-DBU"}))
	s := statement{"Abstract", "two orders of magnitude or more saved on hard problems", fmt.Sprintf("LE-DFS against GL-DBU on the hardest tenth: %s× of the states at five plies, %s× at three", short(five), short(three)), test("TestReproduction", "krieg/composed"), "partly"}
	if min(five, three) >= 100 || max(five, three) < 100 {
		s.Verdict = verdictIf(five >= 100)
	}
	return s
}

// similar compares the answers at three and at five plies.
func (b *bench) similar() statement {
	same, opposite, decided := 0, 0, 0
	for _, r := range b.Claims() {
		three, five := r.Answers[0], r.Answers[1]
		if three == open || five == open {
			continue
		}
		decided++
		same += count(three == five)
		opposite += count(three == yes && five == no || three == no && five == yes)
	}
	s := statement{"§5.2", "three plies are qualitatively like five", fmt.Sprintf("of %d orderings decided on both, %d have the same answer, %d the opposite", decided, same, opposite), test("TestReproduction", "krieg/composed"), "partly"}
	switch {
	case same == decided:
		s.Verdict = "agree"
	case opposite > same:
		s.Verdict = "disagree"
	}
	return s
}

// nearly judges that theorem 3 nearly holds for problems: for nine of ten.
func (b *bench) nearly() statement {
	i := b.Theorem3["problems"]
	s := statement{"§6.4", "theorem 3 nearly holds for the problems", fmt.Sprintf("%d of %d of seed-3; DUB expands %s of the states", i.Holds, i.Of, i.Percent()), test("TestReproduction", "krieg/composed"), "partly"}
	if 10*i.Holds >= 9*i.Of {
		s.Verdict = "agree"
	}
	return s
}

// Others counts the verdicts on the statements.
func (b *bench) Others() string {
	met := map[string]int{}
	for _, s := range b.Statements() {
		met[s.Verdict]++
	}
	return fmt.Sprintf("%d other statements %s", len(b.Statements()), tallied(met))
}

// tallied spells verdicts and their numbers.
func tallied(met map[string]int) string {
	var words []string
	for _, verdict := range []string{"agree", "partly", "disagree", "not checked"} {
		words = append(words, fmt.Sprintf("%d %s", met[verdict], verdict))
	}
	return strings.Join(words, ", ")
}

// TestNoPercepts: in trees in which all is heard alike DUB and DBU expand and make the same states.
func TestNoPercepts(t *testing.T) {
	met := map[andor.Verdict]int{}
	for seed := range uint64(200) {
		g := &tree{whiteMoves: 2 + seed%3, blackMoves: 1 + seed%2, whiteHears: 1, blackHears: 1, seed: seed, wins: 40 + seed%200, losses: seed % 20}
		dub, verdict, err := watch[spot, uint8, uint8](t.Context(), g, roots(1+int(seed%6)), 3+2*int(seed%2), "DUB")
		if err != nil {
			t.Fatal(err)
		}
		dbu, again, err := watch[spot, uint8, uint8](t.Context(), g, roots(1+int(seed%6)), 3+2*int(seed%2), "DBU")
		if err != nil || again != verdict || !maps.Equal(dub.expanded, dbu.expanded) || dub.made != dbu.made {
			t.Fatalf("tree %d: DUB %v, %d states made, DBU %v, %d, %v", seed, verdict, dub.made, again, dbu.made, err)
		}
		met[verdict]++
	}
	if met[andor.Proved] < 20 || met[andor.Disproved] < 20 {
		t.Errorf("%v", met)
	}
}
