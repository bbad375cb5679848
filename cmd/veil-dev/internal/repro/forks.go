// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"maps"
	"slices"
	"strings"

	"github.com/veilplan/veil/experiment"
)

// fork is another reading of a paper, as a change of the results that the statements are judged by.
type fork struct {
	paper, reading string
	change         func(d *data)
	otherUnit      bool // budgets are counted otherwise, so that none are common
}

// forks returns the readings that were measured, one change at a time.
func forks() []fork {
	const small, big = cascadeRun, "2011-table2"
	return []fork{
		read("2011", "a zero opens nothing else", func(d *data) { d.Runs[small] = runData{Policies: d.policies(plainRun)} }),
		read("2011", "0/0 rejects", func(d *data) { d.swap(small, printedFast, "walk-rejects", printedFast) }),
		read("2011", "length(x) is the number of cells", func(d *data) { d.swap(small, printedFast, "walk-length", printedFast) }),
		read("2011", "steps count from the first fit", func(d *data) {
			d.swap(small, printedFast, small, fittingFast)
			d.swap(big, printedFast, big, fittingFast)
		}),
		read("2011", "a walk starts at a random state", func(d *data) { d.swap(small, printedFast, small, "alg3") }),
		read("2011", "the result is games won", func(d *data) {
			d.byWins(small)
			d.byWins(big)
		}),
		{"2011", "the thinking time is simulations", func(d *data) {
			d.swap(small, "rejection", "2011-simulations", "rejection")
			d.swap(small, printedFast, "2011-simulations", fittingFast)
		}, true},
		read("2011", "mines are drawn on covered cells", func(d *data) {
			d.swap(small, "rejection", "2011-covered-4x4-6", "covered")
			d.swap(big, "rejection", "2011-covered-7x7-11", "covered")
		}),
		read("2012", "any first cell", func(d *data) {
			for _, board := range d.named("2012-myopic-") {
				d.startAnywhere(strings.TrimPrefix(board, "2012-myopic-"))
			}
		}),
		read("2012", "beginner is 8×8/10", func(d *data) { d.Runs["2012-csp-9x9-10"] = d.Runs["2012-csp-8x8-10"] }),
		read("2012", "intermediate is 15×13/40", func(d *data) { d.Runs["2012-csp-16x16-40"] = d.Runs["2012-csp-15x13-40"] }),
		constants("explore 0.02", "explore-0.02"), constants("explore 1", "explore-1"),
		constants("⌈√n⌉ actions and answers", "widen-1"), constants("⌈16√n⌉ actions and answers", "widen-16"),
		constants("actions in reading order", "reading"),
	}
}

func read(paper, reading string, change func(d *data)) fork {
	return fork{paper, reading, change, false}
}

// constants returns the reading of 2012 with other constants, which was measured on 2x5/3.
func constants(reading, id string) fork {
	return read("2012", reading, func(d *data) {
		const run = "2012-bssuct-2x5-3"
		p, ok := d.policy("2012-readings", id)
		if !ok {
			return
		}
		p.ID = "bssuct-1000"
		delete(d.Runs, run+"-deep")
		delete(d.Runs, run+"-deepest")
		d.Runs[run] = runData{Estimator: "product", Policies: []policyData{p}}
	})
}

// swap replaces the policies of a kind in a run by those of another kind in another, and in its
// further parts.
func (d *data) swap(run, kind, from, other string) {
	var taken []policyData
	for _, p := range d.policies(from) {
		if k, budget, _ := strings.Cut(p.ID, "-"); k == other {
			p.ID, p.Gain = kind+"-"+budget, nil // over a policy that is not in this run
			if from != run {
				p.ToRejection = nil
			}
			taken = append(taken, p)
		}
	}
	kept := slices.DeleteFunc(slices.Clone(d.policies(run)), func(p policyData) bool { return strings.HasPrefix(p.ID, kind+"-") })
	delete(d.Runs, run+"-deep")
	delete(d.Runs, run+"-deepest")
	if kind == "rejection" { // the other one is left
		for i := range kept {
			kept[i].ToRejection = nil
		}
	}
	r := d.Runs[run]
	r.Policies = append(kept, taken...)
	d.Runs[run] = r
}

