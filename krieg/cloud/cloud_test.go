// SPDX-License-Identifier: BSD-3-Clause

package cloud_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/referee"
)

// step lets a random player act once: now and then it asks, otherwise it tries anything
// that the rules allow.
func step(r *rand.Rand, rules krieg.Rules, g *referee.Game) (krieg.Event, bool) {
	s := g.State()
	a := krieg.AskAny
	if !rules.MayAsk(&s) || r.IntN(6) > 0 {
		var l chess.Moves
		rules.Tries(&s, &l)
		a = krieg.Action(l.Slice()[r.IntN(l.Len())])
	}
	o := g.Try(a)
	return krieg.Event{By: s.Pos.ToMove(), Action: a, Heard: o}, o.Answer != krieg.Nonsense
}

// heard reports whether c hears an event at all.
func heard(rules krieg.Rules, c krieg.Color, e krieg.Event) bool {
	return e.By == c || e.Heard.Answer != krieg.No || rules.PublicRefusals
}

// replays follows the hidden moves of board i through the exact beliefs of single boards.
func replays(t *testing.T, c *cloud.Cloud, h *krieg.History, i int) {
	t.Helper()
	moves, board := c.Moves(i), c.Start(i)
	var b *krieg.Belief
	for n, e := range h.Events {
		var err error
		if b == nil {
			if b, err = krieg.NewBelief(h.Rules, h.Me, []krieg.Position{board}); err != nil {
				t.Fatal(err)
			}
		}
		if b, err = b.Hear(t.Context(), e, krieg.Limits{}); err != nil {
			t.Fatalf("board %d does not explain event %d, %s: %v\n%s", i, n, h.Line(e), err, h.Log())
		}
		if e.Heard.Answer != krieg.Yes {
			continue
		}
		m := krieg.Move(e.Action)
		if e.By != h.Me {
			m, moves = moves[0], moves[1:]
		}
		if !board.IsLegal(m) {
			t.Fatalf("board %d: hidden move %v is not legal at event %d\n%s", i, m, n, h.Log())
		}
		if board.Make(m); !b.Has(&board) {
			t.Fatalf("board %d: hidden move %v does not explain event %d, %s\n%s", i, m, n, h.Line(e), h.Log())
		}
		b = nil
	}
	if now := c.Board(i); now != board || len(moves) > 0 {
		t.Fatalf("board %d is %v, but its moves lead to %v with %d to spare", i, &now, &board, len(moves))
	}
}

// tally counts what became of the clouds of some games.
type tally struct {
	games, events, exact, boards, deaths, regrown, mended, lost, trueHeld, replayed int
}

