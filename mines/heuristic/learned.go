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
// the position that follows. It may also use the chance that the next guess survives, and what sealed
// pairs will cost: among cells of about equal learned value, these predict wins equally well.
type Learned struct {
	cfg      LearnedConfig
	rules    mines.Rules
	net      *network.Network
	describe *network.Describer
	next     *count.Solver
	seals    *sealing
	choices  []choice
	learned  bool // some value came from the network, not from an exact endgame
	traits   bool // they are recorded
}

// LearnedConfig configures a [Learned]. The zero value works.
type LearnedConfig struct {
	// Within is the share of the best safety that a cell must have to be considered; 0 means 0.88.
	Within float64
	// Cells limits the cells considered; 0 means 20.
	Cells int
	// Off limits the cells among them that touch no number; 0 means 8.
	Off int
	// Ahead also uses the chance that the guess after a cell survives.
	Ahead bool
	// Layouts is how many layouts are drawn to see what sealed pairs will cost, where Ahead counts; 0
	// means that they are not considered.
	Layouts int
	// Ranker, if set, chooses between cells of about equal learned value, instead of what Ahead alone does.
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
	cfg.Within, cfg.Cells, cfg.Off = cmp.Or(cfg.Within, 0.88), cmp.Or(cfg.Cells, 20), cmp.Or(cfg.Off, 8)
	p := &Learned{cfg: cfg, rules: rules, net: net, describe: network.NewDescriber(rules), next: count.NewSolver(rules, cfg.Limit), traits: cfg.Traits || cfg.Ranker != nil}
	if cfg.Ahead && cfg.Layouts > 0 {
		p.seals = newSealing(rules)
	}
	return p
}

// choice is a cell that may be opened.
type choice struct {
	cell   mines.Cell
	safe   float64
	off    bool
	unsure int // neighbours that are unsure
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
}

// add adds what is expected with some chance.
func (a *after) add(chance float64, b after) {
	a.win += float64(chance * b.win)
	a.live += float64(chance * b.live)
	a.second += float64(chance * b.second)
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
	top, err := p.value(s)
	if err != nil || len(p.choices) == 0 {
		return 0, 0, false, err
	}
	if p.looksAhead(s) {
		p.weigh(s, top)
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
	if p.cfg.Ahead {
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

// looksAhead reports whether the guess after a cell counts. It does not if all values are exact,
// nor before a twentieth of the board is open: there it does not predict wins.
func (p *Learned) looksAhead(s *count.Solver) bool {
	cells, mined := s.Unsure()
	return p.cfg.Ahead && p.learned && 20*(cells-mined) < 19*(p.rules.Cells()-p.rules.Mines)
}

// weigh adds to the scores of the cells of about the best value what is expected of the guess after
// them. The weights of the learned chance and of survival are equal by measurement: `train -ties`
// plays games after cells of about equal value, whose results grow as much with the one as with
// the other.
func (p *Learned) weigh(s *count.Solver, top float64) {
	least := float64((1 - alike) * top)
	for i := range p.choices {
		x := &p.choices[i]
		x.alike = x.win >= least
	}
	switch {
	case p.cfg.Ranker != nil:
		p.scoreAlike(func(x *choice) float64 { return p.cfg.Ranker.score(&x.traits) })
	case p.seals == nil:
		p.scoreAlike(func(x *choice) float64 { return x.win + x.live })
	default:
		p.seals.estimate(s, p.cfg.Layouts)
		mean := p.meanThrough()
		p.scoreAlike(func(x *choice) float64 {
			return float64(x.win/2) + x.prospect(p.seals.through(x.cell)-mean)
		})
	}
}

// unit returns what a difference of 1 in score is worth: that of a ranker is a winning chance; of others
// about a quarter is realised, as `train -ties` shows.
func (p *Learned) unit() float64 {
	if p.cfg.Ranker != nil && slices.ContainsFunc(p.choices, func(x choice) bool { return x.alike }) {
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

// prospect is the score of D. Hill's player, as far as it was understood: the chance to survive the
// next guess, a little of it the second safest, times a factor for the sealed pairs; easier is how
// much more likely than average these are got through.
func (a *after) prospect(easier float64) float64 {
	const second, sealed = 0.2, 0.9
	return float64((a.live + float64(second*(a.second-a.live))) * (1 + float64(sealed*easier)))
}

// meanThrough returns the mean chance to get through the sealed pairs after cells of about the best
// value.
func (p *Learned) meanThrough() float64 {
	sum, n := 0.0, 0.0
	for i := range p.choices {
		if x := &p.choices[i]; x.alike {
			sum += p.seals.through(x.cell)
			n++
		}
	}
	return sum / n
}

// worth returns the chances after opening a cell. The chance to survive it is part of it.
func (p *Learned) worth(s *count.Solver, x *choice) error {
	c := x.cell
	law, err := s.Law(c)
	if err != nil {
		return err
	}
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
		return after{1, 1, 1}, f, nil
	}
	a.live, a.second = 1, 1
	if p.cfg.Ahead && !f.Pending() {
		a.live, a.second = p.safest()
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