// reduced returns the data without the budgets that the other data lacks, so that a reading that was
// measured at fewer budgets is compared at these.
func (d *data) reduced(to *data) *data {
	less := &data{Runs: maps.Clone(d.Runs)}
	for run, r := range d.Runs {
		base := strings.TrimSuffix(strings.TrimSuffix(run, "-deepest"), "-deep")
		kept := slices.DeleteFunc(slices.Clone(r.Policies), func(p policyData) bool {
			_, ok := to.policy(base, p.ID)
			return !ok
		})
		if len(kept) > 1 || base != run {
			r.Policies = kept
			less.Runs[run] = r
		}
	}
	return less
}

// byWins judges a run by games won instead of scores.
func (d *data) byWins(run string) {
	for _, part := range []string{run, run + "-deep", run + "-deepest"} {
		r, ok := d.Runs[part]
		if !ok {
			continue
		}
		r.Policies = slices.Clone(r.Policies)
		for i := range r.Policies {
			r.Policies[i].Score, r.Policies[i].Gain, r.Policies[i].ToRejection = r.Policies[i].Rate, nil, nil
		}
		d.Runs[part] = r
	}
}

// startAnywhere compares BSSUCT with the lowest risk from any cell, which played other games.
func (d *data) startAnywhere(board string) {
	uniform, ok := d.policy("2012-myopic-"+board, "uniform")
	if !ok {
		return
	}
	part := d.deepest("2012-bssuct-" + board)
	r := d.Runs[part]
	r.Policies = slices.Clone(r.Policies)
	for i := range r.Policies {
		won := d.chance(part, r.Policies[i])
		r.Policies[i].Gain = &experiment.Estimate{
			Value: won.Value - uniform.Rate.Value, Low: won.Low - uniform.Rate.Value, High: won.High - uniform.Rate.Value, N: won.N,
		}
	}
	d.Runs[part] = r
}

// measuredVerdicts returns the verdicts of the statements that games decide, by place and text.
func measuredVerdicts(d *data, optima boardValues) (map[string]verdict, error) {
	rows, err := table2Claims(d, optima)
	if err != nil {
		return nil, err
	}
	all := map[string]verdict{}
	for _, c := range slices.Concat(measured2011(d), measured2012(d), rows) {
		all[c.where+": "+c.says] = c.verdict
	}
	return all, nil
}

// decided lists the statements whose verdict a reading changes: statement, verdict, and the other.
func (f fork) decided(d *data, optima boardValues) (rows [][3]string, err error) {
	changed := &data{Runs: maps.Clone(d.Runs)}
	f.change(changed)
	base := d
	if !f.otherUnit {
		base = d.reduced(changed)
	}
	before, err := measuredVerdicts(base, optima)
	if err != nil {
		return nil, err
	}
	after, err := measuredVerdicts(changed, optima)
	if err != nil {
		return nil, err
	}
	for _, statement := range slices.Sorted(maps.Keys(before)) {
		if was, is := before[statement], after[statement]; was != is && is != unchecked {
			rows = append(rows, [3]string{statement, string(was), string(is)})
		}
	}
	return rows, nil
}

// forkTable lists the statements whose verdict depends on a reading.
func forkTable(d *data, optima boardValues) (string, error) {
	var rows [][]string
	for _, f := range forks() {
		decided, err := f.decided(d, optima)
		if err != nil {
			return "", err
		}
		for _, r := range decided {
			rows = append(rows, []string{f.paper + ", " + r[0], r[1], f.reading, r[2]})
		}
	}
	return markdown([]string{"statement", "verdict", "another reading", "verdict then"}, rows), nil
}
