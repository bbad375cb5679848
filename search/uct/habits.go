// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Memory is a policy that [Learn] found. Searches only read it, so they may share it.
type Memory struct{ habits any }

// ErrOtherMemory reports a memory that was learned on a problem with other actions or observations.
var ErrOtherMemory = errors.New("uct: the Memory is of a problem with other actions or observations")

// Constants of habits.
const (
	// curious is the share of the steps before a comparison that try any action.
	curious = 0.05
	// rivals is the share of the comparisons that are with the action preferred next: who is best is decided there.
	rivals = 0.5
	// rate is the share of an error by which a habit changes after many comparisons. In the second half of the work it falls
	// to calm of itself, so that what is left of the noise is averaged.
	rate, calm = 0.001, 0.1
	// pairings is the number of searches for partners.
	pairings = 4
	// early is the number of comparisons by which the first ones count less than fully.
	early = 2
	// maxHabits limits the actions that are told apart, and maxSeen the observations.
	maxHabits, maxSeen = 1 << 10, 1 << 6
)

// habits is a policy for the simulations of a problem that has none. An action is preferred by what was done and seen
// last, by how long ago it or its partner was taken and what that showed, and by the steps that are left if every episode
// has had the same number. Policies of this kind answer a warning, ask again after a while, spend nothing on what no longer
// pays, and otherwise wait, where random actions spoil whatever the search has done.
type habits[A, O comparable] struct {
	actions []A
	numbers map[A]int32
	seen    map[O]int32
	after   [][]habit // by what was done and seen last, and by action
	since   [][]habit // by action, and by what it or its partner showed and how long ago
	until   [][]habit // by the steps that are left, and by action
	partner []int32   // by action, or none
	length  int32     // of the episodes, or 0 before the first has ended
	varied  bool      // episodes differ in length, so until says nothing
}

// habit is a preference, and the number of comparisons that made it.
type habit struct{ n, value float64 }

// past summarises an episode for habits.
type past struct {
	last int32 // row of after
	now  int32
	made []made // by action
}

// made is when an action or its partner was taken last, which of them, and what it showed; it is zero if neither was.
type made struct{ event, at int32 }

// ages is the number of intervals of time that are told apart, intervals the one of each number of steps. Those after 50
// steps share the last.
const (
	ages      = 13
	intervals = "ABCDEFFGGHHHIIIIJJJJJKKKKKKKKKLLLLLLLLLLLLLLLLLLLLM"
)

// age returns the interval of a time.
func age(steps int32) int { return int(intervals[min(steps, int32(len(intervals)-1))] - 'A') }

func newHabits[A, O comparable]() *habits[A, O] {
	return &habits[A, O]{numbers: map[A]int32{}, seen: map[O]int32{}}
}

// number returns the number of an action, or none. Usually the list has the order of the actions.
func (h *habits[A, O]) number(guess int, a A) int32 {
	if guess < len(h.actions) && h.actions[guess] == a {
		return int32(guess)
	}
	if k, ok := h.numbers[a]; ok {
		return k
	}
	return none
}

// meet numbers actions that are new, as far as there are numbers.
func (h *habits[A, O]) meet(actions []A) {
	for i, a := range actions {
		if h.number(i, a) == none && len(h.actions) < maxHabits {
			h.numbers[a] = int32(len(h.actions))
			h.actions, h.partner = append(h.actions, a), append(h.partner, none)
		}
	}
}

// hear numbers an observation that is new.
func (h *habits[A, O]) hear(o O) {
	if _, ok := h.seen[o]; !ok && len(h.seen) < maxSeen-1 {
		h.seen[o] = 1 + int32(len(h.seen)) // those without a number share 0
	}
}

// note notes a step.
func (h *habits[A, O]) note(p *past, k int32, o O) {
	p.now++
	if k == none {
		p.last = 0
		return
	}
	for len(p.made) < len(h.actions) {
		p.made = append(p.made, made{})
	}
	seen := h.seen[o]
	p.made[k] = made{1 + seen, p.now}
	if twin := h.partner[k]; twin != none {
		p.made[twin] = made{1 + maxSeen + seen, p.now}
	}
	p.last = 1 + k*maxSeen + seen
}

