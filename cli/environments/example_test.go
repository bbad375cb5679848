// SPDX-License-Identifier: BSD-3-Clause

package environments_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/cli/environments"
)

// A program opens a problem, starts an episode and performs the action of number 0.
func ExampleService_Verbs() {
	s := &environments.Service{Domains: catalog.All()}
	for _, question := range []string{
		`{"ask":"env.open","domain":"tiger"}`,
		`{"ask":"env.reset","env":1,"seed":7,"episode":3}`,
		`{"ask":"env.step","env":1,"actions":[0]}`,
	} {
		fmt.Println(string(s.Verbs().Ask(context.Background(), []byte(question), nil)))
	}
	// Output:
	// {"schema":"env.opened/1","env":1,"domain":"tiger","rules":{"horizon":10},"copies":1,"actions":["listen","left","right"],"observations":["silence","growl-left","growl-right"],"discount":1,"max_moves":10000}
	// {"schema":"env.started/1","episodes":[3]}
	// {"schema":"env.stepped/1","seen":[1],"rewards":[-1]}
}
