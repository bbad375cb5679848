// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

const (
	firstBatch = 64     // games that make a first estimate
	leastBatch = 8      // of a part that counts for little
	goalGuess  = 0.0195 // half-width of the cost of one guess
	goalLuck   = 0.03   // of its luck, which judges nobody
	goalGame   = 0.048  // of the costs and of the luck of a whole game
	curveGames = 1_500  // for winning chances between certain moves
	goalCurve  = 0.06   // of a winning chance between certain moves
)

// mostWork limits the work of the games of a review: about 10,000 games on an Expert board, which
// take a browser some 20 seconds.
const mostWork = 10_000_000

// gamesAt are the games played from one position of a review.
type gamesAt struct {
	turn   int  // the position before this turn
	shows  int  // if at least 0, after the turn's cell showed this number instead
	twice  bool // each game is also played after the cell that the player opened
	failed bool // too hard to play
	games  pairs
	work   float64 // of the games
}

// price is the mean work of one of the games. A position without any is cheap, so that it gets some.
func (g *gamesAt) price() float64 {
	if g.games.n == 0 {
		return 1
	}
	return g.work / float64(g.games.n)
}

// guess is a turn that opened a cell which was not certainly safe, and whose values are not exact.
type guess struct {
	turn     int
	same     bool // veil's play would open the same cell
	lost     bool // the cell was certainly a mine
	best     []mines.Cell
	survives float64
	law      [9]float64
	then     [9]*gamesAt // by the number shown; nil where it cannot be shown or leads to the next turn
	whole    bool        // the law was computed; it is not needed if same
}

// reckoning estimates the winning chances of veil's play in the positions of a game that have no
// exact value.
//
// The cost of a guess is the difference of veil's move and the player's, both played on the same
// layouts. Its luck is the value after it less the mean over all numbers that the cell could have
// shown. Where veil's play opens the same cell, that mean is the value before. Elsewhere half of it
// comes from the games of the cost, half from others that begin with each of the numbers. So costs
// and luck add up to the result only within their errors, and the difference checks both.
type reckoning struct {
	*Replay

	seed      uint64
	limit     count.Limit
	ends      *Endgames
	at        []*gamesAt // by turn; nil where the value is exact or no games are played
	views     map[int]mines.View
	guesses   map[int]*guess
	order     []*guess
	work      float64                   // that may still be done
	curveWork float64                   // added for positions between certain moves
	count     int                       // games played, those kept included
	fresh     int                       // games played, without them
	kept      map[place]api.MinesPlayed // by an earlier review
}

func newReckoning(r *Replay, l api.Limits) *reckoning {
	k := &reckoning{
		Replay: r, limit: counting(l), ends: NewEndgames(veilEnds), at: make([]*gamesAt, len(r.Turns)+1),
		views: map[int]mines.View{}, guesses: map[int]*guess{},
	}
	for _, t := range r.Turns {
		k.seed = mixed(k.seed, uint64(t.Cell)) // so that the errors of different games are independent
	}
	return k
}

