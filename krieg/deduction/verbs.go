// SPDX-License-Identifier: BSD-3-Clause

package deduction

import "github.com/veilplan/veil/api"

// Verbs returns the questions about a Kriegspiel player's history.
func (s *Service) Verbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{
			Name: "krieg.belief", Operation: "belief", Path: "/krieg/beliefs", Class: api.Long, ByHand: true, Summary: "Which positions fit what was heard",
		}, s.Belief),
		api.Answer(api.Verb{
			Name: "krieg.why", Operation: "why", Path: "/krieg/explanations", Class: api.Long, Summary: "What could be heard after a try",
		}, s.Why),
		api.Answer(api.Verb{
			Name: "krieg.mend", Operation: "mend", Path: "/krieg/mends", Class: api.Long, Summary: "What was misheard, if no position fits",
		}, s.Mend),
		api.Tells(api.Verb{
			Name: "krieg.mate", Operation: "prove", Path: "/krieg/proofs", Class: api.Long, ByHand: true, Summary: "Can mate be forced whatever is hidden?",
		}, s.Mate),
		api.Answer(api.Verb{
			Name: "krieg.whatif", Operation: "whatIf", Path: "/krieg/whatifs", Class: api.Long, Summary: "What becomes of a mate after a try",
		}, s.WhatIf),
		api.Answer(api.Verb{
			Name: "krieg.check", Operation: "checkProof", Path: "/krieg/checks", Class: api.Long, Summary: "Replay a proof with the independent checker",
		}, s.Check),
		api.Answer(api.Verb{
			Name: "krieg.print", Operation: "printProof", Path: "/krieg/prints", Class: api.Long, Summary: "A proof as text, PGN or DOT",
		}, s.Print),
	}
}
