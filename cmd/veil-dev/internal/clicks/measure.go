// SPDX-License-Identifier: BSD-3-Clause

package clicks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/unavoidable"
	"github.com/veilplan/veil/play"
)

// seed is the seed of the games and of the layouts.
const seed = 2028

// worth is the measured winning rate of a first click.
type worth struct {
	won, deviation float64 // mean and standard error
	games          int
}

// table holds the measurements, by board and click; it is stored in a file.
type table struct {
	path string
	rows map[string]worth
}

const tableHead = "# What first clicks are worth to the player instant, in product mode; one cell stands for all that a\n" +
	"# symmetry of the board exchanges with it. Made by: veil-dev clicks\n" +
	"board\tfirst\tcell\tgames\twon\tstderr\n"

func key(rules mines.Rules, c mines.Cell) string {
	return fmt.Sprintf("%dx%d/%d\t%v\t%s", rules.Width, rules.Height, rules.Mines, rules.First, rules.Name(c))
}

// readTable reads the file, if it exists.
func readTable(path string) (*table, error) {
	t := &table{path: path, rows: map[string]worth{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, os.WriteFile(path, []byte(tableHead), 0o644)
	}
	rest, ok := strings.CutPrefix(string(text), tableHead)
	if err == nil && !ok {
		err = fmt.Errorf("%s: not a table of first clicks", path)
	}
	for line := range strings.Lines(rest) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		var w worth
		if _, err := fmt.Sscan(strings.Join(fields[min(3, len(fields)):], " "), &w.games, &w.won, &w.deviation); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, line, err)
		}
		t.rows[strings.Join(fields[:3], "\t")] = w
	}
	return t, err
}

// measure plays after every first click that is not yet in the table.
func (t *table) measure(ctx context.Context, rules mines.Rules, games int) error {
	cells, _ := representatives(rules)
	for _, c := range cells {
		if _, ok := t.rows[key(rules, c)]; ok {
			continue
		}
		w, err := measure(ctx, rules, c, games)
		if err != nil {
			return err
		}
		if err := t.add(key(rules, c), w); err != nil {
			return err
		}
	}
	return nil
}

// add stores a result, also in the file, rounded as there.
func (t *table) add(key string, w worth) error {
	const places = 1e5
	w.won, w.deviation = math.Round(places*w.won)/places, math.Round(places*w.deviation)/places
	t.rows[key] = w
	file, err := os.OpenFile(t.path, os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s\t%d\t%.5f\t%.5f\n", key, w.games, w.won, w.deviation)
	return errors.Join(err, file.Close())
}

// measure plays games after a first click.
func measure(ctx context.Context, rules mines.Rules, c mines.Cell, games int) (worth, error) {
	raw, err := json.Marshal(map[string]string{
		"board": fmt.Sprintf("%dx%d/%d", rules.Width, rules.Height, rules.Mines), "first": rules.First.String(), "estimator": "product",
	})
	if err != nil {
		return worth{}, err
	}
	params := json.RawMessage(`{"start":"` + rules.Name(c) + `"}`)
	match, _, err := catalog.All().Match(play.Setup{Domain: "mines", Rules: raw, Player: "instant", Params: params})
	if err != nil {
		return worth{}, err
	}
	sum, square := 0.0, 0.0
	for i := range games {
		rec, err := match.Play(ctx, seed, uint64(i))
		if err != nil {
			return worth{}, err
		}
		sum, square = sum+rec.Score, square+rec.Score*rec.Score
	}
	n := float64(games)
	return worth{sum / n, math.Sqrt(max(0, square/n-sum/n*sum/n) / n), games}, ctx.Err()
}

const boundsHead = "# No player wins more often: the bound of the first click for which it is largest, and above it the\n" +
	"# 99.9% confidence limit, for layouts were drawn. Made by: veil-dev clicks\n" +
	"board\tfirst\tcell\tlayouts\tbound\tabove\n"

// boundOf bounds the winning chance of best play on a board.
func boundOf(rules mines.Rules, layouts int) (string, error) {
	const wrong = 0.001
	cells, _ := representatives(rules)
	tally := unavoidable.NewTally(rules, cells)
	r := rand.New(rand.NewPCG(seed, 0))
	free := rules
	free.First = mines.Any
	for range layouts {
		l, err := mines.Generate(free, r.Uint64(), 0)
		if err != nil {
			return "", err
		}
		tally.Add(l)
	}
	best, above := 0, 0.0
	for i := range cells {
		if x := tally.Above(i, wrong/float64(len(cells))); x > above {
			best, above = i, x
		}
	}
	return fmt.Sprintf("%s\t%d\t%.4f\t%.4f\n", key(rules, cells[best]), layouts, tally.Bound(best), min(above, 1)), nil
}