// ends notes how many steps an episode had that is over.
func (h *habits[A, O]) ends(steps int) {
	h.varied = h.varied || h.length != 0 && int(h.length) != steps
	h.length = int32(steps)
}

// maxLeft limits the numbers of steps that are told apart before the end.
const maxLeft = 1 << 6

// left returns where until keeps what is preferred now, or none.
func (h *habits[A, O]) left(p *past) int {
	if h.varied || h.length == 0 {
		return none
	}
	return int(min(max(h.length-p.now, 0), maxLeft-1))
}

// when returns where the preference for an action is kept by what it showed and how long ago.
func (p *past) when(k int32) int {
	if int(k) < len(p.made) && p.made[k].event > 0 {
		return int(p.made[k].event)*ages + age(p.now-p.made[k].at)
	}
	return 0
}

// Constants of partners.
const (
	// enough is the number of comparisons from which a preference counts as known.
	enough = 20
	// distinct is how many standard errors apart preferences must be.
	distinct = 8
	// maxPartners limits the actions among which partners are found.
	maxPartners = 100
)

// pair makes partners of two actions where what one shows matters most for the other, both ways: a look at something
// and the answer to what it shows. Then either knows when the other was taken, and learns again what age means.
func (h *habits[A, O]) pair(noise float64) {
	n := min(len(h.actions), maxPartners)
	matters := make([][]float64, n)
	for c := range matters {
		matters[c] = h.matters(c, n, noise)
	}
	for c := range matters {
		b := highestAt(n, func(b int) float64 { return matters[c][b] })
		back := highestAt(n, func(a int) float64 { return matters[a][b] })
		if back == c && matters[c][b] > distinct && h.partner[b] == none && h.partner[c] == none {
			h.partner[b], h.partner[c] = int32(c), int32(b)
			h.forget(b)
			h.forget(c)
		}
	}
}

// matters returns, for every other action, how far its preference differs with what an action shows, in standard errors.
func (h *habits[A, O]) matters(c, n int, noise float64) []float64 {
	apart := make([]float64, n)
	answers := make([][]habit, 1+len(h.seen))
	for seen := range answers {
		answers[seen] = h.answers(c, seen, n)
	}
	for b := range apart {
		for x := range answers {
			for y := range x {
				one, two := answers[x][b], answers[y][b]
				if b != c && min(one.n, two.n) >= enough {
					apart[b] = max(apart[b], math.Abs(one.value-two.value)/(noise*math.Sqrt(1/one.n+1/two.n)))
				}
			}
		}
	}
	return apart
}

// answers returns the preferences after an action showed something, less their average.
func (h *habits[A, O]) answers(c, seen, n int) []habit {
	list, mean := make([]habit, n), 0.0
	for b := range list {
		list[b] = entry(h.after, 1+c*maxSeen+seen, b)
		mean += list[b].value / float64(n)
	}
	for b := range list {
		list[b].value -= mean
	}
	return list
}

// forget drops what age means for an action.
func (h *habits[A, O]) forget(k int) {
	if k < len(h.since) {
		h.since[k] = nil
	}
}

// highestAt returns the number below n with the highest value.
func highestAt(n int, value func(int) float64) (best int) {
	for i := range n {
		if value(i) > value(best) {
			best = i
		}
	}
	return best
}

// entry returns an entry, which is zero if there is none.
func entry(rows [][]habit, row, i int) habit { return at(rowOf(rows, row), i) }

// rowOf returns a row, or none.
func rowOf(rows [][]habit, row int) []habit {
	if uint(row) < uint(len(rows)) {
		return rows[row]
	}
	return nil
}

// at returns an entry of a row, which is zero if there is none.
func at(row []habit, i int) habit {
	if i < len(row) {
		return row[i]
	}
	return habit{}
}

// score returns the preference for an action, 0 for one that was never met.
func (h *habits[A, O]) score(p *past, k int32) float64 {
	return h.prefers(p, rowOf(h.after, int(p.last)), rowOf(h.until, h.left(p)), k)
}

// prefers is score with the rows of the moment.
func (h *habits[A, O]) prefers(p *past, after, until []habit, k int32) float64 {
	if k == none {
		return 0
	}
	return at(after, int(k)).value + entry(h.since, int(k), p.when(k)).value + at(until, int(k)).value
}

