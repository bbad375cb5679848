// SPDX-License-Identifier: BSD-3-Clause

package rocksample_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/problems/rocksample"
)

// The rover examines a rock from afar, goes there, samples it and leaves the grid.
func Example() {
	m, err := rocksample.New(3, rocksample.Cell{X: 1, Y: 1}, []rocksample.Cell{{X: 2, Y: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := rand.New(rand.NewPCG(2, 0))
	s := m.Start(r)
	for _, a := range []rocksample.Action{rocksample.Check(0), rocksample.East, rocksample.Sample, rocksample.East} {
		seen, reward, done := m.Step(r, &s, a)
		fmt.Println(a, seen, reward, done)
	}
	// Output:
	// check-1 good 0 false
	// east nothing 0 false
	// sample nothing 10 false
	// east nothing 10 true
}

// A reading is the less reliable the farther the rock is.
func ExampleModel_Right() {
	m, err := rocksample.Standard(7, 8, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	rock := m.Rocks()[0]
	for _, x := range []uint8{rock.X, rock.X + 2, rock.X + 4} {
		fmt.Printf("%.3f\n", m.Right(rocksample.Cell{X: x, Y: rock.Y}, 0))
	}
	// Output:
	// 1.000
	// 0.967
	// 0.935
}
