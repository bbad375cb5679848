// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/experiment/stats"
)

// spsa climbs. Its state is a function of the spec and of the scores of the episodes, in whatever
// order they arrive. Every product is rounded before it is added, and the exponents need only square
// roots, so the bits are the same on every machine.
type spsa struct {
	tune   *Tune
	seed   uint64
	names  []string
	params []Parameter // in the order of the names

	waiting map[uint64]float64 // by episode: the differences that are not used yet
	next    uint64             // the first episode not used
	stage   int                // the iteration that is played; after the last one, the comparison
	chains  []chain
	effect  stats.Moments // of the comparison: plus less minus
	path    [][]Point     // by parameter: the mean of the chains after some of the iterations
	told    func([]trial) // if not nil, hears the values of every iteration
}

// chain is a climber.
type chain struct {
	at      []float64 // in steps from the start
	squares float64   // of the slopes so far
	// quarters are the sums of the places after each iteration, in each quarter of the iterations.
	quarters [4][]float64
}

// newSPSA returns the state before the first episode. The starts must be filled in.
func newSPSA(s *Spec) *spsa {
	c := &spsa{tune: s.Tune, seed: s.Seed, names: s.Tune.names(), waiting: map[uint64]float64{}}
	for _, name := range c.names {
		c.params = append(c.params, c.tune.Parameters[name])
	}
	c.path = make([][]Point, len(c.names))
	c.chains = make([]chain, c.tune.Chains)
	for i := range c.chains {
		c.chains[i].at = make([]float64, len(c.names))
		for q := range c.chains[i].quarters {
			c.chains[i].quarters[q] = make([]float64, len(c.names))
		}
	}
	return c
}

// difference returns how much better plus did than minus, over all objectives.
func (t *Tune) difference(e *Episode) (d float64) {
	if len(t.Objectives) == 0 {
		return e.Plays[1].Score - e.Plays[0].Score
	}
	sum := 0.0
	for _, o := range t.Objectives {
		sum += o.Weight
	}
	for j, o := range t.Objectives {
		d += float64(o.Weight / sum * (e.Plays[2*j+1].Score - e.Plays[2*j].Score))
	}
	return d
}

// see processes an episode.
func (c *spsa) see(index uint64, difference float64) {
	if index < c.next || index >= c.tune.tuning() {
		return
	}
	c.waiting[index] = difference
	for c.stage < c.tune.Iterations && c.complete() {
		c.move()
	}
}

// complete reports whether every episode of the iteration is there.
func (c *spsa) complete() bool {
	end := uint64(c.stage+1) * c.tune.stage()
	for ; c.next < end; c.next++ {
		if _, ok := c.waiting[c.next]; !ok {
			return false
		}
	}
	return true
}

// move ends an iteration.
func (c *spsa) move() {
	first := uint64(c.stage) * c.tune.stage()
	for r := range c.chains {
		sum := 0.0
		for e := first; e < first+uint64(c.tune.Pairs); e++ {
			sum += c.waiting[e]
			delete(c.waiting, e)
		}
		first += uint64(c.tune.Pairs)
		c.step(r, sum/float64(c.tune.Pairs))
	}
	c.stage++
	if c.told != nil {
		c.told(c.trials())
	}
	if c.stage%c.every() == 0 || c.stage == c.tune.Iterations {
		c.mark()
	}
}

// step moves a chain. The slope along the shifts is divided by the root mean square of those so far:
// the gain then depends neither on the unit of the score nor on its noise. The gain falls with the
// power 11/16 of the iteration and the shift with 1/8, which meets all conditions of Spall 1992
// (2*11/16 - 2/8 > 1, and 3/8 >= 11/32), and is computed by roots.
func (c *spsa) step(r int, difference float64) {
	k := float64(c.stage + 1)
	slope := difference / shrink(k)
	chain := &c.chains[r]
	chain.squares += float64(slope * slope)
	move := 0.0
	if chain.squares > 0 {
		eighth := math.Sqrt(math.Sqrt(math.Sqrt(k)))
		power := float64(float64(math.Sqrt(k)*eighth) * math.Sqrt(eighth))
		move = c.tune.Gain * slope / (math.Sqrt(chain.squares/k) * power)
	}
	quarter := chain.quarters[4*c.stage/c.tune.Iterations]
	for i, up := range c.signs(c.blockOf(r)) {
		p := &c.params[i]
		at := chain.at[i] + float64(move*up)
		chain.at[i] = min(max(at, (p.From-*p.Start)/p.Step), (p.To-*p.Start)/p.Step)
		quarter[i] += chain.at[i]
	}
}

// shrink returns the shift of an iteration, in steps.
func shrink(k float64) float64 { return 1 / math.Sqrt(math.Sqrt(math.Sqrt(k))) }

