// SPDX-License-Identifier: BSD-3-Clause

// Package proof holds plans that win whatever is hidden, and the checker that believes
// nobody.
//
// A [Plan] says what to try and what to do after each thing that can be heard. It wins
// from a set of hidden states if it wins from each of them, against every outcome and
// every reply; since a plan knows nothing but what was heard, this is all that "a
// guaranteed win" means (Russell & Wolfe 2005, theorem 1). So [Check] replays the plan
// from every hidden state in turn with nothing but the rules. It knows of no search.
//
// A [Refutation] is the opposite: for every action, a hidden state or an answer after
// which the player is lost. [CheckRefutation] replays it.
//
// Plans and refutations are text and numbers, so that they can be stored, sent and
// read without the types of a domain. [Plan.WriteText] prints a plan for people,
// [Plan.WriteDOT] draws it, [ReadPlan] and encoding/json store it.
package proof
