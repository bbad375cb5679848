// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/mines"
)

// markdown writes a table.
func markdown(head []string, rows [][]string) string {
	var text strings.Builder
	line := func(cells []string) { text.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(head)
	text.WriteString(strings.Repeat("|---", len(head)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return text.String()
}

func claimTable(list []claim) string {
	var rows [][]string
	for _, c := range list {
		rows = append(rows, []string{c.where, c.says, c.ours, c.how, string(c.verdict)})
	}
	return markdown([]string{"where", "the paper says", "we find", "shown by", "verdict"}, rows)
}

// strengthTable lists the policies of a run with their budgets and results.
func strengthTable(d *data, run string) string {
	var rows [][]string
	for _, p := range d.policies(run) {
		b := p.budget()
		draws := "–"
		if b.Draws > 0 {
			draws = fmt.Sprintf("%.0f", b.Draws)
		}
		kind, _, _ := strings.Cut(p.ID, "-")
		sims := fmt.Sprintf("%.0f", b.Simulations)
		if b.Draws > 0 {
			sims = fmt.Sprintf("%.1f on average", p.Sims)
		}
		rows = append(rows, []string{kind, draws, sims, fmt.Sprintf("%.1f", p.Slow), mean(p.Score), rate(p), strconv.Itoa(p.Rate.N)})
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"belief", "hidden states per move", "simulations per move", "ms per move (95%)", "score", "won", "games"}, rows)
}

// paperTable prints a table of the 2011 paper, with only some rows if it is long.
func paperTable(rows []timed, every int) string {
	var cells [][]string
	for i, r := range rows {
		if i%every == 0 {
			cells = append(cells, []string{fmt.Sprintf("%.4g", r.seconds), fmt.Sprintf("%.3f", r.rejection), fmt.Sprintf("%.3f", r.fast)})
		}
	}
	return markdown([]string{"seconds per move", "BSR-UCT", "fast version"}, cells)
}

// board2012 is a row of the 2012 paper's Table 2.
type board2012 struct{ board, myopic, bssuct, spread, seconds string }

func table2012() ([]board2012, error) {
	rows, err := rowsOf("2012-table2.tsv")
	var list []board2012
	for _, r := range rows {
		list = append(list, board2012{r[0], r[1], r[2], r[3], r[4]})
	}
	return list, err
}

// name returns the board as the papers and the runs name it, height first.
func (b board2012) name() string {
	var w, h, m int
	_, _ = fmt.Sscanf(b.board, "%dx%d/%d", &w, &h, &m) // from our table: well-formed
	return fmt.Sprintf("%dx%d-%d", h, w, m)
}

func (b board2012) printed() string {
	if b.spread == "" || b.spread == "0" {
		return b.bssuct
	}
	return b.bssuct + " ± " + b.spread
}

// table2 compares the paper's Table 2 with our results, the optimal player's games and the optimum.
func table2(d *data, played map[string]string, optima boardValues) (string, error) {
	boards, err := table2012()
	if err != nil {
		return "", err
	}
	var rows [][]string
	for _, b := range boards {
		myopic, bssuct, modern := "2012-myopic-"+b.name(), "2012-bssuct-"+b.name(), "2012-uct-"+b.name()
		optimum := missing
		if v, ok := optima[b.board]; ok {
			optimum = strings.TrimSuffix(percent(v), "%")
		}
		rows = append(rows, []string{
			strings.Replace(b.name(), "-", "/", 1), d.cell(myopic, "single-point"), b.myopic, d.cell(myopic, "corner"), d.cell(myopic, "uniform"),
			b.printed() + " (" + b.seconds + " s)", d.cell(bssuct, "bssuct-100"), d.cell(bssuct, "bssuct-1000"), d.cell(bssuct, "bssuct-10000"), d.cell(bssuct, "bssuct-100000"),
			d.cell(modern, "uct"), cmp.Or(played[b.board], d.cell(myopic, "optimal")), optimum,
		})
	}
	return markdown([]string{
		"board", "single-point", "paper: CSP-PGMS", "lowest risk, corner", "lowest risk, any start", "paper: BSSUCT",
		"BSSUCT, 100 simulations", "1,000", "10,000", "100,000", "tree search and exact solver", "optimal player", "optimum (exact)",
	}, rows), nil
}

// cell returns a winning rate with its interval and number of games.
func (d *data) cell(run, id string) string {
	p, ok := d.policy(run, id)
	if !ok {
		return "–"
	}
	won := d.chance(run, p)
	return percentOf(won) + " " + games(won.N)
}

func games(n int) string {
	if n >= 1000 && n%1000 == 0 {
		return fmt.Sprintf("(%dk)", n/1000)
	}
	return fmt.Sprintf("(%d)", n)
}

// readPlayed returns the winning rate of the optimal player, by board, under the safe rule.
func readPlayed(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	played := map[string]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		board, safe := strings.CutSuffix(strings.TrimPrefix(f[0], "optimal-"), "-safe")
		if len(f) < 8 || !safe {
			continue
		}
		var e experiment.Estimate // columns: run, policy, episodes, won, lost, win_rate, low, high
		if _, err := fmt.Sscan(f[2]+" "+f[5]+" "+f[6]+" "+f[7], &e.N, (*float64)(&e.Value), (*float64)(&e.Low), (*float64)(&e.High)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		played[strings.Replace(board, "-", "/", 1)] = percentOf(e) + " " + games(e.N)
	}
	return played, nil
}

// readOptima returns the value of the best first click on each solved board under the safe rule:
// from the table that search/optimal is tested against and, for 5×5, from ours, which has more
// clicks; 1×3/1 is too small for both.
func readOptima(ctx context.Context, root string) (boardValues, error) {
	const tiny = "3x1/1"
	row, err := solve(ctx, tiny, mines.Safe, mines.Won)
	if err != nil {
		return nil, err
	}
	best := boardValues{}
	top, _ := row.best()
	best.add(tiny, top)
	text, err := os.ReadFile(filepath.Join(root, exactValues))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 8 || f[3] != "safe" {
			continue
		}
		if value, ok := new(big.Rat).SetString(f[5] + "/" + f[6]); ok {
			best.add(fmt.Sprintf("%sx%s/%s", f[0], f[1], f[2]), value)
		}
	}
	return best, best.addTable(filepath.Join(root, firstClicks))
}

// boardValues are the values of boards under best play.
type boardValues map[string]*big.Rat

func (o boardValues) add(board string, value *big.Rat) {
	if o[board] == nil || value.Cmp(o[board]) > 0 {
		o[board] = value
	}
}

// addTable adds the exact values of a table of first clicks.
func (o boardValues) addTable(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	rows, _, err := values.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, r := range rows {
		if r.Exact() && r.First == "safe" {
			o.add(fmt.Sprintf("%dx%d/%d", r.Width, r.Height, r.Mines), new(big.Rat).SetFrac(
				new(big.Int).SetUint64(r.Lo), new(big.Int).SetUint64(r.Layouts)))
		}
	}
	return nil
}