// mixed returns a hash of some numbers (the finaliser of splitmix64). Small seeds, unmixed, make the
// first draws of their streams alike.
func mixed(numbers ...uint64) (h uint64) {
	for _, n := range numbers {
		h += n + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// last estimates the winning chance before the last turn, which is shown first: everything else takes
// longer, and a first number shall be there soon.
func (k *reckoning) last(ctx context.Context, views []mines.View) error {
	turn := len(k.Turns) - 1
	if turn < 0 {
		return nil
	}
	k.games(turn, views)
	if k.isGuess(turn) {
		if err := k.guessAt(ctx, turn); err != nil {
			return err
		}
	}
	if k.at[turn] == nil || k.at[turn].failed {
		return nil
	}
	return k.play(ctx, k.at[turn], firstBatch)
}

// prepare lists the guesses, and what there is to estimate about each.
func (k *reckoning) prepare(ctx context.Context, views []mines.View, games int) error {
	guesses := 0
	for i := range k.Turns {
		if k.isGuess(i) {
			guesses++
		}
	}
	work := min(mostWork, 1.25*float64(games*(guesses+1))*typicalWork(k.Rules))
	k.work += work
	k.curveWork = min(work/8, curveGames*typicalWork(k.Rules))
	for i := range k.Turns {
		if ctx.Err() != nil {
			break
		}
		if k.isGuess(i) && k.affords() {
			k.games(i, views)
			k.games(i+1, views)
			if k.guesses[i] != nil {
				continue
			}
			if err := k.guessAt(ctx, i); err != nil {
				return err
			}
		}
	}
	k.joint(views)
	return canceledOnly(ctx)
}

// joint adds the positions where the estimates begin and end to those that are estimated. Where
// exact values follow, veil's play is compared with best play.
func (k *reckoning) joint(views []mines.View) {
	if k.Exact > 0 {
		k.games(0, views)
		k.games(k.Exact, views)
	}
}

// affords reports whether there is work enough for a first estimate of one more guess. On the
// largest boards there is for few.
func (k *reckoning) affords() bool {
	return float64(len(k.order)+1)*firstBatch*4*typicalWork(k.Rules) <= 2*mostWork || len(k.order) == 0
}

// isGuess reports whether a turn was a guess that is estimated.
func (k *reckoning) isGuess(turn int) bool { return turn < k.Exact && isGuessed(k.Turns[turn]) }

// position adds the position before a turn to those that are estimated, unless its value is exact.
func (k *reckoning) position(turn int, views []mines.View) {
	if !k.exactAt(turn) {
		k.games(turn, views)
	}
}

// games adds the position before a turn to those from which games are played, unless its value is
// known without them.
func (k *reckoning) games(turn int, views []mines.View) {
	if _, known := k.veilAt(turn); known || k.at[turn] != nil {
		return
	}
	k.views[turn] = views[turn]
	k.at[turn] = &gamesAt{turn: turn, shows: -1}
}

// exactAt reports whether the value of the position before a turn is exact.
func (k *reckoning) exactAt(turn int) bool {
	if turn == len(k.Turns) {
		return turn > 0 && k.Turns[turn-1].After.Badge() == veil.Exact
	}
	return k.Turns[turn].Value.Badge() == veil.Exact
}

func (k *reckoning) guessAt(ctx context.Context, turn int) error {
	t := k.Turns[turn]
	g := &guess{turn: turn, survives: 1 - t.Risk.Float()}
	k.guesses[turn] = g
	k.order = append(k.order, g)
	here := k.at[turn]
	if here == nil {
		return nil
	}
	games, err := newVeilGames(ctx, k.views[turn], k.limit, k.ends)
	if err != nil {
		here.failed = true
		return ignoreEnd(err)
	}
	move, guesses := games.move(ctx)
	g.lost = g.survives == 0
	g.same = guesses && move == t.Cell
	if g.best = t.Safe; guesses {
		g.best = []mines.Cell{move}
	}
	if g.same {
		return nil
	}
	here.twice = !g.lost
	if g.law, err = games.root.Law(t.Cell); err != nil {
		return ignoreEnd(err)
	}
	g.whole = true
	for shows, p := range g.law {
		switch {
		case p <= 0:
		case shows > 0 && mines.Mark(shows) == t.Saw: // the position after the turn
		default: // other numbers, and 0: it opens more cells, and they could have shown others
			g.then[shows] = &gamesAt{turn: turn, shows: shows}
		}
	}
	return nil
}

// value returns the winning chance before a turn: exact, or of veil's play.
func (k *reckoning) value(turn int) (mixture, bool) {
	if !k.exactAt(turn) {
		return k.veilAt(turn)
	}
	if turn == len(k.Turns) {
		return mixture{constant: k.Turns[turn-1].After.Float()}, true
	}
	return mixture{constant: k.Turns[turn].Value.Float()}, true
}

// veilAt returns the winning chance of veil's play before a turn, also where that of best play is
// known: costs and luck compare values of one policy only.
func (k *reckoning) veilAt(turn int) (mixture, bool) {
	switch at := k.at[turn]; {
	case turn == len(k.Turns) && k.Status != veil.Open, turn < len(k.Turns) && k.exactAt(turn) && k.solves(turn):
		return k.value(turn)
	case at == nil || at.failed:
		return mixture{}, false
	default:
		return mixture{parts: []part{{at, 1, 0}}}, true
	}
}

// solves reports whether veil's play is best play from a turn on.
func (k *reckoning) solves(turn int) bool {
	n := k.Turns[turn].Layouts
	return n != nil && n.Cmp(big.NewInt(int64(k.ends.most))) <= 0
}

// cost returns the winning chance that a turn gave away: exact, or against veil's play. It is
// negative if the player's move was better.
func (k *reckoning) cost(turn int) (mixture, bool) {
	t, g := k.Turns[turn], k.guesses[turn]
	switch {
	case turn >= k.Exact:
		cost, _ := t.GivenAway().Float64()
		return mixture{constant: cost}, true
	case isCertain(t) || g != nil && g.same:
		return mixture{}, true
	case g == nil || k.at[turn] == nil || k.at[turn].failed:
		return mixture{}, false
	case g.lost:
		return mixture{parts: []part{{k.at[turn], 1, 0}}}, true
	default:
		return mixture{parts: []part{{k.at[turn], 1, -1}}}, true
	}
}

// luck returns the value after a turn less the mean over everything that its cell could have shown.
func (k *reckoning) luck(turn int) (mixture, bool) {
	t, g := k.Turns[turn], k.guesses[turn]
	after, ok := mixture{}, true
	switch {
	case turn >= k.Exact:
		luck, _ := t.Luck().Float64()
		return mixture{constant: luck}, true
	case t.Saw != mines.Mine:
		after, ok = k.veilAt(turn + 1)
	}
	switch {
	case isCertain(t) || g != nil && g.same: // veil's play opens the cell too, so the mean is the value before
		before, known := k.veilAt(turn)
		return after.plus(-1, before), ok && known
	case g == nil || !g.whole:
		return mixture{}, false
	}
	mean, known := k.mean(g, after)
	return after.plus(-1, mean), ok && known
}

// mean returns the mean over everything that the cell of a guess could have shown; after is the
// value after what it did show.
func (k *reckoning) mean(g *guess, after mixture) (mean mixture, ok bool) {
	ok = true
	for shows, p := range g.law {
		switch at := g.then[shows]; {
		case p <= 0:
		case at == nil:
			mean = mean.plus(p, after)
		default:
			mean.add(part{at, p, 0})
			ok = ok && !at.failed
		}
	}
	if here := k.at[g.turn]; here != nil && here.twice && !here.failed {
		mean = mixture{parts: []part{{here, 0, 0.5}}}.plus(0.5, mean)
	}
	return mean, ok
}

// sum is a game's result in parts.
type sum struct {
	Start, Cost, Luck, Gain, Result mixture
	whole                           bool
}

func (s *sum) take(into *mixture, m mixture, ok bool) {
	*into, s.whole = into.plus(1, m), s.whole && ok
}

// sum adds up the game: by veil's play as far as it is estimated, then by best play.
func (k *reckoning) sum() (s sum) {
	s.whole = true
	run, ok := k.veilAt(0)
	if k.Exact == 0 {
		run, ok = k.value(0)
	}
	s.take(&s.Start, run, ok)
	for i := range k.Exact {
		s.whole = s.whole && k.Turns[i].Risk.Badge() == veil.Exact
		if k.isGuess(i) {
			run = k.addGuess(&s, i, run)
		}
	}
	end, ok := k.veilAt(k.Exact)
	if k.Exact > 0 {
		s.take(&s.Luck, end.plus(-1, run), ok)
	}
	s.Result, ok = k.value(len(k.Turns))
	s.whole = s.whole && ok
	if 0 < k.Exact && k.Exact < len(k.Turns) {
		best, _ := k.value(k.Exact)
		s.Gain = best.plus(-1, end)
	}
	k.addExact(&s)
	return s
}

// addGuess adds a guess, and the certain moves before it: their luck is the value after them less
// the value run before them. It returns the value after the guess.
func (k *reckoning) addGuess(s *sum, turn int, run mixture) mixture {
	before, ok := k.veilAt(turn)
	s.take(&s.Luck, before.plus(-1, run), ok)
	cost, ok := k.cost(turn)
	s.take(&s.Cost, cost, ok)
	luck, ok := k.luck(turn)
	s.take(&s.Luck, luck, ok)
	after, _ := k.veilAt(turn + 1)
	return after
}

// addExact adds the turns whose values are exact.
func (k *reckoning) addExact(s *sum) {
	for i := k.Exact; i < len(k.Turns); i++ {
		cost, _ := k.cost(i)
		luck, _ := k.luck(i)
		s.Cost, s.Luck = s.Cost.plus(1, cost), s.Luck.plus(1, luck)
	}
}

// isGuessed reports whether a turn opened a cell that was not certainly safe.
func isGuessed(t ReplayTurn) bool { return t.Risk.Badge() == veil.Exact && !isCertain(t) }

// target is a quantity and how certain it shall be.
type target struct {
	mixture

	goal float64
}

// targets lists what is estimated: each guess, and the whole game.
func (k *reckoning) targets() (list []target) {
	for _, g := range k.order {
		if g.turn >= k.Exact {
			continue
		}
		if m, ok := k.cost(g.turn); ok {
			list = append(list, target{m, goalGuess})
		}
		if m, ok := k.luck(g.turn); ok {
			list = append(list, target{m, goalLuck})
		}
	}
	s := k.sum()
	return append(list, target{s.Cost, goalGame}, target{s.Luck, goalGame}, target{s.Start, goalGuess})
}

// first plays enough games of each guess for a first estimate, those of the riskiest first: they
// are most often the mistakes.
func (k *reckoning) first(ctx context.Context, progress func()) error {
	for _, t := range k.targets() {
		for _, p := range t.parts {
			if p.of.games.n < p.enough() {
				if err := k.play(ctx, p.of, p.enough()); err != nil {
					return err
				}
				progress()
			}
		}
	}
	return canceledOnly(ctx)
}

// refine plays games where they reduce the largest error, relative to its goal, until every goal is
// met or the work is done.
func (k *reckoning) refine(ctx context.Context, progress func()) error {
	for k.work > 0 && ctx.Err() == nil {
		var at *gamesAt
		most := 1.0
		for _, t := range k.targets() {
			if ratio := t.half() / t.goal; ratio > most && t.worst() != nil {
				at, most = t.worst(), ratio
			}
		}
		if at == nil {
			break
		}
		if err := k.play(ctx, at, firstBatch); err != nil {
			return err
		}
		progress()
	}
	return canceledOnly(ctx)
}

// play plays games from one position. Every game has a separate random stream, so the scores do not
// depend on the order in which positions are played.
func (k *reckoning) play(ctx context.Context, at *gamesAt, games int) error {
	if k.restore(at) {
		games -= at.games.n
	}
	if games <= 0 {
		return nil
	}
	v, cell := k.views[at.turn], mines.Cell(-1)
	if at.shows >= 0 {
		v = v.With(k.Turns[at.turn].Cell, mines.Mark(at.shows))
	}
	if at.twice {
		cell = k.Turns[at.turn].Cell
	}
	table, err := newVeilGames(ctx, v, k.limit, k.ends)
	if err != nil {
		at.failed = ctx.Err() == nil
		return ignoreEnd(err)
	}
	for range games {
		before := table.work
		r := rand.New(rand.NewPCG(mixed(k.seed, uint64(at.turn), uint64(at.shows+1)), mixed(uint64(at.games.n))))
		x, y, ok := k.game(ctx, table, r, cell, at)
		if !ok {
			at.failed = ctx.Err() == nil
			return canceledOnly(ctx)
		}
		at.games.add(x, y)
		k.count++
		k.fresh++
		at.work += table.work - before
		k.work -= table.work - before
	}
	return nil
}

func (k *reckoning) game(ctx context.Context, g *veilGames, r *rand.Rand, cell mines.Cell, at *gamesAt) (x, y float64, ok bool) {
	g.deal(r)
	var dealt mines.Layout
	if cell >= 0 {
		dealt = append(dealt, g.table.Layout...)
	}
	x, ok = g.game(ctx, r)
	if cell >= 0 && ok {
		copy(g.table.Layout, dealt)
		y, ok = g.gameAfter(ctx, r, cell, k.guesses[at.turn].survives)
	}
	return x, y, ok
}

// curve values positions between certain moves with the work that is left: those in the middle of
// the longest gaps first.
func (k *reckoning) curve(ctx context.Context, views []mines.View, progress func()) error {
	k.work = max(0, k.work) + k.curveWork
	for ctx.Err() == nil {
		turn := k.widestGap()
		if turn < 0 || k.work <= 0 {
			break
		}
		k.position(turn, views)
		at := k.at[turn]
		for at.games.n == 0 || at.games.n < 4*firstBatch && (mixture{parts: []part{{at, 1, 0}}}).half() > goalCurve {
			if err := k.play(ctx, at, firstBatch); err != nil || at.failed || ctx.Err() != nil {
				return err
			}
		}
		progress()
	}
	return canceledOnly(ctx)
}

// widestGap returns the middle turn of the longest series without a value, or -1.
func (k *reckoning) widestGap() int {
	middle, most, from := -1, 0, -1
	for i := 0; i <= len(k.Turns); i++ {
		if i < len(k.Turns) && !k.exactAt(i) && k.at[i] == nil && k.Turns[i].Risk.Badge() == veil.Exact {
			continue
		}
		if n := i - from - 1; n > most {
			middle, most = from+1+n/2, n
		}
		from = i
	}
	return middle
}

// estimateOf returns a winning chance as a value.
func (k *reckoning) estimateOf(m mixture) veil.Value {
	n := math.MaxInt
	for _, p := range m.parts {
		n = min(n, p.of.games.n)
	}
	mean, half := m.mean(), m.half()
	return veil.EstimateValue(mean, max(0, mean-half), min(1, mean+half), n, k.seed)
}

// off returns how far the parts miss the result.
func (s sum) off() mixture {
	return s.Start.plus(-1, s.Cost).plus(1, s.Luck).plus(1, s.Gain).plus(-1, s.Result)
}

// ready reports whether all parts of the sum are known.
func (s sum) ready() bool {
	return s.whole && s.Start.ready() && s.Cost.ready() && s.Luck.ready() && s.Gain.ready() && s.Result.ready()
}
