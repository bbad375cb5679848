// SPDX-License-Identifier: BSD-3-Clause

package versus

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
)

// cell is a method that plays a domain, with the settings of a default game.
type cell struct {
	domain, method string
	plays          string // yes or own, as veil methods has it
	entry          play.Entry
}

// cells lists the cells of veil methods that play, without random itself.
func cells(domains play.Domains) (list []cell, err error) {
	for _, d := range domains {
		opened, err := d.Open(nil)
		if err != nil {
			return nil, err
		}
		for _, name := range methods.Names() {
			entry, err := opened.Player(name)
			if err != nil || name == play.RandomEntry().Name {
				continue // the problem lacks something
			}
			plays := "yes"
			if slices.ContainsFunc(opened.Players, func(p play.Entry) bool { return p.Name == name }) {
				plays = "own"
			}
			list = append(list, cell{d.Name, name, plays, entry})
		}
	}
	return list, nil
}

// chosen reports whether a domain or domain/method selects the cell.
func (c cell) chosen(only string) bool {
	return only == "" || only == c.domain || only == c.domain+"/"+c.method
}

// params returns the parameters: the defaults, with another number of simulations where there is one.
func (c cell) params(simulations int) (json.RawMessage, error) {
	_, defaults, err := c.entry.New(play.Access{}, nil)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(defaults)
	if err != nil || !strings.Contains(string(text), `"simulations":`) {
		return nil, err
	}
	return fmt.Appendf(nil, `{"simulations":%d}`, simulations), nil
}

// firstLook is the number of games after which the interval is computed first. The next looks are at twice, four times
// and so on as many, and at the limit.
const firstLook = 16

// level is the confidence of the interval at each look: by Bonferroni's inequality all of them hold with 95%, and so
// does the last one, whichever it is. The end of the CPU time is one more look.
func level(games int) float64 {
	looks := 2
	for n := firstLook; n < games; n *= 2 {
		looks++
	}
	return 1 - 0.05/float64(looks)
}

// isLook reports whether the interval is computed after n of at most the given number of games.
func isLook(n, games int) bool {
	at := firstLook
	for at < n {
		at *= 2
	}
	return n == at || n == games
}

// play plays pairs of games, the method and random with the same seeds, until an interval of a look excludes 0, or the
// games or the CPU time run out.
func (c cell) play(ctx context.Context, cfg config, domains play.Domains) (row, error) {
	r := row{domain: c.domain, method: c.method, plays: c.plays}
	ours, err := c.match(cfg, domains)
	if err != nil {
		return r, err
	}
	random, _, err := domains.Match(play.Setup{Domain: c.domain, Player: play.RandomEntry().Name})
	if err != nil {
		return r, err
	}
	start := rusage.CPU()
	limited, cancel := rusage.WithCPU(ctx, cfg.cpu)
	defer cancel()
	for n := 1; n <= cfg.games && !r.spent; n++ {
		err := r.pair(limited, ours, random, cfg.seed, uint64(n-1))
		r.spent = limited.Err() != nil || rusage.CPU()-start > cfg.cpu
		if err != nil && !r.spent {
			r.failed = err.Error()
		}
		r.interval = r.difference.Interval(level(cfg.games))
		if err != nil || isLook(n, cfg.games) && r.decided() {
			break
		}
	}
	r.cpu = (rusage.CPU() - start) / time.Duration(max(1, r.difference.N))
	return r, ctx.Err()
}

func (c cell) match(cfg config, domains play.Domains) (play.Match, error) {
	params, err := c.params(cfg.simulations)
	if err != nil {
		return play.Match{}, err
	}
	m, _, err := domains.Match(play.Setup{Domain: c.domain, Player: c.method, Params: params})
	return m, err
}

// pair plays one game of each. A pair that the context ends does not count: a search without time plays at random.
func (r *row) pair(ctx context.Context, ours, random play.Match, seed, game uint64) error {
	a, err := ours.Play(ctx, seed, game)
	if err != nil {
		return err
	}
	b, err := random.Play(ctx, seed, game)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	r.score.Add(a.Score)
	r.random.Add(b.Score)
	r.difference.Add(a.Score - b.Score)
	return nil
}

// row is a measured cell.
type row struct {
	domain, method, plays     string
	score, random, difference stats.Moments
	interval                  stats.Interval
	spent                     bool // the CPU time ended the games
	failed                    string
	cpu                       time.Duration // per pair of games
	why                       string
}

// decided reports whether the interval excludes 0. Games without any difference decide nothing.
func (r *row) decided() bool { return r.interval.Lo > 0 || r.interval.Hi < 0 }

// better reports whether the method beats random.
func (r *row) better() bool { return r.failed == "" && r.interval.Lo > 0 }
