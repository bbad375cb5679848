// SPDX-License-Identifier: BSD-3-Clause

package seat

import "github.com/veilplan/veil/api"

// Verbs are the questions to one side of a game. The desk remembers one game: it has no route.
func (d *Desk) Verbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{Name: "krieg.think", Class: api.Long, Summary: "What one side of a game would try, and what it holds possible"}, d.Think),
	}
}
