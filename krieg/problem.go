// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// maxPositions limits the boards that a problem may expand to.
const maxPositions = 1_000_000

// Problem is a position as its player knows it, read from .ks text.
type Problem struct {
	Rules     Rules
	Me        Color
	ToMove    Color
	Positions []Position // every possible board
	Weights   []float64  // one for each position, or nil
	Moves     int        // the goal: mate in this many moves, 0 if not given
	History   string     // name of the file with the history, for the caller to read
}

// Model returns the problem as a model.
func (p *Problem) Model() *Model {
	return &Model{Rules: p.Rules, Me: p.Me, Starts: p.Positions}
}

// ParseProblem reads a .ks text:
//
//	ruleset: wild16
//	to move: white
//	me:   8/7B/8/2K5/2N5/8/8/1R6       # my men
//	opp:  k@a4  q|r|b|n@e1             # the other side's, as far as they are known
//	last: captures=14 castling=- ep=-  # facts about the past
//	goal: mate in 2
//
// A man of opp is [?]kinds@where: kinds are letters separated by |, ? means that the man may be
// absent, and where is a square, {squares}, *, dark, light, rank1 to rank8 or filea to fileh. In
// place of me and opp a "belief:" line may be followed by full boards, one per line, either all
// with a weight before the board or none, and "me: white" names the side whose belief it is if not
// the side to move; or "history:" names a file. Text after # is a comment.
func ParseProblem(ctx context.Context, text string) (Problem, error) {
	return parseProblem(newMeter(ctx, defaultNodes), text)
}

// mark may stand before a text in UTF-8; programs for Windows write it.
const mark = "\uFEFF"

func parseProblem(m *meter, text string) (Problem, error) {
	if len(text) > maxText {
		return Problem{}, errTooLong
	}
	k := ksParser{meter: m, problem: Problem{Rules: Berkeley()}, castling: "-", ep: "-", captures: -1}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(text, mark)) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if err := k.line(strings.TrimSpace(line)); err != nil {
			return k.problem, &LineError{Line: n, Err: err}
		}
	}
	return k.problem, k.finish()
}

type ksParser struct {
	meter    *meter
	problem  Problem
	toMove   bool      // given
	side     *Color    // the side that "me: white" names
	me       *Position // the men that "me: 8/..." places
	items    []ksItem
	boards   []string // lines after "belief:"
	listing  bool
	castling string
	ep       string
	captures int
}

func (k *ksParser) line(s string) error {
	key, value, ok := strings.Cut(s, ":")
	value = strings.TrimSpace(value)
	if !ok {
		if s != "" && k.listing {
			k.boards = append(k.boards, s)
			return nil
		}
		if s != "" {
			return fmt.Errorf("unexpected %q; lines are \"key: value\"", s)
		}
		return nil
	}
	k.listing = false
	var err error
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "ruleset":
		k.problem.Rules, err = RulesNamed(value)
	case "to move":
		k.toMove = true
		k.problem.ToMove, err = parseColor(value)
	case "me":
		err = k.setMe(value)
	case "opp":
		err = k.addItems(value)
	case "belief":
		k.listing = true
		if value != "" {
			k.boards = append(k.boards, value)
		}
	case "history":
		k.problem.History = value
	case "last":
		err = k.setLast(value)
	case "goal":
		err = k.setGoal(value)
	default:
		err = fmt.Errorf("unknown key %q; known are ruleset, to move, me, opp, belief, history, last and goal", key)
	}
	return err
}

func (k *ksParser) setMe(value string) error {
	if c, err := parseColor(value); err == nil {
		k.side = &c
		return nil
	}
	men, more, _ := strings.Cut(value, " ")
	if more = strings.TrimSpace(more); more != "" {
		return fmt.Errorf("unexpected %q after the men; a comment begins with #", more)
	}
	p, err := chess.ParseMen(men)
	if err != nil {
		return err
	}
	if p.Men(White) != 0 && p.Men(Black) != 0 {
		return errors.New("me: men of both sides; list whole boards after \"belief:\" instead")
	}
	if p.Occupied() == 0 {
		return errors.New("me: no men")
	}
	k.me = &p
	return nil
}

func (k *ksParser) setLast(value string) error {
	for fact := range strings.FieldsSeq(value) {
		name, v, _ := strings.Cut(fact, "=")
		switch name {
		case "captures":
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 || n > 15 {
				return fmt.Errorf("captures=%s; write the number of captured men, 0 to 15", v)
			}
			k.captures = n
		case "castling":
			if v == "" || strings.Trim(v, "KQkq") != "" && v != "-" {
				return fmt.Errorf("castling=%s; write letters of KQkq, or -", v)
			}
			k.castling = v
		case "ep":
			if _, err := chess.ParseSquare(v); err != nil && v != "-" {
				return err
			}
			k.ep = v
		default:
			return fmt.Errorf("unknown fact %q; known are captures=, castling= and ep=", fact)
		}
	}
	return nil
}