// follow plays a random game of at most so many plies and follows it with the cloud of one
// side.
func (n *tally) follow(t *testing.T, rules krieg.Rules, me krieg.Color, seed uint64, boards, most int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 77))
	g := referee.NewGame(rules, chess.Start())
	h := krieg.NewHistory(rules, me)
	c, err := cloud.New(rules, me, []krieg.Position{chess.Start()}, cloud.Config{Boards: boards, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for plies := 0; !g.Over() && plies < most; {
		e, ok := step(r, rules, g)
		if !ok || !heard(rules, me, e) {
			continue
		}
		if e.Heard.Answer == krieg.Yes {
			plies++
		}
		h.Events = append(h.Events, e.HeardBy(me))
		before := c.Report()
		if c, err = c.Hear(t.Context(), e); err != nil && !errors.Is(err, cloud.ErrLost) {
			t.Fatalf("event %d: %v\n%s", len(h.Events), err, h.Log())
		}
		n.events++
		after := c.Report()
		if after.Lost != errors.Is(err, cloud.ErrLost) || after.Lost && after.Deaths == 0 {
			t.Fatalf("lost without saying so: %+v, %v", after, err)
		}
		if after.Exact {
			n.exact++
		}
		if after.Lost {
			n.lost++
			continue
		}
		n.boards += after.Boards
		repaired := after.Regrown+after.Mended > before.Regrown+before.Mended
		for range 3 {
			if repaired || r.IntN(30) == 0 {
				replays(t, c, &h, r.IntN(c.Len()))
				n.replayed++
			}
		}
		now := g.State()
		if c.Own() != now.Pos.Without(me.Other()) {
			t.Fatalf("own men are wrong\n%s", h.Log())
		}
		for i := range c.Len() {
			if c.Board(i) == now.Pos {
				n.trueHeld++
				break
			}
		}
	}
	if c.Len() > 0 {
		for range 20 {
			replays(t, c, &h, r.IntN(c.Len()))
			n.replayed++
		}
	}
	rep := c.Report()
	n.games++
	n.deaths += rep.Deaths
	n.regrown += rep.Regrown
	n.mended += rep.Mended
}

// seeds returns the seed of the first game to play, how many to play, and whether to their end.
// VEIL_FULL plays 200 games, VEIL_GAMES=20 as many, and VEIL_GAMES=40-60 those from the 40th on.
func seeds(t *testing.T) (from, games int, whole bool) {
	t.Helper()
	text := os.Getenv("VEIL_GAMES")
	if text == "" && os.Getenv("VEIL_FULL") == "" {
		return 0, 1, false
	}
	first, last, ok := strings.Cut(cmp.Or(text, "200"), "-")
	if !ok {
		first, last = "0", first
	}
	a, errA := strconv.Atoi(first)
	b, errB := strconv.Atoi(last)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatalf("VEIL_GAMES: %v", err)
	}
	return a, b - a, true
}

// TestFollowsGames follows random games: no board is impossible, and every death is
// repaired or reported. VEIL_FULL plays 200 games a ruleset, to their end.
func TestFollowsGames(t *testing.T) {
	boards, plies := 300, 160
	if testing.Short() {
		boards, plies = 100, 100
	}
	from, games, whole := seeds(t)
	if whole {
		boards, plies = 300, 5000
	}
	for _, rules := range krieg.Rulesets() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			var n tally
			for i := range uint64(games) {
				seed := uint64(from) + i
				n.follow(t, rules, krieg.Color(seed%2), seed, boards, plies)
			}
			t.Logf("%d games: %.2f deaths a game, %.1f%% of %d events lost, %d boards replayed, none impossible", n.games,
				float64(n.deaths)/float64(n.games), 100*float64(n.lost)/float64(n.events), n.events, n.replayed)
			t.Logf("%+v", n)
		})
	}
}

// shortHistory returns what one side heard in the first moves of a random game, with the
// exact belief and its weights. No belief on the way has more boards than most.
func shortHistory(t *testing.T, r *rand.Rand, rules krieg.Rules, most int) (krieg.History, krieg.Situation) {
	t.Helper()
	g := referee.NewGame(rules, chess.Start())
	for range 4 + r.IntN(10) {
		step(r, rules, g)
	}
	full := g.History()
	h := full.Filter(krieg.Color(r.IntN(2)))
	for {
		s, err := krieg.Reader{Weigh: krieg.ByRandomMoves, Limits: krieg.Limits{Boards: most}}.Read(t.Context(), h.Log())
		if err == nil && len(h.Events) > 0 {
			return h, s
		}
		if !errors.Is(err, veil.ErrTooHard) {
			return shortHistory(t, r, rules, most)
		}
		h.Events = h.Events[:len(h.Events)-1]
	}
}

// heatOf returns the exact probability of a hidden man on each square.
func heatOf(s *krieg.Situation) (heat [64]float64) {
	total := 0.0
	for i := range s.Belief.Len() {
		p := s.Belief.Board(i)
		total += s.Weights[i]
		for sq := range krieg.Square(64) {
			if p.Men(s.Belief.Me().Other())&sq.Bit() != 0 {
				heat[sq] += s.Weights[i]
			}
		}
	}
	for sq := range heat {
		heat[sq] /= total
	}
	return heat
}

