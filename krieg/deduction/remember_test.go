// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/krieg/deduction"
)

// A random game, as White hears it: soon too many boards fit to hold a hundred.
const quietGame = `ruleset berkeley
me white
W h2h3 yes
B moved
W c2c4 yes
B moved
W h1h2 yes
B moved
W g2g4 yes
B moved
W e2f3 no
W b1c3 yes
B moved
W d1c2 yes
B moved
W b2a3 no
W g4g5 yes
B moved
W e2f3 no
W c2h7 yes takes h7
B moved
`

// TestMemoryChangesNothing: a service that remembers gives the very documents of one that does not, whatever is asked
// next, and a second time with next to no work.
func TestMemoryChangesNothing(t *testing.T) {
	lines := strings.SplitAfter(quietGame, "\n")
	with, without := &deduction.Service{Memory: new(deduction.Memory)}, &deduction.Service{}
	ask := func(n int, weights string, seed uint64) {
		t.Helper()
		q := api.KriegBeliefQuestion{Position: api.KriegInput{Text: strings.Join(lines[:n], ""), Weights: weights}, List: 20, Tries: true, Boards: 100, Seed: seed}
		got, err := with.Belief(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := without.Belief(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%d lines, weights %q, seed %d: the answers differ", n, weights, seed)
		}
	}
	for n := 2; n < len(lines); n += testsize.Of(3, 1, 1) {
		ask(n, "", 0)
	}
	for _, n := range []int{len(lines) - 1, len(lines) - 3, 9, 12}[testsize.Of(2, 0, 0):] {
		ask(n, "", 0)
		ask(n, "", 7)
		ask(n, "random", 0)
	}
	if b, err := with.Belief(t.Context(), api.KriegBeliefQuestion{Position: api.KriegInput{Text: quietGame}, Boards: 100}); err != nil || b.Kind != "estimate" {
		t.Errorf("the last belief should be an estimate: %v", err)
	}
	for service, few := range map[*deduction.Service]bool{with: true, without: false} {
		asked := 0
		ctx := pause.With(t.Context(), func() { asked++ })
		if _, err := service.Belief(ctx, api.KriegBeliefQuestion{Position: api.KriegInput{Text: quietGame}, Boards: 100}); err != nil || few != (asked < 300) {
			t.Errorf("it remembers: %v, but asked %d times whether to stop: %v", few, asked, err)
		}
	}
}
