// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil"
)

// Format is a spelling of what a player knows.
type Format string

// The formats: a position, and two spellings of a history.
const (
	FormatKS  Format = "ks"
	FormatLog Format = "log"
	FormatPGN Format = "kpgn"
)

// Formats returns every format.
func Formats() []Format { return []Format{FormatKS, FormatLog, FormatPGN} }

// Recognise tells the format of a text by how its first line begins.
func Recognise(text string) Format {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case words[0][0] == '[', strings.HasSuffix(words[0], "."):
			return FormatPGN
		case slices.Contains([]string{"ruleset", "fen", "me", "W", "B"}, words[0]) && !strings.Contains(line, ":"):
			return FormatLog
		default:
			return FormatKS
		}
	}
	return FormatKS
}

// Situation is what a player knows, whatever it was read from.
type Situation struct {
	Belief  *Belief
	History *History  // if it was told by a history
	Weights []float64 // of the boards, if they were given
	Moves   int       // the goal: mate in so many moves, 0 if not given
}

// ErrUnread is the error of a .ks text that names a history file when there is no way to
// read one.
var ErrUnread = errors.New("the history is in another file, which cannot be read here")

// ReadSituation reads a text in any format. A .ks text may name a history, which open
// reads. If rules are given they replace those of the text. More than limit boards (0 for
// no limit) are refused with veil.ErrTooHard.
func ReadSituation(text string, rules *Rules, open func(name string) (string, error), limit int) (Situation, error) {
	var h History
	var err error
	switch Recognise(text) {
	case FormatLog:
		h, err = ParseLog(text)
	case FormatPGN:
		h, err = ParsePGN(text)
	default:
		return readProblem(text, rules, open, limit)
	}
	if err != nil {
		return Situation{}, err
	}
	return h.situation(rules, limit)
}

func (h *History) situation(rules *Rules, limit int) (Situation, error) {
	if h.Full {
		f := h.Filter(h.Me)
		h = &f
	}
	if rules != nil && *rules != h.Rules {
		return Situation{}, fmt.Errorf("the history was heard under %v rules; other rules cannot be put in their place", h.Rules)
	}
	b, err := Estimate(h, limit)
	return Situation{Belief: b, History: h}, err
}

func readProblem(text string, rules *Rules, open func(name string) (string, error), limit int) (Situation, error) {
	p, err := ParseProblem(text)
	if err != nil {
		return Situation{}, err
	}
	if p.Positions == nil {
		if open == nil {
			return Situation{}, ErrUnread
		}
		history, err := open(p.History)
		if err != nil {
			return Situation{}, err
		}
		if Recognise(history) == FormatKS {
			return Situation{}, fmt.Errorf("%s is not a history", p.History)
		}
		s, err := ReadSituation(history, rules, nil, limit)
		s.Moves = p.Moves
		return s, err
	}
	if rules != nil {
		p.Rules = *rules
	}
	if limit > 0 && len(p.Positions) > limit {
		return Situation{}, fmt.Errorf("%d boards: %w", len(p.Positions), veil.ErrTooHard)
	}
	b, err := NewBelief(p.Rules, p.Me, p.Positions)
	return Situation{Belief: b, Weights: p.Weights, Moves: p.Moves}, err
}

// Case is a part of a belief whose boards agree in what the player was told at the start
// of his turn.
type Case struct {
	Announced Percept
	States    []State
}

// Cases divides a belief by what the player was told at the start of his turn, check and
// pawn captures: boards that were typed in may differ in it, but no player ever holds
// such boards possible together. Boards on which the game is over are left out. The
// belief after a history is one case.
func (b *Belief) Cases() ([]Case, error) {
	if b.ToMove() != b.me || b.over != Running {
		return nil, fmt.Errorf("it is not %v's turn", b.me)
	}
	at := map[Percept]int{}
	var cases []Case
	for i := range b.hidden {
		s := b.State(i)
		o := b.rules.Announcement(&s.Pos)
		if o.Result != Running {
			continue
		}
		k, ok := at[o]
		if !ok {
			k = len(cases)
			at[o] = k
			cases = append(cases, Case{Announced: o})
		}
		cases[k].States = append(cases[k].States, s)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("the game is over on every board: %w", veil.ErrImpossible)
	}
	slices.SortFunc(cases, func(x, y Case) int { return x.Announced.Compare(y.Announced) })
	return cases, nil
}