// TestExactCloud compares clouds that are never reduced with exact beliefs: the same
// boards with the same weights.
func TestExactCloud(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for i := range 28 {
		h, want := shortHistory(t, r, krieg.Rulesets()[i%7], 2_000)
		c, err := cloud.Follow(t.Context(), &h, cloud.Config{Boards: 2_000})
		if err != nil {
			t.Fatalf("%v\n%s", err, h.Log())
		}
		if rep := c.Report(); !rep.Exact || rep.Boards != want.Belief.Len() || rep.Deaths+rep.Regrown+rep.Mended > 0 {
			t.Fatalf("%+v, want all %d boards\n%s", rep, want.Belief.Len(), h.Log())
		}
		share, total := map[krieg.Position]float64{}, 0.0
		for i, w := range want.Weights {
			share[want.Belief.Board(i)] = w
			total += w
		}
		for i := range c.Len() {
			p := c.Board(i)
			if w := share[p] / total; w == 0 || math.Abs(c.Share(i)/w-1) > 1e-9 {
				t.Fatalf("%v weighs %v, want %v\n%s", &p, c.Share(i), w, h.Log())
			}
			replays(t, c, &h, i)
		}
	}
}

// TestAgreesWithExact averages what small clouds say of every square over many seeds. It
// must be the exact probability, within what chance allows.
func TestAgreesWithExact(t *testing.T) {
	seeds, histories := 60, 14
	if testing.Short() {
		seeds, histories = 30, 7
	}
	r := rand.New(rand.NewPCG(4, 0))
	for i := range histories {
		h, want := shortHistory(t, r, krieg.Rulesets()[i%7], 20_000)
		if want.Belief.Len() < 500 {
			continue
		}
		exact := heatOf(&want)
		var sum, squares [64]float64
		for seed := range seeds {
			c, err := cloud.Follow(t.Context(), &h, cloud.Config{Boards: 100, Seed: uint64(seed)})
			if err != nil {
				t.Fatal(err)
			}
			if rep := c.Report(); rep.Exact || rep.Effective < 10 {
				t.Fatalf("%+v of %d boards", rep, want.Belief.Len())
			}
			for s, p := range c.Heat() {
				sum[s] += p
				squares[s] += p * p
			}
			for i := range c.Len() {
				if p := c.Board(i); !want.Belief.Has(&p) {
					t.Fatalf("%v is impossible\n%s", &p, h.Log())
				}
			}
		}
		n := float64(seeds)
		for s := range exact {
			mean := sum[s] / n
			spread := math.Sqrt(max(0, squares[s]/n-mean*mean) / (n - 1))
			if math.Abs(mean-exact[s]) > 5*spread+0.01 {
				t.Errorf("%v: %.4f ± %.4f, want %.4f, of %d boards\n%s", krieg.Square(s), mean, spread, exact[s], want.Belief.Len(), h.Log())
			}
		}
	}
}

// TestSameSeedSameCloud follows a game twice, and once with another seed.
func TestSameSeedSameCloud(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	g := referee.NewGame(krieg.Wild16(), chess.Start())
	for range 150 {
		if !g.Over() {
			step(r, krieg.Wild16(), g)
		}
	}
	full := g.History()
	h := full.Filter(krieg.White)
	boards := func(seed uint64) (list []krieg.Position, rep cloud.Report) {
		c, err := cloud.Follow(t.Context(), &h, cloud.Config{Boards: 50, Seed: seed})
		if err != nil && !errors.Is(err, cloud.ErrLost) {
			t.Fatal(err)
		}
		for i := range c.Len() {
			list = append(list, c.Board(i))
		}
		return list, c.Report()
	}
	a, first := boards(1)
	b, second := boards(1)
	other, _ := boards(2)
	if !slices.Equal(a, b) || first != second {
		t.Errorf("%+v, then %+v", first, second)
	}
	if slices.Equal(a, other) {
		t.Error("another seed made no difference")
	}
}

// TestImpossible: an exact cloud knows that nothing explains an event.
func TestImpossible(t *testing.T) {
	h, err := krieg.ParseLog("W e2e4 yes\nB takes e4\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cloud.Follow(t.Context(), &h, cloud.Config{}); !errors.Is(err, veil.ErrImpossible) || errors.Is(err, cloud.ErrLost) {
		t.Errorf("error %v, want impossible", err)
	}
}