// best returns the place of the preferred action, and its number.
func (h *habits[A, O]) best(p *past, actions []A) (place int, k int32) {
	return h.bestBut(p, actions, none)
}

// bestBut is best without the action of one place.
func (h *habits[A, O]) bestBut(p *past, actions []A, without int) (place int, k int32) {
	after, until, top := rowOf(h.after, int(p.last)), rowOf(h.until, h.left(p)), math.Inf(-1)
	for i, a := range actions {
		if i == without {
			continue
		}
		n := h.number(i, a)
		if x := h.prefers(p, after, until, n); x > top {
			place, k, top = i, n, x
		}
	}
	return place, k
}

// change changes the preference for an action by a share of an error or, at first, by more, in every table that knows the moment.
func (h *habits[A, O]) change(p *past, k int32, off, share float64) {
	if k == none {
		return
	}
	improve(reached(&h.after, int(p.last), int(k)), off, share)
	improve(reached(&h.since, int(k), p.when(k)), off, share)
	if left := h.left(p); left != none {
		improve(reached(&h.until, left, int(k)), off, share)
	}
}

// improve changes an entry.
func improve(x *habit, off, share float64) {
	x.n++
	x.value += float64(off * max(share, 1/(early*(x.n+early))))
}

// reached returns an entry, and makes room for it.
func reached(rows *[][]habit, row, i int) *habit {
	for len(*rows) <= row {
		*rows = append(*rows, nil)
	}
	for len((*rows)[row]) <= i {
		(*rows)[row] = append((*rows)[row], habit{})
	}
	return &(*rows)[row][i]
}

// player plays episodes by habit.
type player[S any, A, O comparable] struct {
	veil.Model[S, A, O]
	*habits[A, O]

	dice     *scenarios
	discount float64
	actions  []A
}

// playOut plays an episode by habit to its end, or until no steps are left. If place is not none, it takes that action
// first. It returns the reward, and whether the episode is over.
func (e *player[S, A, O]) playOut(s *S, p *past, place, left int) (sum float64, steps int, done bool) {
	weight := 1.0
	for ; steps < left && !done; steps++ {
		e.actions = e.AppendActions(e.actions[:0], s)
		if len(e.actions) == 0 {
			return sum, steps, true
		}
		if place == none {
			place, _ = e.best(p, e.actions)
		}
		a, k := e.actions[place], e.number(place, e.actions[place])
		var o O
		var reward float64
		o, reward, done = e.Step(e.dice.next(), s, a)
		e.note(p, k, o)
		sum += float64(weight * reward)
		weight *= e.discount
		place = none
	}
	return sum, steps, done
}

// habitual plays the rollout of a simulation by habit.
func (t *tree[S, A, O]) habitual() float64 {
	p := past{t.before.last, t.before.now, append(t.known.made[:0], t.before.made...)}
	for _, v := range t.path {
		a := t.edges[v.edge].action
		t.habits.note(&p, t.habits.number(0, a), t.answers[v.answer].seen)
	}
	e := player[S, A, O]{t.Model, t.habits, t.scenarios, t.cfg.Discount, t.actions}
	sum, steps, _ := e.playOut(&t.s, &p, none, t.cfg.Horizon-len(t.path))
	t.used, t.known, t.actions = t.used+steps, p, e.actions
	return sum
}

// recall takes up the habits of a memory, and what they know of the steps before the root's belief.
func (t *tree[S, A, O]) recall(m *Memory) {
	h, ok := m.habits.(*habits[A, O])
	if !ok {
		t.err = ErrOtherMemory
		return
	}
	t.habits = h
	if b, ok := t.root.(Remembering[A, O]); ok {
		for a, o := range b.Past() {
			h.note(&t.before, h.number(0, a), o)
		}
	}
}

// learner is a Learn in progress.
type learner[S any, A, O comparable] struct {
	player[S, A, O]

	random  *rand.Rand
	cfg     Config
	longest int // about the length of the longest episodes
	steps   int // to be used
	used    int
	noise   float64 // about the square of a difference
	trials  [3]past
}

