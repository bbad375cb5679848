// SPDX-License-Identifier: BSD-3-Clause

// Package duel compares Minesweeper players on the same boards, game by game, in product
// mode or in ordinary games, until a sequential test decides or the games run out.
//
//	veil-dev duel -board 30x16/99 -first safe -seed 5 fast lookahead
//	veil-dev duel -ordinary 'fast' 'fast {"exact":1000}'
//	veil-dev duel -first zero -all -games 50000 -against hill-product-30x16-99-zero.txt full
//
// The last form plays on the deals of recorded games and compares with their scores. A program that
// is named as exec:COMMAND plays too.
//
// A player is its name, optionally followed by a space and parameters. The second one is the
// baseline; with one player there is no test. Of more than two every pair is compared, without a
// test.
package duel

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines/recorded"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
)

// Command defines the flags and returns the function that compares the players which the
// arguments name.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	cfg := config{}
	flags.StringVar(&cfg.board, "board", "30x16/99", "the `board`")
	flags.StringVar(&cfg.first, "first", "safe", "the `rule` of the first click")
	flags.Uint64Var(&cfg.seed, "seed", 1, "of the games: fresh for each idea that is judged")
	flags.IntVar(&cfg.from, "from", 0, "the first `game`")
	flags.IntVar(&cfg.games, "games", 3000, "the most `games`")
	flags.BoolVar(&cfg.ordinary, "ordinary", false, "count wins instead of playing in product mode")
	flags.BoolVar(&cfg.all, "all", false, "play all games, even after the test has decided")
	flags.BoolVar(&cfg.recorded, "recorded", false, "compare with the recorded games of D. Hill's player on these boards too: use -ordinary -seed 2026")
	flags.StringVar(&cfg.against, "against", "", "play one player on the deals of a `file` of recorded scores (game, fast, D. Hill's player), seed 2061")
	flags.StringVar(&cfg.add, "add", "", "with -against: add the games to this `table`, such as experiments/strength/hill.tsv")
	flags.DurationVar(&cfg.time, "time", 0, "limit of CPU `time`")
	return func(ctx context.Context, out, _ io.Writer) error {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
		if cfg.against != "" {
			return against(ctx, out, cfg, flags.Args())
		}
		return compare(ctx, out, cfg, flags.Args())
	}
}

type config struct {
	board, first  string
	seed          uint64
	from, games   int
	ordinary, all bool
	recorded      bool
	against, add  string
	time          time.Duration
}

// contender is a player with its score and its CPU time.
type contender struct {
	name  string
	match play.Match
	score sums
	cpu   time.Duration
}

// compare plays the games. If the context ends, the games played so far count.
func compare(ctx context.Context, w io.Writer, cfg config, players []string) error {
	var all []*contender
	for _, p := range players {
		c, err := seat(cfg, p)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return errors.New("want one or two players")
	}
	var hill []bool
	if cfg.recorded {
		if hill, _, _ = recorded.Hill(cfg.board, cfg.first); hill == nil || cfg.seed != recorded.Seed || !cfg.ordinary {
			return fmt.Errorf("-recorded: no ordinary games are recorded on %s, first click %s, seed %d", cfg.board, cfg.first, cfg.seed)
		}
	}
	var err error
	var toHill sums
	differences := pairsOf(all)
	start := rusage.CPU()
	for i := range cfg.games {
		if ctx.Err() != nil {
			break
		}
		game := cfg.from + i
		scores := make([]float64, len(all))
		for k, c := range all {
			if scores[k], err = c.play(cfg.seed, uint64(game)); err != nil {
				return err
			}
		}
		for _, d := range differences {
			d.add(scores[d.one] - scores[d.other])
		}
		if game < len(hill) {
			toHill.add(scores[0] - score(hill[game]))
		}
		if !cfg.all && len(all) == 2 && differences[0].decided() || cfg.time > 0 && rusage.CPU()-start > cfg.time {
			break
		}
	}
	for _, c := range all {
		fmt.Fprintf(w, "%-40s %s  %.2f ms CPU per game\n", c.name, c.score.percent(), c.cpu.Seconds()*1000/float64(c.score.n))
	}
	for _, d := range differences {
		name := "difference"
		if len(all) > 2 {
			name = all[d.one].name + " less " + all[d.other].name
		}
		fmt.Fprintf(w, "%s %s  sequential 95%% [%+.2f, %+.2f]\n", name, d.percent(), 100*(d.mean()-d.sequential()), 100*(d.mean()+d.sequential()))
	}
	if toHill.n > 0 {
		fmt.Fprintf(w, "difference to D. Hill's player: %s\n", toHill.percent())
	}
	return nil
}

// pair sums the differences between the scores of two contenders.
type pair struct {
	one, other int
	sums
}

func pairsOf(all []*contender) (pairs []*pair) {
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			pairs = append(pairs, &pair{one: i, other: j})
		}
	}
	return pairs
}

// seat prepares a player from its name and parameters.
func seat(cfg config, text string) (*contender, error) {
	name, params, given := strings.Cut(text, " {")
	if given {
		params = "{" + params
	}
	rules := map[string]string{"board": cfg.board, "first": cfg.first}
	if !cfg.ordinary {
		rules["estimator"] = "product"
	}
	raw, err := json.Marshal(rules)
	if err != nil {
		return nil, err
	}
	library := execplayer.Library{Domains: catalog.All(), Access: play.Typed(".")}
	match, _, err := library.Match(play.Setup{Domain: "mines", Rules: raw, Player: name, Params: json.RawMessage(params)})
	return &contender{name: text, match: match}, err
}

// play plays one game and returns its score.
func (c *contender) play(seed, game uint64) (float64, error) {
	before := rusage.CPU()
	rec, err := c.match.Play(context.Background(), seed, game)
	c.cpu += rusage.CPU() - before
	c.score.add(rec.Score)
	return rec.Score, err
}

func score(won bool) float64 {
	if won {
		return 1
	}
	return 0
}
