// SPDX-License-Identifier: BSD-3-Clause

// Package experiment plays policies against each other's results: the same episodes,
// many times, with intervals.
//
//	Parse ──▶ Spec ──▶ Resolve ──▶ Plan ──▶ Run ──▶ run directory ──▶ Summarize ──▶ Report
//
// An episode is a function of (spec, index), and every policy meets the same hidden
// states in it. A run is therefore nothing but the set of its episodes: they may be
// played in any order, by any number of workers, and again after a crash. The run
// directory ([Dir]) is the only truth. What is read from it is read in the order of the
// episodes, so a summary has the same bytes whatever happened on the way.
//
// Times depend on the machine. They are kept apart and never enter a summary.
package experiment
