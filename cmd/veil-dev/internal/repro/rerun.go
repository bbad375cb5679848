// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/rusage"
)

// The rule of the rerun, fixed before it was run: a tenth of all rows of the data file, by a hash of
// their names, is played again with another seed, at most as many games as before. A row of which
// fewer than rerunLeast games fit into rerunCPU, by the cost of one game, is not played.
const (
	rerunData             = papersDir + "/rerun.tsv"
	rerunChoice           = 20261118
	rerunShare            = 10
	rerunSeed             = 1000 // is added to the seed of the row
	rerunLeast, rerunMost = 30, 300
	rerunCPU              = 5 * time.Second
	rerunLevel            = 0.01 // of all rows together, by Holm's method
)

const rerunHead = "run\tpolicy\tmeasure\tgames\tmean\tsd\tagain_games\tagain_mean\tagain_sd\tp"

// sample is the mean and standard deviation of games, by wins or by score.
type sample struct {
	n        int
	mean, sd float64
}

// again is a row that was chosen. P is negative if it was too expensive to play.
type again struct {
	run, policy, measure string
	before, after        sample
	p                    float64
}

func (a again) String() string {
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%.5f\t%.5f\t%d\t%.5f\t%.5f\t%.6f",
		a.run, a.policy, a.measure, a.before.n, a.before.mean, a.before.sd, a.after.n, a.after.mean, a.after.sd, a.p)
}

// chosen reports whether a row is among those to be played again.
func chosen(run, policy string) bool {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %s", rerunChoice, run, policy)
	return h.Sum64()%rerunShare == 0
}

// choose lists the chosen rows of the data, with their results.
func choose(d *data) (rows []again) {
	for _, run := range d.named("") {
		for _, p := range d.Runs[run].Policies {
			if chosen(run, p.ID) {
				rows = append(rows, again{run: run, policy: p.ID, measure: measureOf(d.Runs[run]), before: sampleOf(d.Runs[run], p.Won, p.Rate, p.Score)})
			}
		}
	}
	return rows
}

// measureOf returns what a run is judged by: scores where no game is won or lost, or where they are the aim.
func measureOf(r runData) string {
	if r.Estimator != "" || r.Objective == "fraction" {
		return "score"
	}
	return "wins"
}

// sampleOf returns the sample that an estimate was made from. Its interval is Student's.
func sampleOf(r runData, won int, rate, score experiment.Estimate) sample {
	if measureOf(r) == "wins" {
		share := float64(won) / float64(rate.N)
		return sample{rate.N, share, math.Sqrt(share * (1 - share))}
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(max(score.N-1, 1))}.Quantile((1 + experiment.Level) / 2)
	return sample{score.N, float64(score.Value), float64(score.High-score.Low) / 2 / t * math.Sqrt(float64(score.N))}
}

// runRerun plays the chosen rows that are not in the file yet, and writes it after each.
func runRerun(ctx context.Context, root string, log io.Writer) error {
	d, err := readData(filepath.Join(root, papersData))
	if err != nil {
		return err
	}
	done, err := readRerun(filepath.Join(root, rerunData))
	if err != nil {
		return err
	}
	for _, row := range choose(d) {
		if slices.ContainsFunc(done, func(old again) bool { return old.run == row.run && old.policy == row.policy }) {
			continue
		}
		if err := row.play(ctx, root, d.Runs[row.run]); err != nil {
			return fmt.Errorf("%s, %s: %w", row.run, row.policy, err)
		}
		fmt.Fprintln(log, row)
		done = append(done, row)
		if err := writeRerun(filepath.Join(root, rerunData), done); err != nil {
			return err
		}
	}
	return nil
}

// play plays the row again, or marks it as too expensive.
func (a *again) play(ctx context.Context, root string, r runData) error {
	spec, err := a.spec(root, r)
	if err != nil {
		return err
	}
	games, err := affordable(ctx, spec, a.before.n)
	if err != nil || games < rerunLeast {
		a.p = -1
		return err
	}
	spec.Episodes = uint64(games)
	s, err := playSpec(ctx, spec)
	if err != nil {
		return err
	}
	a.after = sampleOf(r, s.Policies[0].Won, s.Policies[0].Rate, s.Policies[0].Score)
	a.p = a.compare()
	return nil
}

// spec returns the experiment of the row alone, with another seed.
func (a *again) spec(root string, r runData) (*experiment.Spec, error) {
	text, err := os.ReadFile(filepath.Join(root, specPath(a.run)))
	if err != nil {
		return nil, err
	}
	spec, err := experiment.Parse(text)
	if err != nil {
		return nil, err
	}
	spec.Policies = slices.DeleteFunc(spec.Policies, func(p experiment.Policy) bool { return p.ID != a.policy })
	if len(spec.Policies) != 1 {
		return nil, fmt.Errorf("%s has no policy %s", specPath(a.run), a.policy)
	}
	spec.Seed, spec.Record = r.Seed+rerunSeed, nil
	return spec, nil
}

