// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"fmt"
	"math"

	"github.com/veilplan/veil"
)

// polynomials lays out one polynomial per node of a diagram, by the number of mines on the rest of
// a path, with room for exactly the counts that occur.
type polynomials struct {
	start []int32 // per node: where its coefficients begin, and the end
	low   []int32 // per node: the mine count of its first coefficient
}

// lay computes the layout, if tables with each bytes per coefficient fit into the limit.
func (p *polynomials) lay(d *diagrams, each int, limit Limit) error {
	p.start = resized(p.start, len(d.key)+1)
	p.low = resized(p.low, len(d.key))
	at := 0
	for i := range d.components {
		c := &d.components[i]
		for v := d.root(c); v < d.layer[c.layers+c.depth()+1]; v++ {
			if err := limit.stoppedAt(v); err != nil {
				return err
			}
			lo, hi := extent(d.set(c, v))
			p.start[v], p.low[v] = int32(at), int32(lo)
			at += hi - lo + 1
			if at > math.MaxInt32 || d.bytes()+each*at > limit.memory() {
				return fmt.Errorf("the table of mine counts: %w", veil.ErrTooHard)
			}
		}
	}
	p.start[len(d.key)] = int32(at)
	return nil
}

// size returns the number of coefficients of all nodes.
func (p *polynomials) size() int { return int(p.start[len(p.start)-1]) }

// of returns the coefficients of node v in a table laid out by p.
func of[T any](p *polynomials, table []T, v int32) []T { return table[p.start[v]:p.start[v+1]] }
