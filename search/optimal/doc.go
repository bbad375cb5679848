// SPDX-License-Identifier: BSD-3-Clause

// Package optimal computes the exact value of best play, for every action.
//
// A [Problem] has a static hidden state and deterministic readings: an action either is fatal or
// shows a reading, and both depend only on the hidden state. Minesweeper is one: a hidden state is
// a layout of mines, an action opens a cell. [Solver.Solve] returns the number of hidden states
// that best play wins after each action, the best actions with all ties, and the outcomes of each
// action. If the budget ends first, it returns proved bounds. The solver keeps its results, so the
// next call continues from there.
//
//	s, err := optimal.New(ctx, problem, optimal.Config{})
//	res, err := s.Solve(ctx, history, veil.Budget{Nodes: 1e6})
//	res.Over(res.States) // a veil.Value: exact, or bounds
//
// # Budgets
//
// A budget is a number of nodes. A node is a position expanded; a position of many states
// counts once more for every 8192 words of bit sets it works through, so that equal budgets
// take about equal time. [Work] gives the work of [New] in the same unit. The same calls
// with the same budgets give the same results, whatever the machine and the context, unless
// the context ends a search: New, Solve and Value then return within milliseconds.
//
// To search in portions, call Solve again with budgets that grow, such as twice the last one. A
// portion costs its nodes and a pass over every state of the position.
//
// Whatever the budget, a position of 500 states or more is first played by the lowest risk to its
// end, so its lower bound is at least what that strategy wins. A search that may well be
// interrupted also begins with a lower bound for every action.
//
// [Config.MaxBytes] limits all memory of a solver. New refuses a problem that does not fit; a
// search that runs out of memory forgets positions, and if that is not enough it ends with bounds.
// Solvers of related problems, such as the positions after each first move, are best made one after
// the other with one [Memory]: each is solved to its end and closed.
//
// # The value
//
// The player sees only readings and wins if, in the end, exactly the safe actions were performed.
// For a set S of hidden states, all equally likely, V(S) is the largest number of them that one
// strategy wins:
//
//	V(S) = max over actions a of Σ over readings k of V(S[a reads k])
//
// V is an integer, so nothing is ever rounded. The search is depth-first branch and bound over
// sets. Each idea below has a field in [Config] that switches it off.
//
//   - Closure. Actions that are safe in all of S are performed first, for free.
//   - Dead actions. An action with one reading wherever it is safe reveals nothing, now
//     or later; it is left to the end. If only dead actions are left, V is 1.
//   - Conflicts. Two states conflict if no action that is safe in both reads differently:
//     whatever is done, they stay together until one is lost. So V(S) is at most the
//     number of cliques that S meets, for any partition of the states into cliques of
//     conflicting ones. Conflict does not depend on S: one partition, made when the
//     solver is built, bounds every position. Rows are kept clique by clique, so that a
//     bound is one addition, one mask and one population count per 64 states.
//   - Separate covers. A clique is itself like a state: the intersection of the packed
//     readings of its members, because Fatal has all bits set. So a row is compared with
//     a clique in a few instructions, and a position of at most 2048 states gets a
//     separate cover where many states conflict; every set of a small position gets one from
//     its conflicts. A cover of two cliques is the value.
//   - Peeking. Before a sub-position is searched, the bounds of the parts into which each
//     of its actions would split it are added up; so all sub-positions of an action are
//     bounded before one is searched.
//   - Windows. A position is searched only as far as its value matters to the sum it is a
//     part of (Ballard 1983, Star1).
//   - Tiers. A position is a table of packed readings and the same table by columns, as
//     bit sets; a position of at most 64 states has one word per set and a
//     separate memo, one of at most 256 four words, and its parts are not made positions again.
//   - Order. Actions by their bound; parts of a sum by the width of their bounds against
//     their size, so that cheap ones may save expensive ones.
//   - An initial strategy. The lower bounds of an unfinished search are those of a
//     simple strategy that plays small positions perfectly: within a few percent of the
//     value on dense boards.
//   - Table and symmetry. A closed position is identified by the readings of everything that
//     is safe in all of it. Its key is the smallest of the keys under the symmetries of
//     the problem.
//   - Projection. Where there are no symmetries, a position is identified by its
//     unsettled part, up to the names of actions and readings: its actions are numbered by
//     what they reveal, and its key is a hash of the whole table in that order. Positions
//     of different problems can coincide, so solvers may share a [Memory].
//
// Tried without gain, and left out: actions dominated by others and states represented by others
// (under 1% of the nodes, except on dense boards, where finding them costs as much as it saves);
// keys that do not depend on the names of the actions where there are symmetries (a seventh to two
// fifths fewer nodes, in no less time); separate covers where few states conflict.
//
// # How exact is exact
//
// The table compares 104 bits of two independent 64-bit hashes, not whole positions: with 10⁸
// entries and 10¹⁰ lookups the chance that any two positions are ever confused is below 10¹⁸/2¹⁰⁴,
// less than 10⁻¹³. Positions of at most 64 states are compared in full within their own search.
// NoTable avoids the table.
//
// [Openings] is a second objective, the number of safe actions performed before a fatal
// one. It has only closure, windows, order and table: for small problems.
package optimal