// affordable returns the number of games that the row may play, by the cost of one.
func affordable(ctx context.Context, spec *experiment.Spec, before int) (int, error) {
	plan, err := experiment.Resolve(*spec, catalog.All())
	if err != nil {
		return 0, err
	}
	limited, cancel := rusage.WithCPU(ctx, rerunCPU)
	defer cancel()
	at := rusage.CPU()
	if _, err := plan.Play(limited, 0, 1, nil); err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			return 0, nil // one game is too much
		}
		return 0, err
	}
	cost := max(rusage.CPU()-at, time.Microsecond)
	return min(rerunMost, before, int(rerunCPU/cost)), nil
}

// playSpec plays an experiment in a directory that it removes.
func playSpec(ctx context.Context, spec *experiment.Spec) (*experiment.Summary, error) {
	plan, err := experiment.Resolve(*spec, catalog.All())
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "rerun")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary directory
	run, _, err := experiment.Create(filepath.Join(dir, spec.Name), plan, experiment.Provenance{})
	if err != nil {
		return nil, err
	}
	return experiment.Run(ctx, run, plan, experiment.Options{})
}

// compare returns the p-value of the hypothesis that both samples have one mean: Fisher's exact test
// for wins, Welch's for scores.
func (a *again) compare() float64 {
	if a.measure == "wins" {
		wins := func(s sample) int { return int(math.Round(s.mean * float64(s.n))) }
		return fisher(wins(a.before), a.before.n, wins(a.after), a.after.n)
	}
	return welch(a.before, a.after)
}

// welch returns the two-sided p-value of Welch's test (Biometrika 1947).
func welch(a, b sample) float64 {
	x, y := a.sd*a.sd/float64(a.n), b.sd*b.sd/float64(b.n)
	if x+y == 0 {
		if a.mean == b.mean {
			return 1
		}
		return 0
	}
	t := math.Abs(a.mean-b.mean) / math.Sqrt(x+y)
	freedom := (x + y) * (x + y) / (x*x/float64(a.n-1) + y*y/float64(b.n-1))
	return 2 * distuv.StudentsT{Sigma: 1, Nu: freedom}.Survival(t)
}

// fisher returns the two-sided p-value of Fisher's exact test: the probability of all tables with these
// sums that are at most as likely as the one seen.
func fisher(k, n, l, m int) float64 {
	choose := func(n, k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return a - b - c
	}
	log := func(i int) float64 { return choose(n, i) + choose(m, k+l-i) - choose(n+m, k+l) }
	p := 0.0
	for i := max(0, k+l-m); i <= min(n, k+l); i++ {
		if log(i) <= log(k)+1e-7 {
			p += math.Exp(log(i))
		}
	}
	return min(p, 1)
}

// rejected returns the rows whose samples differ, by Holm's method (Scandinavian Journal of
// Statistics 1979): the smallest p-value is compared with the level over the number of rows, the next
// with the level over one less, until one is not below.
func rejected(rows []again, level float64) (list []again) {
	played := slices.DeleteFunc(slices.Clone(rows), func(a again) bool { return a.p < 0 })
	slices.SortStableFunc(played, func(a, b again) int { return cmp.Compare(a.p, b.p) })
	for i, a := range played {
		if a.p > level/float64(len(played)-i) {
			break
		}
		list = append(list, a)
	}
	return list
}

func readRerun(name string) (rows []again, err error) {
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		row, err := parseAgain(strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", name, i+1, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func parseAgain(cells []string) (a again, err error) {
	if len(cells) != 10 {
		return a, fmt.Errorf("got %d cells, want 10", len(cells))
	}
	var x [7]float64
	for i := range x {
		if x[i], err = strconv.ParseFloat(cells[3+i], 64); err != nil {
			return a, err
		}
	}
	return again{cells[0], cells[1], cells[2], sample{int(x[0]), x[1], x[2]}, sample{int(x[3]), x[4], x[5]}, x[6]}, nil
}

func writeRerun(name string, rows []again) error {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b again) int { return cmp.Or(cmp.Compare(a.run, b.run), cmp.Compare(a.policy, b.policy)) })
	lines := []string{rerunHead}
	for _, r := range rows {
		lines = append(lines, r.String())
	}
	return os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// rerunText returns a sentence about the rows that were played again.
func rerunText(rows []again) string {
	played, least := 0, 1.0
	for _, r := range rows {
		if r.p >= 0 {
			played++
			least = min(least, r.p)
		}
	}
	return fmt.Sprintf("%d of %d rows chosen by a hash were played again, with another seed; %d differ by Holm's method at 1%% (least p: %.3f)",
		played, len(rows), len(rejected(rows, rerunLevel)), least)
}
