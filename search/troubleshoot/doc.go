// SPDX-License-Identifier: BSD-3-Clause

// Package troubleshoot finds the cheapest way to mend a machine whose tests err.
//
// One of several causes is present and does not change. A test costs something and shows a reading by chances that
// depend on the cause; readings are independent given the cause. A repair costs something and ends the job if it mends
// the cause. An end costs something that depends on the cause. [Solver.Solve] returns proved bounds on the least
// expected cost of a plan, and [Solver.Plan] a plan that costs no more than the upper one. Where every reading is
// certain, package identify computes the same cost as a fraction.
//
//	s, err := troubleshoot.New(problem, troubleshoot.Config{Gap: 0.001})
//	res := s.Solve(ctx, 0)
//	res.Low, res.High
//
// Costs are sums of rounded numbers, so bounds are widened by 1e-9 of their size and no result is called exact: it has
// a relative gap.
//
// # The search
//
// For a belief b,
//
//	V(b) = min of  Σ b(c)·end(c)                          over ends
//	               cost + Σ over readings P(r)·V(b given r)  over tests
//	               cost + P(not mended)·V(b given that)      over repairs
//
// V is concave in b: it is the least of many plans, each of which costs an amount linear in b. The search expands
// beliefs best-first. A belief is remembered by the set of its readings, so that their order does not matter. Walks
// from the root alternate: one follows the actions of least lower bound, the next those of the best plan. The first
// plan always performs the test with the most information for its price.
//
//   - Known causes. A cause costs at least what it costs once it is known.
//   - Pairs. By concavity V(b) is at least the mean of V over beliefs in two causes, the likeliest and another one. Two
//     causes are solved on a grid of odds: the k-th test costs at least the k-th cheapest price.
//   - End, or pay for one more test.
//   - Information. A plan that ends well must learn something, and each test reveals a limited number of bits about each
//     cause: the dual of the rate-distortion function, with Kraft's inequality as its noiseless case. A repair reveals
//     something too. Its price is divided so that what it reveals is paid for by its failures.
//   - Greedy repairs. Replacing the likeliest parts for their price, then ending, gives upper bounds.
//
// Sources: Heckerman, Breese and Rommelse 1995 (repairs); Raghavan, Shakeri and Pattipati 1999 (tests that err);
// Golovin, Krause and Ray 2010 (a policy to compare with).
package troubleshoot
