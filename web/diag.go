// SPDX-License-Identifier: BSD-3-Clause

package web

import "github.com/veilplan/veil/web/server"

func (d Diag) route(s *server.Server) {
	server.Ask(s, server.Long, "diagNext", "/diag/tests", "Which test to perform now, and why", d.Next)
	server.Ask(s, server.Long, "diagSolve", "/diag/plans", "The whole plan of least expected cost", d.Solve)
	server.Ask(s, server.Long, "diagProve", "/diag/proofs", "Is every fault found within so many tests?", d.Prove)
	server.Ask(s, server.Long, "diagReplay", "/diag/replays", "Does a proof hold for a table?", d.Replay)
	server.Ask(s, server.Short, "diagCheck", "/diag/checks", "What the tests can tell, and what readings come to", d.Check)
}
