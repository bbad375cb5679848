// SPDX-License-Identifier: BSD-3-Clause

package api_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
)

// TestLimitsBindEveryQuestion: whatever a question asks for, it gets no more than the limits,
// and no more than it asks for.
func TestLimitsBindEveryQuestion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	some := func(most int) int { return r.IntN(2) * (1 + r.IntN(most)) } // half of them not given
	for range 2000 {
		l := api.Limits{
			Time: time.Duration(some(50)) * time.Millisecond, Memory: int64(some(100)) << 20, Nodes: some(100), Layouts: some(100),
			Readings: some(100), Games: some(100),
		}
		games := some(200)
		b := api.Budget{TimeMS: some(100), MemoryMB: some(200), Nodes: some(200), MaxLayouts: some(200), Games: &games}
		x := l.Of(b)
		for name, bad := range map[string]bool{
			"time":                     l.Time > 0 && (x.Time > l.Time || x.Time == 0),
			"the time asked for":       b.TimeMS > 0 && (x.Time > time.Duration(b.TimeMS)*time.Millisecond || x.Time == 0),
			"memory":                   l.Memory > 0 && x.Memory > l.Memory || x.Memory <= 0,
			"the memory asked for":     b.MemoryMB > 0 && x.Memory > int64(b.MemoryMB)<<20,
			"nodes":                    l.Nodes > 0 && x.Nodes > l.Nodes || x.Nodes <= 0,
			"the nodes asked for":      b.Nodes > 0 && x.Nodes > b.Nodes,
			"layouts":                  l.Layouts > 0 && (x.Layouts > l.Layouts || x.Layouts == 0),
			"the layouts asked for":    b.MaxLayouts > 0 && (x.Layouts > b.MaxLayouts || x.Layouts == 0),
			"readings":                 l.Readings > 0 && x.Readings > l.Readings || x.Readings <= 0,
			"games":                    l.Games > 0 && x.Games > l.Games || x.Games == 0,
			"the games asked for":      games > 0 && x.Games > games,
			"games that nobody wanted": games == 0 && x.Games >= 0,
		} {
			if bad {
				t.Fatalf("%s: %+v of %+v is %+v", name, b, l, x)
			}
		}
	}
}
