// SPDX-License-Identifier: BSD-3-Clause

package tiger

import "math/rand/v2"

// RandomWalker is the problem with built-in random rollouts, which are faster than steps. It is a
// separate type, so that no problem that embeds Model and has other steps inherits them.
type RandomWalker struct{ Model }

// RandomWalk performs up to steps uniformly random actions and returns their discounted reward.
func (m RandomWalker) RandomWalk(r *rand.Rand, s *State, steps int, discount float64) float64 {
	if m.Horizon > 0 {
		steps = min(steps, max(s.Left, 1))
	}
	sum, weight := 0.0, 1.0
	for range steps {
		u := r.Uint64()
		a := u & (1<<32 - 1) * 3 >> 32
		listen := bit(Action(a) == Listen)
		sum += float64(weight * (float64(listen)*Cost + float64(float64(1-listen)*open(Action(a), s.Right))))
		s.Right = (listen*bit(s.Right) | (1-listen)*int(u>>63)) == 1
		weight *= discount
	}
	return sum
}