func (c *spsa) blockOf(chain int) uint64 {
	return uint64(c.stage)*uint64(c.tune.Chains) + uint64(chain)
}

// signs draws a direction for every parameter. The source is none of those that episodes use: see
// [play.WorldRand].
func (c *spsa) signs(block uint64) []float64 {
	const stream = 0xd1b54a32d192ed03 // any constant that leads to another stream
	r := rand.New(rand.NewPCG(c.seed^stream, block))
	signs := make([]float64, len(c.names))
	for i := range signs {
		signs[i] = float64(2*r.IntN(2) - 1)
	}
	return signs
}

// trials returns the values of the present iteration, one per chain, or those of the comparison.
func (c *spsa) trials() []trial {
	if c.stage == c.tune.Iterations {
		return []trial{c.comparison()}
	}
	list := make([]trial, len(c.chains))
	for r := range list {
		list[r] = c.try(r)
	}
	return list
}

func (c *spsa) try(r int) trial {
	t := trial{Block: c.blockOf(r)}
	for i, up := range c.signs(t.Block) {
		p := &c.params[i]
		by := p.shift(float64(c.stage + 1))
		at := c.chains[r].at[i]
		t.Plus = append(t.Plus, p.number(p.value(at+float64(by*up))))
		t.Minus = append(t.Minus, p.number(p.value(at-float64(by*up))))
		t.Centre = append(t.Centre, p.number(p.value(at)))
	}
	return t
}

// shift returns the shift of an iteration, in steps: plus and minus differ, whatever is rounded.
func (p *Parameter) shift(k float64) float64 {
	if p.Whole {
		return max(shrink(k), 0.5/p.Step)
	}
	return shrink(k)
}

// value returns the value at a number of steps from the start.
func (p *Parameter) value(steps float64) float64 { return *p.Start + float64(steps*p.Step) }

// comparison is the last block: the estimate against the start.
func (c *spsa) comparison() trial {
	t := trial{Block: c.tune.block(c.tune.tuning())}
	for i := range c.params {
		p := &c.params[i]
		start := p.number(*p.Start)
		t.Plus = append(t.Plus, p.number(p.value(c.mean(i, 2, 3).Mean)))
		t.Minus, t.Centre = append(t.Minus, start), append(t.Centre, start)
	}
	return t
}

// open returns the number of episodes that may be played: those whose values are known.
func (c *spsa) open() uint64 {
	if c.stage == c.tune.Iterations {
		return math.MaxUint64
	}
	return uint64(c.stage+1) * c.tune.stage()
}

// mean returns the moments, over the chains, of a parameter's mean place in two quarters.
func (c *spsa) mean(i, a, b int) (m stats.Moments) {
	for r := range c.chains {
		q := &c.chains[r].quarters
		n := c.inQuarter(a)
		sum := q[a][i]
		if b != a {
			n += c.inQuarter(b)
			sum += q[b][i]
		}
		m.Add(sum / float64(n))
	}
	return m
}

// inQuarter returns the number of iterations k with 4k/n = q.
func (c *spsa) inQuarter(q int) int {
	start := func(q int) int { return (q*c.tune.Iterations + 3) / 4 }
	return start(q+1) - start(q)
}

// drift returns the moments, over the chains, of how much a parameter still moved between the last
// two quarters.
func (c *spsa) drift(i int) (m stats.Moments) {
	for r := range c.chains {
		q := &c.chains[r].quarters
		m.Add(q[3][i]/float64(c.inQuarter(3)) - q[2][i]/float64(c.inQuarter(2)))
	}
	return m
}

// every is the number of iterations between two points of the path.
func (c *spsa) every() int { return (c.tune.Iterations + curvePoints - 1) / curvePoints }

// mark adds a point to the path: the mean of the chains, with its interval.
func (c *spsa) mark() {
	for i := range c.names {
		c.path[i] = append(c.path[i], Point{uint64(c.stage), c.now(i)})
	}
}

// now returns where the chains are.
func (c *spsa) now(i int) Estimate {
	m := c.places(i)
	return c.params[i].estimate(&m, 0)
}

// centre returns the mean of where the chains are.
func (c *spsa) centre(i int) float64 {
	m := c.places(i)
	return c.params[i].value(m.Mean)
}

func (c *spsa) places(i int) (m stats.Moments) {
	for r := range c.chains {
		m.Add(c.chains[r].at[i])
	}
	return m
}

// estimate returns the mean of places as a value, with Student's interval, made wider by a number of
// steps on either side.
func (p *Parameter) estimate(m *stats.Moments, wider float64) Estimate {
	in := m.Interval(Level)
	value := func(steps float64) Number { return Number(min(max(p.value(steps), p.From), p.To)) }
	return Estimate{value(m.Mean), value(in.Lo - wider), value(in.Hi + wider), m.N}
}
