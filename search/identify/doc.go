// SPDX-License-Identifier: BSD-3-Clause

// Package identify finds a hidden cause at the least expected cost.
//
// One of several causes is present and does not change: a fault, a code, a word. A test costs
// something and reads a number that depends on the cause alone. [Solver.Solve] returns the least
// expected cost of a plan that always finds the cause, as a fraction, and the value of every first
// test; if the budget ends first, proved bounds. Nothing is rounded: a cost is counted as the sum
// over causes of weight times cost, an integer.
//
//	s, err := identify.New(problem, identify.Config{})
//	res := s.Solve(ctx, 1e6)
//	res.Cost(res.Low) // a *big.Rat
//
// # The search
//
// For a set S of causes with weight w(S),
//
//	V(S) = min over tests t of cost(t)·w(S) + Σ over readings r of V(S[t reads r])
//
// The search is best-first in depth-first order: it follows the test with the smallest lower bound
// until that bound exceeds the next one, and so never enters a test that cannot be the best one.
// Sets are remembered with their bounds.
//
//   - Huffman's bound. With at most R readings per test, no plan has a smaller sum of weight times tests
//     than Huffman's code of R symbols (Huffman 1952).
//   - Rising prices. A plan never repeats a test on one path, so the k-th test there costs at least
//     the k-th cheapest price. The cost of d tests is then convex in d, and each of its tangents
//     turns Huffman's bound into one for costs.
//   - Kraft's inequality. Odds for the readings turn a test into bits, and a plan into a knapsack of
//     bits for each cause; ascent finds good odds. Where prices differ this bound is much tighter than
//     Huffman's.
//   - Capacity. Where a cause must be hit, as a code in Mastermind, at most (R-1)^(d-1) causes end
//     at the d-th test.
//   - Equal splits. Of the tests of a group that split a set in the same way only the cheapest is
//     considered.
//   - Groups. The setup of a group of tests is paid once, with the first of them; sets are remembered
//     with the groups whose setup is done. Bounds count the tests alone.
//   - Symmetry. Tests that a symmetry of the problem exchanges, while it keeps all tests done so far,
//     have the same value.
//   - Guesses. Where every test is a guess, most small sets are solved without trying all tests.
//   - Peeking. Before a test of a large set is opened, each of its parts is bounded by its own best
//     test. With equal weights and prices this is mere counting, and most tests need not be opened.
//   - An initial plan. Always choosing the test with the smallest bound gives the first upper bound.
package identify
