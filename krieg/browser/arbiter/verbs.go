// SPDX-License-Identifier: BSD-3-Clause

package arbiter

import "github.com/veilplan/veil/api"

// Verbs returns the questions to the referee. They have no route, and no table of a player or a
// server may contain them: the answers reveal the true board.
func Verbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{Name: "krieg.game", Class: api.Short, Summary: "How a game stands, and what each side sees and has heard"}, Game),
	}
}
