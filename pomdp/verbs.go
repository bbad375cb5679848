// SPDX-License-Identifier: BSD-3-Clause

package pomdp

import "github.com/veilplan/veil/api"

// Verbs returns the questions about problems with rewards. They have no HTTP path: solving takes
// minutes, and the web app has no view for them.
func (s *Service) Verbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{Name: "pomdp.info", Class: api.Long, Summary: "The size of a problem with rewards"}, s.Info),
		api.Answer(api.Verb{Name: "pomdp.solve", Class: api.Long, Summary: "Bounds on the value of best play"}, s.Solve),
		api.Answer(api.Verb{Name: "pomdp.play", Class: api.Long, Summary: "What a policy earns"}, s.Play),
	}
}
