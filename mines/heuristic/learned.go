// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/network"
)

// Learned guesses by a learned value: for each number that a cell may show, the winning chance of
// the position that follows. It may also use the chance that the next guess survives: among cells of about
// equal learned value, it predicts wins equally well. With foresight it scores all cells mostly by that.
type Learned struct {
	cfg      LearnedConfig
	rules    mines.Rules
	net      *network.Network
	describe *network.Describer
	next     *count.Solver
	foresee  *foresight // nil if it is not wanted
	choices  []choice
	foresees bool // foresight counts in this position, unless all values are exact
	learned  bool // some value came from the network, not from an exact endgame
	traits   bool // they are recorded
}

// LearnedConfig configures a [Learned]. The zero value works.
type LearnedConfig struct {
	// Within is the share of the best safety that a cell must have to be considered; 0 means 0.88, with
	// foresight 0.9.
	Within float64
	// Cells limits the cells considered; 0 means 20, with foresight 30.
	Cells int
	// Off limits the cells among them that touch no number; 0 means 8, with foresight 10.
	Off int
	// Ahead also uses the chance that the guess after a cell survives.
	Ahead bool
	// Foresight scores all cells by how safe the guess after them is, by what may be sealed, and by the
	// learned value, instead of what Ahead does.
	Foresight bool
	// Ranker, if set, chooses between cells of about equal learned value, instead of what Ahead alone does,
	// where foresight does not.
	Ranker *Ranker
	// Traits records the traits of these cells, without a ranker too.
	Traits bool
	// Ends, if set, values small positions instead of the network.
	Ends Endgames
	// Limit bounds the tables of each count.
	Limit count.Limit
}

// Endgames solves small positions: it returns the best move of a position whose risks are weighed
// and its winning chance, and false if the position is too large.
type Endgames func(s *count.Solver) (c mines.Cell, win float64, ok bool, err error)

// NewLearned returns the policy for boards of these rules.
func NewLearned(rules mines.Rules, net *network.Network, cfg LearnedConfig) *Learned {
	within, cells, off := 0.88, 20, 8
	if cfg.Foresight {
		within, cells, off = 0.9, 30, 10
	}
	cfg.Within, cfg.Cells, cfg.Off = cmp.Or(cfg.Within, within), cmp.Or(cfg.Cells, cells), cmp.Or(cfg.Off, off)
	p := &Learned{cfg: cfg, rules: rules, net: net, describe: network.NewDescriber(rules), next: count.NewSolver(rules, cfg.Limit), traits: cfg.Traits || cfg.Ranker != nil}
	if cfg.Foresight {
		p.foresee = newForesight(rules, cfg.Limit)
	}
	return p
}

// choice is a cell that may be opened.
type choice struct {
	cell   mines.Cell
	safe   float64
	off    bool
	unsure int  // neighbours that are unsure
	mute   bool // its number, if it is safe, is known
	after
	score  float64 // the criterion by which a cell is chosen
	alike  bool    // about as good as the best: score compares it with other such cells
	traits Traits  // if a ranker wants them
}

// after holds the chances after a guess, by its number or on average. They are 0 for a cell that
// cannot be the best.
type after struct {
	win    float64 // winning chance
	live   float64 // chance to survive the safest guess that follows, 1 if a cell is certainly safe
	second float64 // the same of the second safest
	ahead  float64 // what the guess after promises, by foresight
}

// add adds what is expected with some chance.
func (a *after) add(chance float64, b after) {
	a.win += float64(chance * b.win)
	a.live += float64(chance * b.live)
	a.second += float64(chance * b.second)
	a.ahead += float64(chance * b.ahead)
}

// byScore compares choices; those that are not about as good as the best come last.
func byScore(x, y choice) int {
	switch {
	case x.alike && !y.alike:
		return 1
	case y.alike && !x.alike:
		return -1
	}
	return cmp.Compare(x.score, y.score)
}

// Guess returns the cell to open in a position whose risks are weighed, and the winning chance
// after it. It reports false if no cell is in doubt.
func (p *Learned) Guess(s *count.Solver) (best mines.Cell, win float64, ok bool, err error) {
	p.list(s)
	if p.foresees = p.foresee != nil && p.someOpen(s); p.foresees {
		if err := p.addSealed(s); err != nil {
			return 0, 0, false, err
		}
	}
	top, err := p.value(s)
	if err != nil || len(p.choices) == 0 {
		return 0, 0, false, err
	}
	if p.looksAhead(s) {
		if err := p.weigh(s, top); err != nil {
			return 0, 0, false, err
		}
	}
	x := slices.MaxFunc(p.choices, byScore)
	return x.cell, x.win, true, nil
}

