// SPDX-License-Identifier: BSD-3-Clause

package web

import "github.com/veilplan/veil/web/service"

func (d Diag) route(s *service.Server) {
	service.Ask(s, service.Long, "diagNext", "/diag/tests", "Which test to perform now, and why", d.Next)
	service.Ask(s, service.Long, "diagSolve", "/diag/plans", "The whole plan of least expected cost", d.Solve)
	service.Ask(s, service.Long, "diagProve", "/diag/proofs", "Is every fault found within so many tests?", d.Prove)
	service.Ask(s, service.Long, "diagReplay", "/diag/replays", "Does a proof hold for a table?", d.Replay)
	service.Ask(s, service.Short, "diagCheck", "/diag/checks", "What the tests can tell, and what readings come to", d.Check)
}
