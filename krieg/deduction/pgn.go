// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/proof"
)

// MaxPGN limits the moves of the PGN form of a plan.
const MaxPGN = 500_000

// WritePGN prints a plan as ordinary chess that any program reads: one game for each
// hidden board, whose variations are all replies of the opponent. Refused tries are in
// comments. The error is veil.ErrTooHard for a plan that would have more than [MaxPGN] moves, and
// [proof.ErrRejected] for one that does not fit the boards.
func WritePGN(w io.Writer, m *krieg.Model, c *krieg.Case, p *proof.Plan) error {
	out := bufio.NewWriter(w)
	g := pgnWriter{m: m, plan: p, out: out, tell: teller{rules: m.Rules}}
	for i := range c.States {
		if g.game(i, len(c.States), c.States[i]); g.err != nil {
			return g.err
		}
	}
	return out.Flush()
}

type pgnWriter struct {
	m     *krieg.Model
	plan  *proof.Plan
	out   *bufio.Writer
	tell  teller
	moves int
	err   error
}

func (g *pgnWriter) game(i, of int, s krieg.State) {
	result := "1-0"
	if g.m.Me == krieg.Black {
		result = "0-1"
	}
	tags := [][2]string{
		{"Event", fmt.Sprintf("Kriegspiel proof, board %d of %d", i+1, of)},
		{"Site", "?"},
		{"Date", "????.??.??"},
		{"Round", "?"},
		{"White", "?"},
		{"Black", "?"},
		{"Result", result},
		{"SetUp", "1"},
		{"FEN", s.Pos.String()},
		{"Rules", g.m.Rules.String()},
	}
	for _, t := range tags {
		fmt.Fprintf(g.out, "[%s %q]\n", t[0], t[1])
	}
	fmt.Fprintln(g.out)
	g.turn(0, s, 1, true)
	fmt.Fprintf(g.out, "%s\n\n", result)
}

// fail records the first error.
func (g *pgnWriter) fail(format string, args ...any) {
	if g.err == nil {
		g.err = rejected(format, args...)
	}
}

// turn writes the player's turn at a node and everything after it.
func (g *pgnWriter) turn(node int, s krieg.State, number int, numbered bool) {
	var refused []string
	for {
		if node >= len(g.plan.Nodes) || g.err != nil {
			g.fail("the plan does not fit the board %v", &s.Pos)
			return
		}
		n := &g.plan.Nodes[node]
		before := s
		o := g.m.Rules.Answer(&s, action(n))
		if o.Answer == krieg.Yes {
			g.move(before, action(n), number, numbered, refused)
			g.replies(n, o, s, number)
			return
		}
		next, ok := g.follow(n, o, nil)
		if !ok {
			g.fail("nothing is planned after %s is answered %q", n.Try, o.Words(g.m.Rules))
			return
		}
		refused = append(refused, n.Try+" "+o.Words(g.m.Rules))
		node = next
	}
}

// move writes one move.
func (g *pgnWriter) move(s krieg.State, a krieg.Action, number int, numbered bool, refused []string) {
	if g.moves++; g.moves > MaxPGN {
		g.err = fmt.Errorf("more than %d moves: %w", MaxPGN, veil.ErrTooHard)
		return
	}
	if _, err := g.out.Write(nil); err != nil {
		g.err = err // nothing can be written any more
		return
	}
	if refused != nil {
		fmt.Fprintf(g.out, "{%s} ", strings.Join(refused, ", "))
	}
	switch {
	case s.Pos.ToMove() == krieg.White:
		fmt.Fprintf(g.out, "%d. ", number)
	case numbered || refused != nil:
		fmt.Fprintf(g.out, "%d... ", number)
	}
	fmt.Fprintf(g.out, "%s ", krieg.SAN(&s.Pos, krieg.Move(a)))
}

// replies writes all replies to a move, the first as the game and the others as
// variations.
func (g *pgnWriter) replies(n *proof.Node, answer krieg.Percept, s krieg.State, number int) {
	if g.m.Status(&s) != veil.Open {
		return // won; the checker verifies it
	}
	if s.Pos.ToMove() == krieg.White {
		number++
	}
	moves := krieg.LegalMoves(&s.Pos)
	for i, m := range moves[1:] {
		if g.err != nil {
			return
		}
		if i == 0 {
			g.move(s, krieg.Action(moves[0]), number, false, nil)
		}
		fmt.Fprint(g.out, "( ")
		g.move(s, krieg.Action(m), number, true, nil)
		g.after(n, answer, s, m, number)
		fmt.Fprint(g.out, ") ")
	}
	if len(moves) == 1 {
		g.move(s, krieg.Action(moves[0]), number, false, nil)
	}
	g.after(n, answer, s, moves[0], number)
}

// after writes the moves after a reply.
func (g *pgnWriter) after(n *proof.Node, answer krieg.Percept, s krieg.State, reply krieg.Move, number int) {
	o := g.m.Rules.Answer(&s, krieg.Action(reply))
	next, ok := g.follow(n, answer, &o)
	if !ok {
		g.fail("nothing is planned after %s and the reply %v", n.Try, reply)
		return
	}
	if s.Pos.ToMove() == krieg.White {
		number++
	}
	g.turn(next, s, number, true)
}

// follow returns the next node after the announcements.
func (g *pgnWriter) follow(n *proof.Node, answer krieg.Percept, reply *krieg.Percept) (int, bool) {
	want := proof.Branch{Heard: answer.Describe(g.m.Rules), Refused: reply == nil}
	if reply != nil {
		want.Reply = reply.Describe(g.m.Rules)
	}
	for _, b := range n.Branches {
		if want.Next = b.Next; b == want {
			return b.Next, true
		}
	}
	return 0, false
}
