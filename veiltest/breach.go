// SPDX-License-Identifier: BSD-3-Clause

package veiltest

import "fmt"

// Breach is a rule of the contract that a model breaks, where it was seen, and how to fix it.
type Breach struct { //nolint:errname // a breach is what it is
	Rule string
	How  error
	Mend string
}

// Error returns rule, observation and fix on three lines.
func (b *Breach) Error() string {
	return fmt.Sprintf("the contract is broken: %s\n  seen: %v\n  fix: %s", b.Rule, b.How, b.Mend)
}

func (b *Breach) Unwrap() error { return b.How }

// rule is a part of the contract.
type rule struct {
	check func() error
	text  string
	mend  string
}

// rules is the contract in words.
func (c *checker[S, A, O]) rules() []rule {
	return []rule{
		{
			c.deterministic, "an episode is a function of its seed",
			"take everything random from the *rand.Rand that Start and Step are given, keep no memory in the model, and do not let the order of a map reach a result",
		},
		{
			c.copies, "a copy of a state is independent of the original",
			"keep pointers, slices and maps out of the state (arrays and numbers are copied), or let Step replace what they point to instead of changing it",
		},
		{
			c.leaks, "actions, and the end of an episode, reveal nothing beyond the observations",
			"offer the same actions in the same order in all states with the same history, and let the observation show whatever makes them differ or ends the episode",
		},
		{
			c.judged, "Status and the done of Step agree",
			"let Status return Open for every state in which play continues, and Won or Lost for every state after which Step returned done",
		},
		{
			c.outcomes, "AppendOutcomes lists exactly what Step does",
			"append every state, observation, reward and done that Step can produce, with probabilities that sum to one; or let Step draw from AppendOutcomes",
		},
		{
			c.starts, "AppendStarts lists exactly what Start draws",
			"append every state that Start can return, with its probability; or set NoStarts if there are too many to list",
		},
		{
			c.codec, "an encoded state reads back as itself",
			"let Encode write every field of the state, and Decode read them all",
		},
		{
			c.texts, "a text form reads back as the value it was written from",
			"give every action and observation a distinct text, and let UnmarshalText read what MarshalText writes",
		},
	}
}
