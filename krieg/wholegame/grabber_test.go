// SPDX-License-Identifier: BSD-3-Clause

package wholegame_test

import (
	"testing"

	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/wholegame"
)

// The weights of a grabber are the chances of two draws: here one move of eleven captures.
func TestGrabberDrawsTwice(t *testing.T) {
	p := must(chess.ParseFEN("4k3/8/8/3q4/4P3/8/8/4K3 w - -"))(t)
	var l chess.Moves
	p.Legal(&l)
	weights := make([]float64, l.Len())
	wholegame.Grabber{}.Weigh(&p, cloud.Before{}, l.Slice(), weights)
	n, sum, takes := float64(l.Len()), 0.0, 0.0
	for i, m := range l.Slice() {
		sum += weights[i]
		if p.KindAt(m.To()) != chess.NoKind {
			takes += weights[i]
		}
	}
	want := 1/n + (n-1)/n/n // at once, or after another move
	if got := takes / sum; got < want-1e-9 || got > want+1e-9 {
		t.Errorf("it captures with the chance %v, want %v", got, want)
	}
}
