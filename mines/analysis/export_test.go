// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Judge values one move by games on layouts of their own.
func Judge(ctx context.Context, a *count.Analysis, c mines.Cell, cfg EstimateConfig) veil.Value {
	p, err := newPlayouts(a.View(), cfg.Limit)
	if err != nil {
		panic(err)
	}
	m := &candidate{first: c, survives: 1 - veil.Ratio(a.MineCount(c), a.Total(c))}
	for i := range cfg.Games {
		r := rand.New(rand.NewPCG(cfg.Seed, uint64(i)))
		p.deal(r)
		if score, ok := p.game(ctx, r, m); ok {
			m.valued.add(score)
		}
	}
	return m.valued.value(m.survives, 1, cfg.Seed)
}

// TimedQuestion is a question with a limit of time.
func TimedQuestion(limit time.Duration) api.MinesAnalyseQuestion {
	return api.MinesAnalyseQuestion{Budget: api.Budget{TimeMS: int(limit / time.Millisecond)}}
}
