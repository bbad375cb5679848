// SPDX-License-Identifier: BSD-3-Clause

package uct

import "testing"

// TestPlayed checks the value of a node under each backup: what was only explored lowers the
// average, and luck with few simulations raises the best.
func TestPlayed(t *testing.T) {
	for _, test := range []struct {
		backup Backup
		want   float64
	}{{Expectation, 0.486}, {Best, 0.9}, {Played, 0.6}} {
		tr := &tree[int, int, int]{cfg: Config{Backup: test.backup, High: 1, NoBounds: true}}
		tr.edges = []edge[int]{{q: 0.2, visits: 2}, {q: 0.55, visits: 4}, {q: 0.6, visits: 4}, {q: 0.9, visits: 1}, {q: 0.3, visits: 3}, {q: 1}}
		n := node{count: int32(len(tr.edges)), visits: 15, value: 0.1}
		if got := tr.worth(&n); got < test.want-1e-3 || got > test.want+1e-3 {
			t.Errorf("backup %d: value %v, want %v", test.backup, got, test.want)
		}
	}
}
