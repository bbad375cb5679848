// SPDX-License-Identifier: BSD-3-Clause

package tiger_test

import (
	"strconv"
	"testing"

	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

type config = veiltest.Config[tiger.State, tiger.Action, tiger.Sound]

func TestContract(t *testing.T) {
	for _, horizon := range []int{0, 1, 8} {
		t.Run("horizon="+strconv.Itoa(horizon), func(t *testing.T) {
			veiltest.Model(t, tiger.Model{Horizon: horizon}, config{})
		})
	}
}

func TestUnmarshalTextRefusesOtherWords(t *testing.T) {
	var a tiger.Action
	if err := a.UnmarshalText([]byte("run")); err == nil {
		t.Error("run was read as", a)
	}
}
