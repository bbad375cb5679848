// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/resolve"
)

// quick is a small search.
func quick() Config {
	return Config{Boards: 12, Budget: resolve.Budget{Nodes: 1500, Last: 10}}
}

// ranked is a small search that ranks replies and second turns.
func ranked() Config {
	cfg := quick()
	cfg.Replies, cfg.Guesses, cfg.Follows, cfg.ReplyPrior = 5, 6, 4, 1
	return cfg
}

// seat is one side of a test game: a player, and what it heard.
type seat struct {
	*engine.Player

	cfg    engine.Config
	events []krieg.Event
}

func sit(t *testing.T, rules krieg.Rules, me krieg.Color, cfg engine.Config) *seat {
	t.Helper()
	p, err := engine.New(rules, me, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &seat{Player: p, cfg: cfg}
}

func (s *seat) question() Question {
	return Question{Own: s.Own(), Events: s.events, Belief: s.Belief()}
}

// hear tells the seat an event unless it is private to the other side.
func (s *seat) hear(t *testing.T, e krieg.Event) {
	t.Helper()
	me := s.Own().Me()
	if e.By != me && e.Heard.Answer == krieg.No && !s.Own().Rules().PublicRefusals {
		return
	}
	e = e.HeardBy(me)
	if err := s.Hear(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	s.events = append(s.events, e)
}

// play plays a game of two players, and shows each decision by evaluation of the first.
func play(t *testing.T, rules krieg.Rules, seats [2]*seat, look func(*seat, *referee.Game) bool) {
	t.Helper()
	g := referee.NewGame(rules, chess.Start())
	for plies := 0; !g.Over() && plies < 200; {
		by := g.ToMove()
		at := seats[0]
		if at.Own().Me() != by {
			at = seats[1]
		}
		thought, err := at.Choose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if at == seats[0] && thought.Source == engine.ByEvaluation && !look(at, g) {
			return
		}
		e := krieg.Event{By: by, Action: thought.Best, Heard: g.Try(thought.Best)}
		for _, s := range seats {
			s.hear(t, e)
		}
		if e.Heard.Answer == krieg.Yes {
			plies++
		}
	}
}

// pair returns two players of a level.
func pair(t *testing.T, rules krieg.Rules, level int, seed uint64) [2]*seat {
	t.Helper()
	me := krieg.Color(seed % 2)
	return [2]*seat{
		sit(t, rules, me, engine.Config{Level: level, Seed: 2*seed + 1}),
		sit(t, rules, me.Other(), engine.Config{Level: level, Seed: 2*seed + 2}),
	}
}

// sums adds up the statistics of searches.
type sums struct {
	searches, invalid, lone, boards, doubles, agree int
	roots, opponent, mine                           resolve.Sets
	nodes, mixed                                    int
}

func add(to *resolve.Sets, s resolve.Sets) {
	to.Sets += s.Sets
	to.Nodes += s.Nodes
	to.Single += s.Single
}

func (s *sums) add(c *Choice, best krieg.Move) {
	s.searches++
	if c.Stats.Invalid() {
		s.invalid++
	}
	if c.Best == best {
		s.agree++
	}
	if slices.Max(c.Mix) < 0.99 {
		s.mixed++
	}
	s.lone += c.Stats.Lone
	s.boards += c.Stats.Boards
	s.doubles += c.Stats.Doubles
	s.nodes += c.Stats.Nodes
	add(&s.roots, c.Stats.Roots)
	add(&s.opponent, c.Stats.Opponent)
	add(&s.mine, c.Stats.Mine)
}

func (s *sums) log(t *testing.T, name string) {
	t.Helper()
	mean := func(x resolve.Sets) (float64, float64) {
		return float64(x.Nodes) / float64(max(1, x.Sets)), 100 * float64(x.Single) / float64(max(1, x.Sets))
	}
	n := float64(max(1, s.searches))
	rm, rs := mean(s.roots)
	om, ops := mean(s.opponent)
	mm, ms := mean(s.mine)
	t.Logf("%s: %d searches, %.1f%% invalid; %.1f boards and %.1f doubles per search, %.1f%% of boards without a double; "+
		"opponent's root sets hold %.2f nodes (%.1f%% one), its sets in the tree %.2f (%.1f%% one), the player's %.2f (%.1f%% one); "+
		"%.0f nodes per search; %.1f%% mix tries, %.1f%% draw the try of the evaluation",
		name, s.searches, 100*float64(s.invalid)/n, float64(s.boards)/n, float64(s.doubles)/n, 100*float64(s.lone)/float64(max(1, s.boards)),
		rm, rs, om, ops, mm, ms, float64(s.nodes)/n, 100*float64(s.mixed)/n, 100*float64(s.agree)/n)
}

// save appends the sums to the file in VEIL_STATISTICS, see experiments/kriegspiel/subgame.tsv.
func (s *sums) save(t *testing.T, rules string, seed uint64, nodes int) {
	t.Helper()
	name := os.Getenv("VEIL_STATISTICS")
	if name == "" {
		return
	}
	appended(t, name, fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", rules, seed, nodes, s.searches, s.invalid, s.boards, s.doubles, s.lone,
		s.roots.Sets, s.roots.Nodes, s.roots.Single, s.opponent.Sets, s.opponent.Nodes, s.opponent.Single, s.mine.Sets, s.mine.Nodes, s.mine.Single, s.mixed, s.agree))
}

// TestStatistics searches at the decisions of real games. VEIL_DECISIONS asks for a number of them
// under each of two rules, at full size and level 8, from the games VEIL_SEED on; VEIL_NODES sets the
// budget.
func TestStatistics(t *testing.T) {
	want, level, cfg := 8, 5, quick()
	if text := os.Getenv("VEIL_DECISIONS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		want, level, cfg = n, 8, Config{}
	}
	if text := os.Getenv("VEIL_NODES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Budget.Nodes = n
	}
	for _, rules := range []krieg.Rules{krieg.Berkeley(), krieg.Wild16()} {
		var s sums
		first, err := strconv.ParseUint(cmp.Or(os.Getenv("VEIL_SEED"), "1"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		for seed := first; s.searches < want; seed++ {
			play(t, rules, pair(t, rules, level, seed), func(at *seat, _ *referee.Game) bool {
				cfg.Seed = seed
				c, err := Choose(t.Context(), at.question(), cfg)
				if errors.Is(err, ErrNoBoard) {
					return true
				}
				if err != nil {
					t.Fatal(err)
				}
				thought, err := at.Choose(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				s.add(&c, krieg.Move(thought.Best))
				check(t, at, &c, cfg.settled())
				return s.searches < want
			})
		}
		s.log(t, rules.Name)
		s.save(t, rules.Name, first, cfg.settled().Budget.Nodes)
	}
}

// check holds a choice to its contract.
func check(t *testing.T, at *seat, c *Choice, cfg Config) {
	t.Helper()
	total, some := 0.0, 0
	for _, p := range c.Mix {
		if total += p; p > 0 {
			some++
		}
	}
	if !slices.Equal(c.Tries, at.Own().Tries()) || !slices.Contains(c.Tries, c.Best) || some > cfg.Tries || total < 0.999 || total > 1.001 {
		t.Errorf("%d tries with probability %v in all, best %v", some, total, c.Best)
	}
	if c.Value < -1.1 || c.Value > 1.1 || c.Stats.Boards == 0 || c.Stats.Nodes > cfg.Budget.Nodes+300+3*(c.Stats.Boards+c.Stats.Doubles)*100 {
		t.Errorf("value %v, %+v", c.Value, c.Stats)
	}
}

// TestDoubles plays the line of every double before the referee: the opponent makes the same moves
// and hears the same, although the player's men stand elsewhere.
func TestDoubles(t *testing.T) {
	found := 0
	for _, rules := range []krieg.Rules{krieg.Berkeley(), krieg.Wild16()} {
		r := rand.New(rand.NewPCG(1, 2))
		play(t, rules, pair(t, rules, 4, 3), func(at *seat, _ *referee.Game) bool {
			belief, me := at.Belief(), at.Own().Me()
			for i := range min(3, belief.Len()) {
				l, ok := follow(&rules, me, belief.Start(i), at.events, belief.Moves(i))
				if !ok || l.end() != belief.Board(i) {
					t.Fatalf("the line of board %d explains nothing", i)
				}
				for range 8 {
					if other := new(line); l.vary(other, r) {
						found++
						same(t, l, other)
					}
				}
			}
			return len(at.events) < 80
		})
	}
	t.Logf("%d doubles", found)
	if found < 20 {
		t.Errorf("%d doubles, want 20", found)
	}
}

// same plays two lines before the referee and compares what the opponent hears of moves, and that
// as many tries could be refused.
func same(t *testing.T, a, b *line) {
	t.Helper()
	them := a.me.Other()
	games := [2]*referee.Game{referee.NewGame(*a.rules, a.boards[0]), referee.NewGame(*b.rules, b.boards[0])}
	for i, e := range a.events {
		if e.Heard.Answer != krieg.Yes {
			continue
		}
		if e.By == them && a.moves[i] != b.moves[i] {
			t.Fatalf("event %d: the opponent makes %v instead of %v", i, b.moves[i], a.moves[i])
		}
		x, y := games[0].Try(krieg.Action(a.moves[i])), games[1].Try(krieg.Action(b.moves[i]))
		if x != y || x != e.Heard {
			t.Fatalf("event %d: %+v and %+v are announced, heard was %+v", i, x, y, e.Heard)
		}
	}
	x, y := games[0].State(), games[1].State()
	if x.Pos.Side(them) != y.Pos.Side(them) || y.Pos != b.end() {
		t.Fatalf("the double ends with %v", &y.Pos)
	}
}

// TestTwinBoards repeats games with another hidden board on which everything sounds the same: the
// choices are the same bits.
func TestTwinBoards(t *testing.T) {
	compared, differ := 0, 0
	for seed := uint64(1); compared < 4; seed++ {
		rules := []krieg.Rules{krieg.Berkeley(), krieg.Wild16()}[seed%2]
		var choices []Choice
		var last *seat
		var truth krieg.Position
		n := 0
		play(t, rules, pair(t, rules, 4, seed), func(at *seat, g *referee.Game) bool {
			if n++; n%6 == 0 && at.Belief().Len() > 1 {
				choices = append(choices, chosen(t, at, quick()), chosen(t, at, ranked()))
			}
			last, truth = at, g.State().Pos
			return n < 18
		})
		if last == nil || last.Belief().Len() < 2 || last.Own().Hidden() == 1 {
			continue
		}
		again, board := twin(t, rules, last, last.Belief().Moves(int(seed)%last.Belief().Len()))
		if board != truth {
			differ++
		}
		if len(again) != len(choices) {
			t.Fatalf("seed %d: %d choices of the twin, want %d", seed, len(again), len(choices))
		}
		for i := range choices {
			if !slices.Equal(again[i].Mix, choices[i].Mix) || again[i].Best != choices[i].Best || again[i].Stats != choices[i].Stats {
				t.Errorf("seed %d, choice %d: %+v with another hidden board, want %+v", seed, i, again[i], choices[i])
			}
			compared++
		}
	}
	t.Logf("%d choices, %d other boards", compared, differ)
	if compared < 4 || differ == 0 {
		t.Errorf("%d choices compared, %d games with another board", compared, differ)
	}
}

func chosen(t *testing.T, at *seat, cfg Config) Choice {
	t.Helper()
	cfg.Seed = 7
	c, err := Choose(t.Context(), at.question(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// twin repeats a game from what one side heard, with other moves of the opponent before the referee.
// Refusals and questions of the opponent are told as they were heard.
func twin(t *testing.T, rules krieg.Rules, was *seat, hidden []krieg.Move) (choices []Choice, board krieg.Position) {
	t.Helper()
	me := was.Own().Me()
	at := sit(t, rules, me, was.cfg)
	g := referee.NewGame(rules, chess.Start())
	n := 0
	look := func() {
		thought, err := at.Choose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if thought.Source != engine.ByEvaluation {
			return
		}
		if n++; n%6 == 0 && at.Belief().Len() > 1 {
			choices = append(choices, chosen(t, at, quick()), chosen(t, at, ranked()))
		}
	}
	for _, e := range was.events {
		heard := e
		if g.ToMove() == me {
			look()
		}
		switch {
		case e.By == me:
			heard = krieg.Event{By: me, Action: e.Action, Heard: g.Try(e.Action)}
		case e.Heard.Answer == krieg.Yes:
			a := krieg.Action(hidden[0])
			hidden = hidden[1:]
			heard = krieg.Event{By: e.By, Action: a, Heard: g.Try(a)}
		}
		if heard.HeardBy(me) != e {
			t.Fatalf("%+v is heard instead of %+v", heard, e)
		}
		at.hear(t, heard)
	}
	look()
	return choices, g.State().Pos
}

// TestSameBits compares the mixtures of some decisions of a game with a digest: they are the same on
// every processor.
func TestSameBits(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		want uint64
	}{{quick(), 13927748230144902403}, {ranked(), 10729447808036956106}} {
		sum, n := fnv.New64a(), 0
		play(t, krieg.Berkeley(), pair(t, krieg.Berkeley(), 4, 5), func(at *seat, _ *referee.Game) bool {
			if n++; n%5 == 0 {
				choice := chosen(t, at, c.cfg)
				for _, p := range append(choice.Mix, choice.Value) {
					if err := binary.Write(sum, binary.LittleEndian, p); err != nil {
						t.Fatal(err)
					}
				}
			}
			return n < 15
		})
		if got := sum.Sum64(); got != c.want {
			t.Errorf("%d replies ranked: digest %d, want %d", c.cfg.Replies, got, c.want)
		}
	}
}

// known asks about a position that the player sees.
func known(t *testing.T, fen string) Question {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	rules := krieg.Berkeley()
	c, err := cloud.New(rules, p.ToMove(), []krieg.Position{p}, cloud.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return Question{Own: krieg.NewOwnView(rules, p.ToMove(), p), Belief: c}
}

// TestMates finds a mate in one, and the capture of a queen, on a board that it sees.
func TestMates(t *testing.T) {
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1":            "a1a8",
		"r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1":            "a8a1",
		"4k3/pp3ppp/8/3q4/8/2N5/PPP2PPP/4K3 w - - 0 1": "c3d5",
	} {
		c, err := Choose(t.Context(), known(t, fen), quick())
		if err != nil {
			t.Fatal(err)
		}
		if c.Best.String() != want || c.Stats.Boards != 1 {
			t.Errorf("%s: %v of %v, %+v; want %s", fen, c.Best, c.Mix, c.Stats, want)
		}
	}
}

// TestInvalid counts sets of one node: over four in five make a search invalid.
func TestInvalid(t *testing.T) {
	for single, want := range map[int]bool{0: false, 80: false, 81: true, 100: true} {
		if got := (Stats{Opponent: resolve.Sets{Sets: 100, Nodes: 100, Single: single}}).Invalid(); got != want {
			t.Errorf("%d of 100 sets hold one node: invalid %v", single, got)
		}
	}
}

// TestRefuses reports turns that the search cannot answer.
func TestRefuses(t *testing.T) {
	q := known(t, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
	start := chess.Start()
	q.Own = krieg.NewOwnView(krieg.English(), krieg.White, start)
	if _, err := Choose(t.Context(), q, quick()); !errors.Is(err, ErrRules) {
		t.Errorf("rules with a question: %v", err)
	}
	q.Own = krieg.NewOwnView(krieg.Berkeley(), krieg.Black, start)
	if _, err := Choose(t.Context(), q, quick()); !errors.Is(err, tactics.ErrOver) {
		t.Errorf("the other side's turn: %v", err)
	}
}