// TestLost: where nothing fits but the cloud cannot know that, it says that it found
// nothing, and goes on.
func TestLost(t *testing.T) {
	h, err := krieg.ParseLog(strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 3) + "W a2a3 yes stalemate\n")
	if err != nil {
		t.Fatal(err)
	}
	c, err := cloud.Follow(t.Context(), &h, cloud.Config{Boards: 30})
	if !errors.Is(err, cloud.ErrLost) || errors.Is(err, veil.ErrImpossible) || c.Len() != 0 {
		t.Fatalf("error %v", err)
	}
	if rep := c.Report(); !rep.Lost || rep.Deaths != 1 || rep.Exact {
		t.Errorf("%+v", rep)
	}
	if _, err := c.Hear(t.Context(), krieg.Event{By: krieg.Black}); !errors.Is(err, cloud.ErrLost) {
		t.Errorf("error %v, want lost", err)
	}
}

// TestCancelled cancels at random moments, repairs included.
func TestCancelled(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 6
	}
	h, err := krieg.ParseLog(strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 20) + "W a2a3 yes stalemate\n")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(6, 0))
	var late []time.Duration
	for range n {
		ctx, cancel := context.WithCancel(t.Context())
		var at time.Duration
		time.AfterFunc(time.Duration(r.IntN(500_000))*time.Microsecond, func() { at = rusage.CPU(); cancel() })
		if _, err := cloud.Follow(ctx, &h, cloud.Config{}); !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, want canceled", err)
		}
		late = append(late, rusage.CPU()-at)
	}
	slices.Sort(late)
	t.Logf("noticed after %v of CPU at the median, %v at most", late[n/2], late[n-1])
	if late[n/2] > 100*time.Millisecond {
		t.Errorf("noticed after %v at the median", late[n/2])
	}
}

// pusher moves pawns ten times as gladly as other men.
type pusher struct{}

func (pusher) Weigh(p *krieg.Position, _ cloud.Before, moves []krieg.Move, weights []float64) {
	for i, m := range moves {
		weights[i] = 1
		if p.KindAt(m.From()) == chess.Pawn {
			weights[i] = 10
		}
	}
}

// TestOpponent: sixteen moves of pawns and four of knights.
func TestOpponent(t *testing.T) {
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\n")
	if err != nil {
		t.Fatal(err)
	}
	c, err := cloud.Follow(t.Context(), &h, cloud.Config{Opponent: pusher{}})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Heat('n')[krieg.Square(62)]; math.Abs(got-162./164) > 1e-12 { // g8
		t.Errorf("the knight is on g8 with %v, want 162/164", got)
	}
	for range c.Predict(krieg.AskAny) {
		t.Error("a question that nobody may ask was predicted")
	}
}

// TestBelief uses a cloud as a belief.
func TestBelief(t *testing.T) {
	c, err := cloud.New(krieg.Berkeley(), krieg.Black, []krieg.Position{chess.Start()}, cloud.Config{Boards: 10})
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.Update(krieg.Wait, krieg.Percept{})
	if err != nil {
		t.Fatal(err)
	}
	e7e5, err := krieg.ParseAction("e7e5")
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, p := range b.Predict(e7e5) {
		sum += p
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("probabilities add up to %v", sum)
	}
	seen := map[krieg.Position]bool{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 400 {
		seen[b.Sample(r).Pos] = true
	}
	if len(seen) != 20 {
		t.Errorf("%d boards drawn, want 20", len(seen))
	}
	if b, err = b.Update(e7e5, krieg.Percept{}); err != nil {
		t.Fatal(err)
	}
	if b, err = b.Update(krieg.Wait, krieg.Percept{}); err != nil {
		t.Fatal(err)
	}
	for range b.Predict(e7e5) {
		t.Fatal("a cloud that is not exact claims to know probabilities")
	}
}
