// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestMark: a spec that a program for Windows saved is read.
func TestMark(t *testing.T) {
	spec, err := experiment.Parse([]byte("\uFEFFname: doors\r\ndomain: tiger\r\npolicies: [{id: random}]\r\nepisodes: 10\r\nseed: 1\r\n"))
	if err != nil || spec.Name != "doors" {
		t.Errorf("%+v, %v", spec, err)
	}
}