func (k *ksParser) setGoal(value string) error {
	n, ok := strings.CutPrefix(value, "mate in ")
	moves, err := strconv.Atoi(n)
	if !ok || err != nil || moves < 1 || moves > 100 {
		return fmt.Errorf("goal %q; write mate in N", value)
	}
	k.problem.Moves = moves
	return nil
}

// finish expands the parsed lines into positions.
func (k *ksParser) finish() error {
	p := &k.problem
	switch {
	case k.me != nil && k.me.Men(Black) != 0:
		p.Me = Black
	case k.me != nil:
		p.Me = White
	case k.side != nil:
		p.Me = *k.side
	default:
		p.Me = p.ToMove
	}
	if !k.toMove {
		p.ToMove = p.Me
	}
	switch {
	case p.History != "" && k.me == nil && k.boards == nil:
		return nil
	case k.me != nil && k.boards == nil:
		return k.expand()
	case k.me == nil && k.boards != nil && k.items == nil:
		return k.list()
	default:
		return errors.New("there is no position: give me and opp, or belief, or history")
	}
}

// board completes the men to a position, if it is possible.
func (k *ksParser) board(p Position) (Position, error) {
	if k.castling == "-" && k.ep == "-" {
		p = p.WithToMove(k.problem.ToMove)
		return p, p.Validate()
	}
	men := p.Placement()
	return chess.ParseFEN(fmt.Sprintf("%s %c %s %s", men, k.problem.ToMove.String()[0], k.castling, k.ep))
}

// listed reads a board of a belief: its men, or a whole FEN.
func (k *ksParser) listed(fields []string) (Position, error) {
	if len(fields) > 1 {
		return chess.ParseFEN(strings.Join(fields, " "))
	}
	men, err := chess.ParseMen(fields[0])
	if err != nil {
		return men, err
	}
	return k.board(men)
}

// list reads the boards of a belief.
func (k *ksParser) list() error {
	p := &k.problem
	seen := map[Position]bool{}
	for _, line := range k.boards {
		if !k.meter.spend(1) {
			return k.meter.err
		}
		fields := strings.Fields(line)
		weight, err := strconv.ParseFloat(fields[0], 64)
		weighted := err == nil && len(fields) > 1
		if weighted {
			fields = fields[1:]
			if !(weight > 0 && weight < 1e300) {
				return fmt.Errorf("belief: weight %v of %s must be positive", weight, fields[0])
			}
		}
		if weighted != (p.Weights != nil) && len(p.Positions) > 0 {
			return errors.New("belief: give every board a weight, or none")
		}
		pos, err := k.listed(fields)
		switch {
		case err != nil:
			return fmt.Errorf("belief: %s: %w", fields[0], err)
		case pos.ToMove() != p.ToMove:
			return fmt.Errorf("belief: %s: %v is to move, want %v", fields[0], pos.ToMove(), p.ToMove)
		case seen[pos]:
			return fmt.Errorf("belief: %s is listed twice", fields[0])
		}
		seen[pos] = true
		p.Positions = append(p.Positions, pos)
		if weighted {
			p.Weights = append(p.Weights, weight)
		}
		if a, b := pos.Without(p.Me.Other()), p.Positions[0].Without(p.Me.Other()); a != b {
			return fmt.Errorf("belief: %s: my own men are not those of the first board", fields[0])
		}
	}
	return nil
}

// String returns the problem as .ks text with its boards listed.
func (p *Problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "ruleset: %v\nto move: %v\n", p.Rules, p.ToMove)
	if p.Me != p.ToMove {
		fmt.Fprintf(&b, "me: %v\n", p.Me)
	}
	if p.Positions != nil {
		fmt.Fprintln(&b, "belief:")
	}
	for i := range p.Positions {
		b.WriteString("  ")
		if p.Weights != nil {
			b.WriteString(strconv.FormatFloat(p.Weights[i], 'g', -1, 64) + " ")
		}
		fmt.Fprintln(&b, p.Positions[i].String())
	}
	if p.History != "" {
		fmt.Fprintln(&b, "history:", p.History)
	}
	if p.Moves > 0 {
		fmt.Fprintln(&b, "goal: mate in", p.Moves)
	}
	return b.String()
}

var errTooMany = fmt.Errorf("more than %d positions; say more about where the men are: %w", maxPositions, veil.ErrTooHard)