// Learn returns a policy for the simulations of a problem that has none, after about the given number of steps of the
// model. It follows the policy to a step of an episode and compares two actions there, the policy's and any other, each
// followed by the policy with the same luck. It uses the Seed, Discount and Horizon of the configuration.
func Learn[S any, A, O comparable](ctx context.Context, m veil.Model[S, A, O], steps int, cfg Config) (*Memory, error) {
	cfg, err := cfg.completed()
	if err != nil {
		return nil, err
	}
	l := &learner[S, A, O]{
		player: player[S, A, O]{Model: m, habits: newHabits[A, O](), dice: newScenarios(cfg.Seed, 0), discount: cfg.Discount},
		random: rand.New(rand.NewPCG(cfg.Seed, 1)), cfg: cfg, longest: 1, steps: steps,
	}
	for round := 1; l.used < steps; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if l.compare(); l.used > round*(steps/(2*pairings)) && round <= pairings { // the second half refines
			l.pair(math.Sqrt(l.noise))
			round++
		}
	}
	return &Memory{l.habits}, nil
}

// compare plays to a step of an episode and compares two actions there.
func (l *learner[S, A, O]) compare() {
	scenario := l.random.Int32()
	l.dice.begin(scenario)
	s, p, depth := l.Start(l.dice.next()), past{made: l.trials[0].made[:0]}, l.random.IntN(l.longest)
	l.used++
	for step := range depth {
		if !l.play(&s, &p) {
			l.longest = max(step, l.longest-1)
			l.ends(int(p.now))
			return
		}
	}
	l.trials[0] = p
	l.actions = l.AppendActions(l.actions[:0], &s)
	if len(l.actions) < 2 {
		return
	}
	l.meet(l.actions)
	place, _ := l.best(&p, l.actions)
	other := l.other(&p, place)
	a, b := l.number(place, l.actions[place]), l.number(other, l.actions[other])
	off := l.tried(2, s, scenario, depth, other) - l.tried(1, s, scenario, depth, place) - l.score(&p, b) + l.score(&p, a)
	l.noise += float64(rate * (float64(off*off) - l.noise))
	l.change(&p, b, off, l.rate())
	l.change(&p, a, -off, l.rate())
}

// other returns the place of an action to compare with the preferred one: the one preferred next, or any.
func (l *learner[S, A, O]) other(p *past, place int) int {
	if l.random.Float64() < rivals {
		other, _ := l.bestBut(p, l.actions, place)
		return other
	}
	return (place + 1 + l.random.IntN(len(l.actions)-1)) % len(l.actions)
}

// rate returns the share of an error by which habits change after many comparisons, at this time of the work.
func (l *learner[S, A, O]) rate() float64 {
	late := max(0, 2*float64(l.used)/float64(l.steps)-1)
	return rate * (1 - float64((1-calm)*min(late, 1)))
}

// play makes a step by habit, or now and then by curiosity, and reports whether the episode continues.
func (l *learner[S, A, O]) play(s *S, p *past) bool {
	l.actions = l.AppendActions(l.actions[:0], s)
	if len(l.actions) == 0 {
		return false
	}
	l.meet(l.actions)
	place, k := l.best(p, l.actions)
	if l.random.Float64() < curious {
		place = l.random.IntN(len(l.actions))
		k = l.number(place, l.actions[place])
	}
	o, _, done := l.Step(l.dice.next(), s, l.actions[place])
	l.used++
	l.hear(o)
	l.note(p, k, o)
	return !done
}

// tried returns what follows an action and then the policy, after the steps of a scenario.
func (l *learner[S, A, O]) tried(trial int, s S, scenario int32, depth, place int) float64 {
	from, p := &l.trials[0], &l.trials[trial]
	p.last, p.now, p.made = from.last, from.now, append(p.made[:0], from.made...)
	l.dice.begin(scenario)
	l.dice.moment = uint64(1 + depth)
	sum, steps, done := l.playOut(&s, p, place, l.cfg.Horizon-depth)
	if l.used += steps; done {
		l.ends(depth + steps)
	}
	l.longest = min(max(l.longest, depth+steps), l.cfg.Horizon)
	return sum
}
