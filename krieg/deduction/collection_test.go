// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// TestCollection solves the problems of the file named by VEIL_KRIEG_PROBLEMS, which is not
// ours to publish: the mates in up to three moves, with VEIL_FULL=1 four, those given as
// whole boards and those given as beliefs.
func TestCollection(t *testing.T) {
	file := os.Getenv("VEIL_KRIEG_PROBLEMS")
	if file == "" {
		t.Skip("VEIL_KRIEG_PROBLEMS is not set")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	solved := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		q, err := parseEntry(strings.Split(line, "\t"))
		if err != nil {
			t.Logf("not asked: %v", err)
			continue
		}
		solved["asked, "+q.kind()]++
		for i, name := range []string{"english", "wild16", "berkeley"} {
			rules, err := krieg.RulesNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			got := q.solve(t, rules)
			if got {
				solved[name+", "+q.kind()]++
			}
			if want := q.row[11+i] == "yes"; want != got {
				t.Errorf("%s in %d, %s: %v, the list says %v; %s", q.row[0], q.moves, name, got, q.row[11+i], q.row[10])
			}
		}
	}
	t.Log(solved)
}

// entry is a problem of the collection.
type entry struct {
	row    []string
	moves  int
	boards []krieg.Position
	not    string // a reply that Black promises not to make
}

func (q *entry) kind() string {
	if q.row[6] == "full" {
		return "whole boards"
	}
	return "beliefs"
}

func deepest() int {
	if os.Getenv("VEIL_FULL") != "" {
		return 4
	}
	return 3
}

func parseEntry(row []string) (*entry, error) {
	stipulation, promise, _ := strings.Cut(row[4], ";black-not=")
	moves, err := strconv.Atoi(strings.TrimPrefix(stipulation, "mate-in-"))
	if err != nil || moves > deepest() {
		return nil, fmt.Errorf("%s: %s", row[0], row[4])
	}
	q := &entry{row: row, moves: moves, not: promise}
	belief, rights, _ := strings.Cut(row[6], ";castling=")
	for part := range strings.SplitSeq(belief, ";") {
		p, err := krieg.ParseProblem(context.Background(), beliefText(strings.Fields(row[5])[0], part)+"last: castling="+cmp.Or(rights, "-")+"\n")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row[0], err)
		}
		q.boards = append(q.boards, p.Positions...)
	}
	if want, err := strconv.Atoi(row[8]); err != nil || want != len(q.boards) {
		return nil, fmt.Errorf("%s: %d boards, the list says %s", row[0], len(q.boards), row[8])
	}
	return q, nil
}

// beliefText writes a part of a belief, such as k@{b8,e3}+p@{0,g2}, as .ks text.
func beliefText(men, part string) string {
	if part == "full" {
		return "belief:\n  " + men + "\n"
	}
	var items []string
	for item := range strings.SplitSeq(part, "+") {
		kinds, where, _ := strings.Cut(item, "@")
		if kinds == "-p" { // the diagram's stand-in for what is not known
			men = strings.Replace(men, "p", "1", 1)
			continue
		}
		kinds = strings.ReplaceAll(strings.Trim(kinds, "{}"), ",", "|")
		if rest, ok := strings.CutPrefix(where, "{0,"); ok {
			kinds, where = "?"+kinds, "{"+rest
		}
		items = append(items, kinds+"@"+where)
	}
	white := strings.Map(func(r rune) rune {
		if strings.ContainsRune("kqrbnp", r) {
			return '1'
		}
		return r
	}, men)
	for i, rank := range strings.Split(men, "/") {
		file := 0
		for _, c := range rank {
			switch {
			case c >= '1' && c <= '8':
				file += int(c-'0') - 1
			case strings.ContainsRune("kqrbnp", c):
				items = append(items, fmt.Sprintf("%c@%c%d", c, 'a'+file, 8-i))
			}
			file++
		}
	}
	return "to move: white\nme: " + white + "\nopp: " + strings.Join(items, " ") + "\n"
}

// solve asks the question under a ruleset and checks the proof.
func (q *entry) solve(t *testing.T, rules krieg.Rules) bool {
	t.Helper()
	if q.not != "" {
		return q.solvePromise(t, rules)
	}
	b, err := krieg.NewBelief(rules, krieg.White, q.boards)
	if err != nil {
		t.Fatal(err)
	}
	a, err := deduction.Solve(t.Context(), deduction.Exactly(b), 2*q.moves-1, deduction.Options{})
	if err != nil {
		t.Fatal(q.row[0], err)
	}
	p := krieg.Problem{Rules: rules, Me: krieg.White, Positions: q.boards}
	d, err := deduction.NewDocument(p.String(), nil, a)
	if err == nil {
		_, err = d.Check(t.Context(), 0)
	}
	if err != nil {
		t.Errorf("%s: %v", q.row[0], err)
	}
	return a.Verdict == andor.Proved
}

// promised is Kriegspiel in which Black has promised not to make a move.
type promised struct {
	*krieg.Model

	not krieg.Action
}

func (m promised) AppendReplies(dst []veil.Reply[krieg.State, krieg.Percept], s *krieg.State) []veil.Reply[krieg.State, krieg.Percept] {
	forbidden := *s
	answer := m.Rules.Answer(&forbidden, m.not)
	at := len(dst)
	dst = m.Model.AppendReplies(dst, s)
	if answer.Answer != krieg.Yes {
		return dst
	}
	kept := slices.DeleteFunc(dst[at:], func(r veil.Reply[krieg.State, krieg.Percept]) bool { return r.State.Pos == forbidden.Pos })
	return dst[:at+len(kept)]
}

// SolvePerfectInfo does not know: it has not heard of promises.
func (m promised) SolvePerfectInfo(*krieg.State, int) (won bool, made int) { return false, 0 }

func (q *entry) solvePromise(t *testing.T, rules krieg.Rules) bool {
	t.Helper()
	not, err := krieg.ParseAction(q.not)
	if err != nil {
		t.Fatal(err)
	}
	m := promised{&krieg.Model{Rules: rules}, not}
	states := []krieg.State{{Pos: q.boards[0]}}
	r, err := andor.Prove(t.Context(), deduction.Rules(m), states, 2*q.moves-1, andor.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == andor.Proved {
		if _, err := proof.Check(t.Context(), deduction.Rules(m), states, r.Plan); err != nil {
			t.Error(err)
		}
	}
	return r.Verdict == andor.Proved
}

func TestBeliefText(t *testing.T) {
	for part, want := range map[string]int{"full": 1, "-p@e1+{q,r,b,n}@e1": 4} {
		p, err := krieg.ParseProblem(t.Context(), beliefText("8/7B/8/2K5/k1N5/8/8/1R2p3", part))
		if part == "full" {
			if err == nil { // a pawn on the first rank is no board
				t.Error("read")
			}
			continue
		}
		if err != nil || len(p.Positions) != want {
			t.Errorf("%s: %d boards, %v", part, len(p.Positions), errors.Unwrap(err))
		}
	}
}
