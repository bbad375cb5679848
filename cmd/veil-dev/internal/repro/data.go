// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/stats"
)

// data contains all measurements.
type data struct {
	Runs  map[string]runData   `json:"runs"`
	Bench map[string]benchData `json:"bench"`

	pair bool // add paired comparisons of single games
}

// runData contains the results of a run that the page uses.
type runData struct {
	Board     string       `json:"board"`
	First     string       `json:"first"`
	Objective string       `json:"objective"`
	Estimator string       `json:"estimator,omitempty"`
	Seed      uint64       `json:"seed"`
	Episodes  uint64       `json:"episodes"`
	MadeBy    string       `json:"made_by"`
	Policies  []policyData `json:"policies"`
}

// policyData contains the results of one policy.
type policyData struct {
	ID     string              `json:"id"`
	Player string              `json:"player"`
	Params json.RawMessage     `json:"params"`
	Won    int                 `json:"won"`
	Rate   experiment.Estimate `json:"win_rate"`
	Score  experiment.Estimate `json:"score"`
	Moves  float64             `json:"moves"` // a game
	Sims   float64             `json:"simulations"`
	// Milliseconds per move, of a shared machine's clock, or of its processor if the spec says
	// so: the 95% quantile, and the mean.
	Slow float64 `json:"ms_p95"`
	Mean float64 `json:"ms_mean,omitempty"`
	// CPU is the CPU time per game in milliseconds, measured separately; 0 if not measured.
	CPU  float64          `json:"cpu_ms,omitempty"`
	Bins []experiment.Bin `json:"calibration,omitempty"`
	// Gain is the difference to the first policy of its run, on the same boards.
	Gain *experiment.Estimate `json:"gain,omitempty"`
	// OverTree is the difference of BSSUCT to the tree alone with as many simulations, on the same boards.
	OverTree *experiment.Estimate `json:"over_tree,omitempty"`
	// ToRejection is the difference of a walk to rejection with as many hidden states, on the same boards.
	ToRejection *experiment.Estimate `json:"to_rejection,omitempty"`
	// ToBest and ToHill are the differences to the best policy of its run and to D. Hill's player,
	// on the same boards.
	ToBest *experiment.Estimate `json:"to_best,omitempty"`
	ToHill *experiment.Estimate `json:"to_hill,omitempty"`
}

// budgets are the parameters that the strength of a policy is plotted against.
type budgets struct {
	Draws       float64 `json:"draws"`
	Simulations float64 `json:"simulations"`
}

func (p *policyData) budget() budgets {
	var b budgets
	_ = json.Unmarshal(p.Params, &b) // other parameters are not budgets
	return b
}

// policies returns the policies of a run, and of its deep part with larger budgets.
func (d *data) policies(run string) []policyData {
	return slices.Concat(d.Runs[run].Policies, d.Runs[run+"-deep"].Policies, d.Runs[run+"-deepest"].Policies)
}

// deepest returns the name of the part of a run with the largest budgets that was played.
func (d *data) deepest(run string) string {
	for _, part := range []string{run + "-deepest", run + "-deep"} {
		if len(d.Runs[part].Policies) > 0 {
			return part
		}
	}
	return run
}

// policy returns a policy of a run.
func (d *data) policy(run, id string) (policyData, bool) {
	for _, p := range d.policies(run) {
		if p.ID == id {
			return p, true
		}
	}
	return policyData{}, false
}

func readData(name string) (*data, error) {
	d := &data{Runs: map[string]runData{}, Bench: map[string]benchData{}}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	return d, json.Unmarshal(text, d)
}

func (d *data) write(name string) error {
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

// collect imports finished runs and benchmarks; missing ones keep their former data.
func (d *data) collect(runs, bench string, log io.Writer) error {
	if bench != "" {
		text, err := os.ReadFile(bench)
		if err != nil {
			return err
		}
		d.addBench(string(text))
	}
	if runs == "" {
		return nil
	}
	dirs, err := filepath.Glob(filepath.Join(runs, "*", "summary.json"))
	if err != nil {
		return err
	}
	for _, name := range dirs {
		if err := d.addRun(filepath.Dir(name), log); err != nil {
			return err
		}
	}
	return nil
}

func (d *data) addRun(path string, log io.Writer) error {
	dir, err := experiment.Open(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	s, err := dir.ReadSummary()
	if err != nil {
		return err
	}
	if dir.Spec.Domain != "mines" || !s.Complete {
		fmt.Fprintln(log, "left out:", path)
		return nil
	}
	r := runData{Seed: s.Seed, Episodes: s.Episodes, MadeBy: dir.Spec.MadeBy.String()}
	if err := json.Unmarshal(dir.Spec.Rules, &r); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	times, err := dir.Times()
	if err != nil {
		return err
	}
	for i, p := range s.Policies {
		spec := dir.Spec.Policies[i]
		r.Policies = append(r.Policies, policyData{
			ID: p.ID, Player: spec.Player, Params: spec.Params, Won: p.Won, Rate: p.Rate, Score: p.Score,
			Moves: float64(p.Moves.Value), Sims: float64(p.Sims.Value),
			Slow: float64(times.Moves[i].Quantile(0.95)) / 1e6, Mean: meanAtMost(&times.Moves[i]) / 1e6,
			Bins: slices.DeleteFunc(p.Bins, func(b experiment.Bin) bool { return b.Rate.N == 0 }),
			Gain: gainOver(s, p.ID, s.Policies[0].ID, measureOf(r)), OverTree: gainOver(s, p.ID, treeID(p.ID), measureOf(r)),
			ToRejection: gainOver(s, p.ID, rejectionID(p.ID), measureOf(r)),
		})
	}
	if d.pair {
		if err := r.addPairs(dir, s); err != nil {
			return err
		}
	}
	d.Runs[s.Name] = r
	return nil
}

// meanAtMost returns an upper bound of the mean, at most a sixteenth too high.
func meanAtMost(h *stats.Histogram) float64 {
	sum := 0.0
	for bin, n := range h.Counts {
		_, most := stats.BinEdges(bin)
		sum += float64(n) * float64(min(most, h.Max))
	}
	return sum / float64(max(h.N, 1))
}

// gainOver returns the comparison of a policy with another, by the measure of the run.
func gainOver(s *experiment.Summary, id, other, measure string) *experiment.Estimate {
	for i := range s.Pairs {
		if p := &s.Pairs[i]; p.First == id && p.Second == other {
			if measure == "score" {
				return &p.ScoreDiff
			}
			return &p.WinDiff
		}
	}
	return nil
}

// named returns the runs with a prefix, in order.
func (d *data) named(prefix string) (names []string) {
	for name := range d.Runs {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