// alike is the share by which a cell's winning chance may be below the best for the guess after it
// to decide.
const alike = 0.05

// value values the choices and returns the highest winning chance. Cells so risky that they cannot
// be chosen are left out.
func (p *Learned) value(s *count.Solver) (top float64, err error) {
	p.learned = false
	share := 1.0
	switch {
	case p.foresees:
		share = 0
	case p.cfg.Ahead:
		share -= alike
	}
	for i := range p.choices {
		x := &p.choices[i]
		if x.safe <= float64(share*top) {
			continue
		}
		if err = p.worth(s, x); err != nil {
			return 0, err
		}
		x.score = x.win
		top = max(top, x.win)
	}
	return top, nil
}

// looksAhead reports whether the guess after a cell counts. It does not if all values are exact.
func (p *Learned) looksAhead(s *count.Solver) bool {
	return p.learned && (p.foresees || p.cfg.Ahead && p.someOpen(s))
}

// someOpen reports whether a twentieth of the board is open. Before that, the guess after a cell does not
// predict wins.
func (p *Learned) someOpen(s *count.Solver) bool {
	cells, mined := s.Unsure()
	return 20*(cells-mined) < 19*(p.rules.Cells()-p.rules.Mines)
}

// weigh adds to the scores of the cells of about the best value what is expected of the guess after
// them. The weights of the learned chance and of survival are equal by measurement: `train -ties`
// plays games after cells of about equal value, whose results grow as much with the one as with
// the other. Foresight weighs all cells.
func (p *Learned) weigh(s *count.Solver, top float64) (err error) {
	if p.foresees {
		p.choices, err = p.foresee.weigh(s, p.choices)
		return err
	}
	least := float64((1 - alike) * top)
	for i := range p.choices {
		x := &p.choices[i]
		x.alike = x.win >= least
	}
	if p.cfg.Ranker != nil {
		p.scoreAlike(func(x *choice) float64 { return p.cfg.Ranker.score(&x.traits) })
	} else {
		p.scoreAlike(func(x *choice) float64 { return x.win + x.live })
	}
	return nil
}

// unit returns what a difference of 1 in score is worth: that of a ranker is a winning chance; of others
// about a quarter is realised, as `train -ties` shows.
func (p *Learned) unit() float64 {
	if p.cfg.Ranker != nil && !p.foresees && slices.ContainsFunc(p.choices, func(x choice) bool { return x.alike }) {
		return 1
	}
	return 0.28
}

// scoreAlike scores the cells of about the best value.
func (p *Learned) scoreAlike(score func(x *choice) float64) {
	for i := range p.choices {
		if x := &p.choices[i]; x.alike {
			x.score = score(x)
		}
	}
}

// worth returns the chances after opening a cell. The chance to survive it is part of it.
func (p *Learned) worth(s *count.Solver, x *choice) error {
	c := x.cell
	law, err := s.Law(c)
	if err != nil {
		return err
	}
	x.mute = !several(&law)
	if p.traits {
		x.traits.inspect(p.rules, s, x.cell, &law)
	}
	for number, chance := range law {
		if chance == 0 {
			continue
		}
		p.next.Copy(s)
		if err := p.next.Set(c, mines.Mark(number)); err != nil {
			return err
		}
		one, f, err := p.expect()
		if err != nil {
			return err
		}
		x.add(chance, one)
		if p.traits {
			x.traits.observe(chance, f, one)
		}
	}
	return nil
}

// expect returns the chances in the position that next holds.
func (p *Learned) expect() (a after, f *network.Features, err error) {
	f, err = p.describe.Look(p.next)
	if err != nil {
		return a, f, err
	}
	if cells, _ := p.next.Unsure(); cells == 0 {
		return after{1, 1, 1, 1}, f, nil
	}
	a.live, a.second = 1, 1
	if p.cfg.Ahead && !f.Pending() {
		a.live, a.second = p.safest()
	}
	if p.foresees {
		if a.ahead, err = p.foresee.safety(p.next); err != nil {
			return a, f, err
		}
	}
	if p.cfg.Ends != nil {
		if _, win, ok, err := p.cfg.Ends(p.next); err != nil || ok {
			a.win = win
			return a, f, err
		}
	}
	p.learned = true
	a.win = p.net.Win(f)
	return a, f, nil
}

// safest returns the chances to survive the safest and the second safest guess in the position that
// next holds, which has no certainly safe cell.
func (p *Learned) safest() (first, second float64) {
	for c := range mines.Cell(p.rules.Cells()) {
		if p.next.Certainty(c) != count.Unsure {
			continue
		}
		switch safe := 1 - p.next.Risk(c); {
		case safe > first:
			first, second = safe, first
		case safe > second:
			second = safe
		}
	}
	return first, second
}
