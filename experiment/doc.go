// SPDX-License-Identifier: BSD-3-Clause

// Package experiment compares policies: each plays the same episodes, many times, and every result
// has an interval.
//
//	Parse ──▶ Spec ──▶ Resolve ──▶ Plan ──▶ Run ──▶ run directory ──▶ Summarize ──▶ Report
//
// An episode is a function of (spec, index), and every policy meets the same hidden states in it. A
// run is therefore the set of its episodes: they may be played in any order, by any number of
// workers, and again after a crash. The run directory ([Dir]) is the single source of truth. It is
// read in the order of the episodes, so a summary has the same bytes however they were played.
//
// Times depend on the machine. They are stored separately and never enter a summary.
package experiment
