// SPDX-License-Identifier: BSD-3-Clause

package rocksample

import "math/rand/v2"

// RandomWalker is the problem with built-in random rollouts, which are faster than steps. It is a
// separate type, so that no problem that embeds Model and has other steps inherits them.
type RandomWalker struct{ *Model }

// RandomWalk performs up to steps uniformly random actions and returns their discounted reward. It
// draws two actions from each random number, and no readings: they do not affect the reward.
func (m RandomWalker) RandomWalk(r *rand.Rand, s *State, steps int, discount float64) float64 {
	sum, weight, bits := 0.0, 1.0, uint64(0)
	for i := range steps {
		if bits >>= 32; i&1 == 0 {
			bits = r.Uint64()
		}
		actions := m.actions[m.index(s.Cell)]
		if a := actions[bits&(1<<32-1)*uint64(len(actions))>>32]; a < firstCheck {
			reward, done := m.move(s, a)
			sum += float64(weight * reward)
			if done {
				break
			}
		}
		weight *= discount
	}
	return sum
}
