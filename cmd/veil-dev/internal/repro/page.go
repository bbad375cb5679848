// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// page is the template of the page.
//
//go:embed page.md
var page string

// From the root of the repository: the page and the folder of its data and figures, proved optima, and
// games of the optimal player.
const (
	papersPage    = "docs/results/mines-papers.md"
	papersDir     = "experiments/papers"
	papersData    = papersDir + "/reproduction.json"
	exactValues   = "search/optimal/testdata/exact-values.tsv"
	firstClicks   = "experiments/optimal/5x5.tsv"
	optimalPlayed = "experiments/optimal/optimal-played.tsv"
)

// render returns the page and its figures.
func render(ctx context.Context, d *data, root string) (text string, figures map[string][]byte, err error) {
	optima, err := readOptima(ctx, root)
	if err != nil {
		return "", nil, err
	}
	losses, err := readLosses(filepath.Join(root, betterWithTime))
	if err != nil {
		return "", nil, err
	}
	mended, err := readLosses(filepath.Join(root, papersDir, "revised.tsv"))
	if err != nil {
		return "", nil, err
	}
	losses = append(losses, mended...)
	without, err := readLosses(filepath.Join(root, ingredients))
	if err != nil {
		return "", nil, err
	}
	if figures, err = draw(d, optima); err != nil {
		return "", nil, err
	}
	parts, err := d.parts(ctx, optima)
	if err != nil {
		return "", nil, err
	}
	played, err := readPlayed(filepath.Join(root, optimalPlayed))
	if err != nil {
		return "", nil, err
	}
	if parts["Table2"], err = table2(d, played, optima); err != nil {
		return "", nil, err
	}
	if parts["Thesis"], err = thesisTable(d, optima); err != nil {
		return "", nil, err
	}
	repeated, err := readRerun(filepath.Join(root, rerunData))
	if err != nil {
		return "", nil, err
	}
	parts["Rerun"] = rerunText(repeated)
	if parts["BigWins"], err = bigWins(d); err != nil {
		return "", nil, err
	}
	if parts["Reaching"], err = reaching(d); err != nil {
		return "", nil, err
	}
	parts["Losses"], parts["Ablation"] = lossTable(losses, optima), ablation(without)
	parts["Planner"], parts["NeverBehind"], parts["Behind"] = plannerTable(d, optima), neverBehind(d), behind(d)
	shown := func(name string) bool { return figures[name] != nil }
	t, err := template.New("page").Funcs(template.FuncMap{"drawn": shown}).Parse(page)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, parts)
	return out.String(), figures, err
}

// parts returns the values of the page's template, by name.
func (d *data) parts(ctx context.Context, optima boardValues) (map[string]string, error) {
	first, err := claims2011(ctx, d)
	if err != nil {
		return nil, err
	}
	second, err := claims2012(ctx, d)
	if err != nil {
		return nil, err
	}
	rows, err := table2Claims(d, optima)
	if err != nil {
		return nil, err
	}
	second = append(second, rows...)
	one, two, err := tables2011()
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"Tally": tally(append(slices.Clone(first), second...)), "Claims2011": claimTable(first), "Claims2012": claimTable(second),
		"PaperTable1": paperTable(one, 1), "PaperTable2": paperTable(two, 8),
		"Table1": strengthTable(d, cascadeRun), "Plain1": strengthTable(d, plainRun), "BigBoard": strengthTable(d, "2011-table2"), "Simulations": strengthTable(d, "2011-simulations"),
		"Calibration": calibration(d), "Speed": speed(d), "Redraw": redraw(d), "Yardstick": yardstick(d), "Runs": runTable(d),
	}, nil
}

// tally counts the verdicts.
func tally(list []claim) string {
	count := map[verdict]int{}
	for _, c := range list {
		count[c.verdict]++
	}
	return fmt.Sprintf("Of %d statements %d agree, %d partly, %d disagree, %d could not be checked",
		len(list), count[agree], count[partly], count[disagree], count[unchecked])
}

