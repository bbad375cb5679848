// SPDX-License-Identifier: BSD-3-Clause

package duel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/play"
)

// recordedSeed is the seed of the games with recorded scores.
const recordedSeed = 2061

// scores are those of a recorded game.
type scores struct{ fast, hill float64 }

// readScores reads lines of a game's number, the score of fast and that of D. Hill's player.
func readScores(name string) (games map[int]scores, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	games = map[int]scores{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var game int
		var s scores
		if _, err := fmt.Sscan(line, &game, &s.fast, &s.hill); err != nil {
			return nil, fmt.Errorf("%s: %q: want a game and two scores: %w", name, line, err)
		}
		games[game] = s
	}
	return games, nil
}

// dealtFirst returns the first click of the recorded games.
func dealtFirst(rules mines.Rules) mines.Cell {
	switch {
	case rules.First != mines.Zero:
		return rules.Cell(0, 0)
	case rules.Width == 9:
		return rules.Cell(2, 2)
	default:
		return rules.Cell(3, 3)
	}
}

// against plays the games of a file on their deals and compares with the recorded scores.
func against(ctx context.Context, w io.Writer, cfg config, players []string) error {
	games, err := readScores(cfg.against)
	if err != nil {
		return err
	}
	if len(players) != 1 || cfg.ordinary || cfg.recorded {
		return errors.New("-against: want one player, in product mode")
	}
	c, err := seat(cfg, players[0])
	if err != nil {
		return err
	}
	rules, err := mines.ParseSize(cfg.board)
	if err != nil {
		return err
	}
	if err := rules.First.UnmarshalText([]byte(cfg.first)); err != nil {
		return err
	}
	c.match.Table = func(r *rand.Rand) play.Table {
		t := newDealt(rules, dealtFirst(rules), r)
		t.shown = strings.HasPrefix(c.name, play.Outside)
		return t
	}
	var toHill, toFast sums
	same, start := 0, rusage.CPU()
	for game := cfg.from; game < cfg.from+cfg.games && ctx.Err() == nil; game++ {
		want, ok := games[game]
		if !ok {
			break
		}
		score, err := c.playDealt(ctx, uint64(game))
		if err != nil {
			return fmt.Errorf("game %d: %w", game, err)
		}
		toHill.add(score - want.hill)
		toFast.add(score - want.fast)
		if fmt.Sprintf("%.6f", score) == fmt.Sprintf("%.6f", want.fast) {
			same++
		}
		if !cfg.all && toHill.decided() || cfg.time > 0 && rusage.CPU()-start > cfg.time {
			break
		}
	}
	if toHill.n == 0 {
		return fmt.Errorf("%s: has no game %d", cfg.against, cfg.from)
	}
	fmt.Fprintf(w, "%-40s %s  %.2f ms CPU per game\n", c.name, c.score.percent(), c.cpu.Seconds()*1000/float64(c.score.n))
	fmt.Fprintf(w, "less recorded fast   %s  95%% %s  sequential %s  %d scores equal\n", toFast.percent(), toFast.interval(), toFast.always(), same)
	fmt.Fprintf(w, "less D. Hill         %s  95%% %s  sequential %s\n", toHill.percent(), toHill.interval(), toHill.always())
	if cfg.add == "" {
		return nil
	}
	return merge(cfg.add, part{board: cfg.board + " " + cfg.first, player: c.name, from: cfg.from, sums: toHill})
}

// playDealt plays a game on a recorded deal. A move that says the exact chance to win ends it.
func (c *contender) playDealt(ctx context.Context, game uint64) (score float64, err error) {
	before := rusage.CPU()
	defer func() {
		c.cpu += rusage.CPU() - before
		c.score.add(score)
	}()
	table := c.match.Table(play.WorldRand(recordedSeed, game))
	p, err := c.match.Player(play.PlayerRand(recordedSeed, game))
	if err != nil {
		return 0, err
	}
	score, err = playOut(ctx, table.(*dealt), p)
	if closer, ok := p.(io.Closer); ok {
		err = errors.Join(err, closer.Close())
	}
	return score, err
}

func playOut(ctx context.Context, t *dealt, p play.Player) (float64, error) {
	for {
		move, err := p.Move(ctx, t)
		if err != nil {
			return 0, err
		}
		if move.Guess && move.Value.Badge() == veil.Exact && !t.view.Untouched() {
			return t.chance * move.Value.Float(), nil
		}
		answer, err := t.Act(move.Action)
		if err != nil {
			return 0, err
		}
		if e, ok := p.(play.Earner); ok {
			e.Earn(answer)
		}
		if answer.Done {
			return answer.Reward, nil
		}
		if err := p.Hear(move.Action, answer.Seen); err != nil {
			return 0, err
		}
	}
}
