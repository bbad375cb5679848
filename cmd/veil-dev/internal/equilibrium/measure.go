// SPDX-License-Identifier: BSD-3-Clause

package equilibrium

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/search/resolve"
	"github.com/veilplan/veil/search/resolve/exploit"
	"github.com/veilplan/veil/search/resolve/small"
)

// row is a point of a curve. Exploitability is the mean loss of both players to best responses.
type row struct {
	game, exact, tree string
	nodes, iterations int
	least, most       float64 // what the last mixtures guarantee the first player, and concede to it
	last, average     float64 // exploitability of the last mixtures, and of their average
}

// tsv returns the rows as a table.
func tsv(rows []row) string {
	var b strings.Builder
	b.WriteString("game\texact value\ttree\tnodes\titerations\tat least\tat most\texploitability last\texploitability average\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%d\t%d\t%.9f\t%.9f\t%.3e\t%.3e\n", r.game, r.exact, r.tree, r.nodes, r.iterations, r.least, r.most, r.last, r.average)
	}
	return b.String()
}

// parse reads rows as [tsv] writes them.
func parse(text string) (rows []row, err error) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 9 {
			return nil, fmt.Errorf("line %d: %d columns, want 9", i+2, len(f))
		}
		var v [6]float64
		for k := range v {
			if v[k], err = strconv.ParseFloat(f[k+3], 64); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
		rows = append(rows, row{f[0], f[1], f[2], int(v[0]), int(v[1]), v[2], v[3], v[4], v[5]})
	}
	return rows, nil
}

// cell is a game with what is measured of it.
type cell struct {
	name    string
	measure func(ctx context.Context) ([]row, error)
}

func names() (list []string) {
	for _, c := range cells() {
		list = append(list, c.name)
	}
	return list
}

// cells lists the games. The values of the last two are too large for the linear program.
func cells() []cell {
	early := small.Phantom{Width: 3, Height: 3, Row: 3, Start: [2]uint16{1<<4 | 1<<1, 1<<0 | 1<<7}}
	phantom := small.Phantom{Width: 3, Height: 3, Row: 3, Start: [2]uint16{1<<4 | 1<<1, 1 << 0}}
	ending := small.Ending{Places: [][2]int8{{9, 12}}, Moves: 2}
	return []cell{
		of("kuhn", small.Kuhn{}, small.Deal{}, plan{sequences: 100, iterations: []int{1, 3, 10, 30, 100, 300, 1000}, nodes: []int{10, 20, 40, 55}}),
		of("phantom-4", early, early.Begin(), plan{
			sequences: 5000, iterations: []int{1, 3, 10, 30, 100, 300, 1000}, nodes: []int{30, 100, 300, 1000, 3000},
		}),
		of("phantom-3", phantom, phantom.Begin(), plan{iterations: []int{1, 3, 10, 30, 100, 300}, nodes: []int{100, 300, 1000, 3000, 10_000, 30_000}}),
		of("ending", ending, small.Men{}, plan{iterations: []int{1, 3, 10, 30, 100}, nodes: []int{100, 300, 1000, 3000, 10_000, 30_000, 100_000}}),
	}
}

// plan says what is measured of a game.
type plan struct {
	sequences  int   // limit of the linear program, 0 for none
	iterations []int // on the complete tree
	nodes      []int // of trees that grow
}

// of returns the measurement of a game.
func of[S any](name string, g resolve.Game[S], start S, p plan) cell {
	return cell{name, func(ctx context.Context) ([]row, error) {
		exact := "–"
		if p.sequences > 0 {
			v, err := exploit.Value(g, start, p.sequences)
			if err != nil {
				return nil, err
			}
			exact = v.RatString()
		}
		at := row{game: name, exact: exact}
		rows, err := solved(ctx, g, start, at, p.iterations)
		if err != nil {
			return nil, err
		}
		more, err := grown(ctx, g, start, at, p.nodes)
		return append(rows, more...), err
	}}
}

// plant returns the root of a game.
func plant[S any](g resolve.Game[S], start S) (*resolve.Tree[S], error) {
	return resolve.New(g, []resolve.Root[S]{{State: start, Weight: 1}}, resolve.Config{Seed: 1})
}

// solved measures the solver on the complete tree.
func solved[S any](ctx context.Context, g resolve.Game[S], start S, at row, looks []int) (rows []row, err error) {
	t, err := plant(g, start)
	if err != nil {
		return nil, err
	}
	if err := t.Complete(3_000_000); err != nil {
		return nil, err
	}
	at.tree = "complete"
	for _, n := range looks {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t.Solve(n - at.iterations)
		at.iterations = n
		rows = append(rows, judge(g, start, t, at))
	}
	return rows, nil
}

// grown measures trees that grow to some sizes. After each the solver runs 300 iterations.
func grown[S any](ctx context.Context, g resolve.Game[S], start S, at row, looks []int) (rows []row, err error) {
	at.tree = "grown"
	for _, nodes := range looks {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t, err := plant(g, start)
		if err != nil {
			return nil, err
		}
		at.iterations = 300
		if err := t.Search(ctx, resolve.Budget{Nodes: nodes, Leaves: 8 + nodes/1000, Iterations: 1, Last: at.iterations}); err != nil {
			return nil, err
		}
		rows = append(rows, judge(g, start, t, at))
	}
	return rows, nil
}

// judge compares the mixtures of a tree with best responses.
func judge[S any](g resolve.Game[S], start S, t *resolve.Tree[S], at row) row {
	at.nodes = t.Len()
	at.least, at.most = responses(g, start, t.Last)
	at.last = max(0, at.most-at.least) / 2
	low, high := responses(g, start, t.Average)
	at.average = max(0, high-low) / 2
	return at
}

// responses returns what the first player has at least and at most. Outside the tree mixtures are
// uniform.
func responses[S any](g resolve.Game[S], start S, mixture func(int, []uint64) []float64) (least, most float64) {
	policy := func(player int) exploit.Policy {
		return func(view []uint64, n int) []float64 {
			if mix := mixture(player, view); mix != nil {
				return mix
			}
			return slices.Repeat([]float64{1 / float64(n)}, n)
		}
	}
	return exploit.Response(g, start, resolve.Second, policy(resolve.First)), exploit.Response(g, start, resolve.First, policy(resolve.Second))
}

// measure measures the games, or one of them.
func measure(ctx context.Context, log io.Writer, only string) (rows []row, err error) {
	for _, c := range cells() {
		if only != "" && only != c.name {
			continue
		}
		fmt.Fprintln(log, c.name)
		more, err := c.measure(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		rows = append(rows, more...)
	}
	if rows == nil {
		return nil, fmt.Errorf("-only %s: want %s", only, strings.Join(names(), ", "))
	}
	return rows, nil
}