// calibration lists the calibration of every planner that made predictions.
func calibration(d *data) string {
	var rows [][]string
	positions := 0
	for _, run := range d.named("calibration-") {
		for _, p := range d.policies(run) {
			off := 0.0
			n := 0
			for _, b := range p.Bins {
				n += b.Rate.N
				off += float64(b.Rate.N) * math.Abs(float64(b.Predicted)-float64(b.Rate.Value))
			}
			positions += n
			rows = append(rows, []string{d.Runs[run].Board, p.ID, fmt.Sprint(n), fmt.Sprintf("%.2f points", 100*off/float64(max(n, 1))), fmt.Sprintf("%d of %d", inside(p), len(p.Bins))})
		}
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	head := []string{"board", "planner", "positions", "mean distance", "bins whose 95% interval holds the prediction"}
	return fmt.Sprintf("%d positions in all.\n\n", positions) + markdown(head, rows)
}

// inside counts the bins whose interval contains the mean prediction.
func inside(p policyData) (n int) {
	for _, b := range p.Bins {
		if b.Predicted >= b.Rate.Low && b.Predicted <= b.Rate.High {
			n++
		}
	}
	return n
}

// speed lists the throughput of the search.
func speed(d *data) string {
	var names []string
	for name := range d.Bench {
		if d.Bench[name]["sims/cpu-s"] > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var rows [][]string
	for _, name := range names {
		b, allocs := d.Bench[name], "–"
		if sims := b["sims/op"]; sims > 0 {
			allocs = fmt.Sprintf("%.4f", b["allocs/op"]/sims)
		}
		rows = append(rows, []string{"`" + name + "`", fmt.Sprintf("%.0f", b["sims/cpu-s"]), allocs})
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"benchmark", "simulations per CPU second", "allocations per simulation"}, rows)
}

// yardstick compares with a search specialised for Tiger, in the same run.
func yardstick(d *data) string {
	ours, flat := d.Bench["Tiger/plan=pomcp/depth=90"]["sims/cpu-s"], d.Bench["TigerFlat"]["sims/cpu-s"]
	if ours == 0 || flat == 0 {
		return "The yardstick, a flat tree written for Tiger alone, was not run."
	}
	return fmt.Sprintf("`TigerFlat` is a flat tree written for Tiger alone. The general search, as POMCP and 90 steps deep, has %.2f of its speed.", ours/flat)
}

// redraw returns the speed of root sampling relative to redrawing at every step.
func redraw(d *data) string {
	var parts []string
	for _, c := range [][3]string{
		{"tiger", "Tiger/plan=pomcp/depth=20", "Tiger/plan=redrawn/depth=20"},
		{"4×4/4 as a test model, exact belief", "Patch/plan=pomcp", "Patch/plan=redrawn"},
		{"4×4/4 Minesweeper, exact belief", "Mines/belief=exact/draw=root", "Mines/belief=exact/draw=redraw"},
		{"4×4/4 Minesweeper, rejection", "Mines/belief=rejection/draw=root", "Mines/belief=rejection/draw=redraw"},
	} {
		root, again := d.Bench[c[1]]["sims/cpu-s"], d.Bench[c[2]]["sims/cpu-s"]
		if root > 0 && again > 0 {
			parts = append(parts, fmt.Sprintf("%.1f× on %s", root/again, c[0]))
		}
	}
	if len(parts) == 0 {
		return missing
	}
	return strings.Join(parts, ", ")
}

// runTable lists the source of every figure.
func runTable(d *data) string {
	var rows [][]string
	for _, name := range d.named("") {
		r := d.Runs[name]
		rows = append(rows, []string{spec(name), r.Board + ", " + r.First, fmt.Sprint(r.Seed), fmt.Sprint(r.Episodes), r.MadeBy})
	}
	return markdown([]string{"run", "board, first click", "seed", "games per policy", "made by"}, rows)
}
