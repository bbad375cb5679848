// SPDX-License-Identifier: BSD-3-Clause

package veil

// Budget limits a search by work, not by time: the same budget and seed give the
// same bytes on any machine. Zero means the method's default. To limit wall time, set
// a deadline on the context; a result cut short by it is marked.
type Budget struct {
	Simulations int
	Nodes       int
	// Steps limits the steps of the model that simulations make. It is the measure of work that differs least from
	// problem to problem. Where it is given, Simulations has no default.
	Steps int
}

// Choice is one action and its value under best play afterwards.
type Choice[A comparable] struct {
	Action A
	Value  Value
}

// Decision is the result of a search.
type Decision[A comparable] struct {
	// Choices are all actions that were considered, best first.
	Choices []Choice[A]
	// Ties is the number of leading Choices that are equally good: proved for exact
	// values and bounds, believed for estimates.
	Ties int
	// Value is the value of the position under best play.
	Value Value
	// Effective is the effective number of hidden states in the belief that was searched,
	// if the belief is a weighted sample, and 0 if it is not.
	Effective float64
	// Work is the budget that the search spent.
	Work Budget
	// Cut reports whether the context ended the search. The result then depends on
	// the machine and must not enter a table.
	Cut bool
}
