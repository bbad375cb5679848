// SPDX-License-Identifier: BSD-3-Clause

// Package proof defines plans that win whatever is hidden, and an independent checker for
// them.
//
// A [Plan] contains what to try and how to continue after each possible announcement. It
// wins from a set of hidden states if it wins from each of them, against every outcome
// and every reply. Because a plan depends only on what is heard, this is all that a
// guaranteed win requires (Russell & Wolfe 2005, theorem 1). [Check] therefore replays
// the plan from every hidden state in turn, using only the rules and no search.
//
// A [Refutation] proves the opposite: for every action it gives a hidden state or an
// answer after which the player cannot win. [CheckRefutation] replays it.
//
// Plans and refutations consist of text and numbers, so they can be stored, sent and read
// without the types of a domain. [Plan.WriteText] prints a plan, [Plan.WriteDOT] draws it,
// and [ReadPlan] and encoding/json load and store it.
package proof
