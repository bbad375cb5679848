// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil"
)

// Format is a text format of a position or history.
type Format string

// The formats: a position, and two spellings of a history.
const (
	FormatKS  Format = "ks"
	FormatLog Format = "log"
	FormatPGN Format = "kpgn"
)

// Formats returns every format.
func Formats() []Format { return []Format{FormatKS, FormatLog, FormatPGN} }

// Recognise returns the format of a text by its first line.
func Recognise(text string) Format {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case words[0][0] == '[', strings.HasSuffix(words[0], "."):
			return FormatPGN
		case startsLog(words[0]) && !strings.Contains(line, ":"):
			return FormatLog
		default:
			return FormatKS
		}
	}
	return FormatKS
}

// startsLog reports whether a line of a referee log begins with the word.
func startsLog(word string) bool {
	_, err := parseColor(word)
	return err == nil || word == "ruleset" || word == "fen" || word == "me"
}

// Situation is a player's belief, with the history or position it was read from.
type Situation struct {
	Belief  *Belief
	History *History  // if it was read from a history
	Weights []float64 // of the boards, if they are not equal
	Weighed Weighting // what the weights assume; "" if they were given
	Moves   int       // the goal: mate in this many moves, 0 if not given
	Steps   []Step    // the effect of each event of the history, as far as it was followed
	Lines   []int     // the line of each event, if the history was a referee log
}

// ErrUnread reports a .ks text that names a history file when files cannot be read.
var ErrUnread = errors.New("the history is in another file, which cannot be read here")

// Reader reads a player's history or position. The zero value works.
type Reader struct {
	Rules  *Rules                            // replace those of a .ks text
	Open   func(name string) (string, error) // reads the history that a .ks text names
	Limits Limits                            // of the belief; more is refused with veil.ErrTooHard
	Weigh  Weighting                         // the assumption behind the boards' weights
	Trail  *Readings                         // of earlier readings, to continue them quickly

	// Opponent is the model behind the weights [BySensible]; all readings of a trail have the same.
	Opponent Opponent
}

// Read reads a text in any format. If no board explains an event, it returns the situation before
// that event and a [HeardError]; a syntax error is a [LineError].
func (r Reader) Read(ctx context.Context, text string) (Situation, error) {
	r.Limits = r.Limits.withDefaults()
	return r.read(newMeter(ctx, r.Limits.Nodes), text)
}

func (r Reader) read(m *meter, text string) (Situation, error) {
	var h History
	var lines []int
	err := r.Weigh.check()
	if err == nil && r.Weigh == BySensible && r.Opponent == nil {
		err = ErrNoOpponent
	}
	if err != nil {
		return Situation{}, err
	}
	switch Recognise(text) {
	case FormatLog:
		if h, lines, err = readLog(m, text); err != nil {
			return r.earlier(m, &h, lines, err)
		}
	case FormatPGN:
		h, err = parsePGN(m, text)
	default:
		return r.problem(m, text)
	}
	if err != nil {
		return Situation{}, err
	}
	s, err := r.history(m, &h)
	if s.History != nil && len(s.History.Events) == len(lines) {
		s.Lines = lines
	}
	return s, err
}

// earlier returns the error of a line that cannot be read, unless an event before it is impossible
// already: what came first is to be mended first.
func (r Reader) earlier(m *meter, h *History, lines []int, late error) (Situation, error) {
	if len(h.Events) == 0 || h.Full {
		return Situation{}, late
	}
	s, err := r.follow(m, h)
	if heard, ok := errors.AsType[*HeardError](err); ok {
		s.Lines = lines
		return s, heard
	}
	return Situation{}, late
}

func (r Reader) history(m *meter, h *History) (Situation, error) {
	if h.Full {
		f := h.Filter(h.Me)
		h = &f
	}
	if r.Rules != nil && *r.Rules != h.Rules {
		return Situation{}, fmt.Errorf("the history was heard under %v rules; other rules cannot be put in their place", h.Rules)
	}
	return r.follow(m, h)
}

func (r Reader) problem(m *meter, text string) (Situation, error) {
	p, err := parseProblem(m, text)
	if err != nil {
		return Situation{}, err
	}
	if p.Positions == nil {
		return r.elsewhere(m, &p)
	}
	if r.Rules != nil {
		p.Rules = *r.Rules
	}
	if len(p.Positions) > r.Limits.Boards {
		return Situation{}, fmt.Errorf("%d boards: %w", len(p.Positions), veil.ErrTooHard)
	}
	if r.Weigh.followed() {
		return Situation{}, ErrNoHistory
	}
	b, err := newBelief(m, p.Rules, p.Me, p.Positions)
	if r.Weigh == ByPosition || p.Weights == nil {
		return Situation{Belief: b, Weighed: ByPosition, Moves: p.Moves}, err
	}
	return Situation{Belief: b, Weights: p.Weights, Moves: p.Moves}, err
}

// elsewhere reads the history that a problem names.
func (r Reader) elsewhere(m *meter, p *Problem) (Situation, error) {
	if r.Open == nil {
		return Situation{}, ErrUnread
	}
	history, err := r.Open(p.History)
	if err != nil {
		return Situation{}, err
	}
	if Recognise(history) == FormatKS {
		return Situation{}, fmt.Errorf("%s is not a history", p.History)
	}
	s, err := r.read(m, history)
	s.Moves = p.Moves
	return s, err
}

// Case is a part of a belief whose boards agree in the announcement at the start of the player's
// turn.
type Case struct {
	Announced Percept
	States    []State
	Which     []int // the index of each state in the belief
}

// Cases divides a belief by the announcement at the start of the player's turn: check and pawn
// captures. Boards that were typed in may differ in it; boards that follow from a history never do,
// so they form one case. Boards on which the game is over are left out.
func (b *Belief) Cases(ctx context.Context) ([]Case, error) {
	if b.ToMove() != b.me || b.over != Running {
		return nil, fmt.Errorf("it is not %v's turn", b.me)
	}
	at := map[Percept]int{}
	var cases []Case
	m := newMeter(ctx, unlimited().Nodes)
	for i := range b.hidden {
		if !m.spend(1) {
			return nil, m.err
		}
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
		cases[k].Which = append(cases[k].Which, i)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("the game is over on every board: %w", veil.ErrImpossible)
	}
	slices.SortFunc(cases, func(x, y Case) int { return x.Announced.Compare(y.Announced) })
	return cases, nil
}
