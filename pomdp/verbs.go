// SPDX-License-Identifier: BSD-3-Clause

package pomdp

import "github.com/veilplan/veil/api"

// Verbs returns the questions about problems with rewards.
func (s *Service) Verbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{Name: "pomdp.info", Operation: "pomdpInfo", Path: "/pomdp/infos", Class: api.Long, Summary: "The size of a problem with rewards"}, s.Info),
		api.Answer(api.Verb{Name: "pomdp.solve", Operation: "pomdpSolve", Path: "/pomdp/solutions", Class: api.Long, Summary: "Bounds on the value of best play"}, s.Solve),
		api.Answer(api.Verb{Name: "pomdp.play", Operation: "pomdpPlay", Path: "/pomdp/plays", Class: api.Long, Summary: "What a policy earns"}, s.Play),
	}
}
