// SPDX-License-Identifier: BSD-3-Clause

package isolation

import "github.com/veilplan/veil/api"

// Verbs returns the questions about machines with a fault.
func (s *Service) Verbs() api.Table {
	return append(s.PageVerbs(),
		api.Answer(api.Verb{
			Name: "diag.prove", Operation: "diagProve", Path: "/diag/proofs", Class: api.Long, Summary: "Is every fault found within a given number of tests?",
		}, s.Prove),
		api.Answer(api.Verb{
			Name: "diag.replay", Operation: "diagReplay", Path: "/diag/replays", Class: api.Long, Summary: "Does a proof hold for a table?",
		}, s.Replay),
		api.Answer(api.Verb{
			Name: "diag.review", Operation: "diagReview", Path: "/diag/reviews", Class: api.Long, Summary: "What each step of a finished job cost, compared with the best one",
		}, s.Review),
		api.Answer(api.Verb{
			Name: "diag.sensitivity", Operation: "diagSensitivity", Path: "/diag/sensitivities", Class: api.Long, Summary: "Which test is worth improving, and what that saves",
		}, s.Sensitivity),
		api.Answer(api.Verb{
			Name: "diag.testability", Operation: "diagTestability", Path: "/diag/testabilities", Class: api.Long, Summary: "Which faults the tests detect, isolate and confuse",
		}, s.Testability),
		api.Answer(api.Verb{
			Name: "diag.learn", Operation: "diagLearn", Path: "/diag/learned", Class: api.Long, Summary: "A table learned from closed cases, and how far its costs are known",
		}, s.Learn),
	)
}

// mostForCheck returns an upper bound on the cost of checking a table, in milliseconds: reading it
// is most of the work.
func mostForCheck(q api.DiagQuestion) float64 { return 2 + float64(len(q.Table))/2000 }

// mostForTable is mostForCheck of a table of either kind, which may be read twice.
func mostForTable(q api.DiagTableQuestion) float64 { return 2 + float64(len(q.Table))/1000 }

// PageVerbs returns the questions that the web app asks: a table links everything that its rows
// need, and proofs would make the engine in a browser half a megabyte larger.
func (s *Service) PageVerbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{
			Name: "diag.next", Operation: "diagNext", Path: "/diag/tests", Class: api.Long, Summary: "Which test to perform now, and why",
		}, s.Next),
		api.Answer(api.Verb{
			Name: "diag.solve", Operation: "diagSolve", Path: "/diag/plans", Class: api.Long, Summary: "The whole plan of least expected cost",
		}, s.Solve),
		api.Priced(api.Answer(api.Verb{
			Name: "diag.check", Operation: "diagCheck", Path: "/diag/checks", Class: api.Long, Summary: "What the tests can tell, and what readings come to",
		}, s.Check), mostForCheck),
		api.Priced(api.Answer(api.Verb{
			Name: "diag.table", Operation: "diagTable", Path: "/diag/tables", Class: api.Long, Summary: "The faults and tests of a table, and whether its tests err",
		}, s.Contents), mostForTable),
		api.Tells(api.Verb{
			Name: "diag.advise", Operation: "diagAdvise", Path: "/diag/advice", Class: api.Long, Summary: "What to do now if tests err, and why",
		}, s.Advise),
		api.Answer(api.Verb{
			Name: "diag.policy", Operation: "diagPolicy", Path: "/diag/policies", Class: api.Long, Summary: "The whole plan of least expected cost if tests err",
		}, s.Policy),
	}
}
