// SPDX-License-Identifier: BSD-3-Clause

package tiger_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/problems/tiger"
)

// An episode of three steps: two growls from the right, then the left door.
func Example() {
	m := tiger.Model{Horizon: 3}
	r := rand.New(rand.NewPCG(1, 0))
	s := m.Start(r)
	for _, a := range []tiger.Action{tiger.Listen, tiger.Listen, tiger.OpenLeft} {
		heard, reward, done := m.Step(r, &s, a)
		fmt.Println(a, heard, reward, done)
	}
	// Output:
	// listen growl-right -1 false
	// listen growl-right -1 false
	// left silence 10 true
}
