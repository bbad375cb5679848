// SPDX-License-Identifier: BSD-3-Clause

package deduction

import "github.com/veilplan/veil/krieg/cloud"

// Sampled returns the belief of a sample.
func Sampled(c *cloud.Cloud) *Belief {
	b := &Belief{}
	b.sampled(c, "")
	return b
}
