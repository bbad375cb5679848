// SPDX-License-Identifier: BSD-3-Clause

package seat

import "github.com/veilplan/veil/api"

// Verbs returns the questions to one side of a game. They have no route, because the service
// remembers a single game.
func (s *Service) Verbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{Name: "krieg.think", Class: api.Long, Summary: "What one side of a game would try, and its belief"}, s.Think),
	}
}
