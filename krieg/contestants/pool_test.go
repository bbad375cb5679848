// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/play"
)

// TestPool draws opponents of the pool: they are engines, maps and tree searches, and the draw is the world's, so
// two players meet the same one. Games against them come to an end.
func TestPool(t *testing.T) {
	factory, _, err := poolEntry(krieg.Wild16()).New(play.Access{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for i := range uint64(40) {
		p, err := factory(rand.New(rand.NewPCG(i, 1)))
		if err != nil {
			t.Fatal(err)
		}
		l, ok := p.(*listener)
		if !ok {
			kinds["tree search"]++
			continue
		}
		h := krieg.NewHistory(krieg.Wild16(), krieg.White)
		a, err := l.make(&h, l.r)
		if err != nil {
			t.Fatal(err)
		}
		kinds[fmt.Sprintf("%T", a)]++
	}
	if len(kinds) != 3 {
		t.Errorf("the pool is %v", kinds)
	}
	m, _, err := play.Domains{Games()}.Match(play.Setup{
		Domain: "krieg-game", Rules: json.RawMessage(`{"opponent":"pool","opening":2}`), Player: "random",
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(2) {
		if _, err := m.Play(t.Context(), 1, i); err != nil {
			t.Error(err)
		}
	}
}
