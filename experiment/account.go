// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Account is the contribution of a worker to a run in a month.
type Account struct {
	By       string // the worker
	Month    string // such as 2026-11; empty for chunks without one
	Episodes uint64
	Busy     time.Duration
}

// Accounts returns the contributions to a run, in order of workers and months. Only stored episodes
// count, each once: not those that were forgotten or played again by another worker. The time of a
// chunk counts in proportion to its episodes that are left.
func (d *Dir) Accounts() ([]Account, error) {
	type key struct{ by, month string }
	sums, gaps := map[key]Account{}, d.gaps()
	err := d.eachTime(func(line *timesLine, left []Span) {
		if line.By == "" {
			return
		}
		k := key{line.By, line.Month}
		sum, kept := sums[k], uint64(0)
		for _, s := range left {
			for _, stored := range gaps.lacks(s) {
				kept += stored.End - stored.First
			}
		}
		sum.By, sum.Month = k.by, k.month
		sum.Episodes += kept
		sum.Busy += time.Duration(float64(line.Nanoseconds) * float64(kept) / float64(line.End-line.First))
		sums[k] = sum
	})
	return slices.SortedFunc(maps.Values(sums), func(a, b Account) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Month, b.Month))
	}), err
}
