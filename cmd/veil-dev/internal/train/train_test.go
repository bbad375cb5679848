// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines/network"
)

func standard(t testing.TB) *network.Network {
	t.Helper()
	net, err := network.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// TestPlay: the positions of the games do not depend on the number of processors, and their
// values are chances.
func TestPlay(t *testing.T) {
	const games = 60
	for _, by := range []style{{exact: small}, byItself(standard(t))} {
		want, err := play(games, 7, by)
		if err != nil {
			t.Fatal(err)
		}
		before := runtime.GOMAXPROCS(1)
		got, err := play(games, 7, by)
		if runtime.GOMAXPROCS(before); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("another number of processors gave other positions (%v)", err)
		}
		for _, g := range want {
			checkGame(t, g)
		}
	}
}

// checkGame: a game has chances on its way, and its end at its end.
func checkGame(t *testing.T, g game) {
	t.Helper()
	if len(g.said) != len(g.positions) {
		t.Fatalf("%d positions, of which %d were spoken about", len(g.positions), len(g.said))
	}
	for k, p := range g.positions {
		last := k == len(g.positions)-1
		if last != (p.End >= 0) || !last && p.Survival <= 0 || p.End > 1 || p.Survival > 1 || p.Solved && !last {
			t.Errorf("position %d of %d: survival %v, end %v, solved %v", k, len(g.positions), p.Survival, p.End, p.Solved)
		}
	}
}

// TestStray: every other game strays; of those nothing is kept that was before.
func TestStray(t *testing.T) {
	const games = 200
	kept := 0
	played, err := play(games, 5, byItself(standard(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range played {
		if len(g.positions) > 0 {
			kept++
		}
	}
	if kept < games/2 || kept > games*19/20 {
		t.Errorf("%d of %d games were kept, want more than half and not all", kept, games)
	}
}

// TestForecasts: a game's survivals and its end are what becomes of its positions.
func TestForecasts(t *testing.T) {
	net := new(network.Network) // predicts one half
	positions, guesses := forecasts(net, []game{
		{positions: []network.Sample{{Survival: 0.5, End: -1}, {Survival: 0.8, End: -1}, {End: 0.25, Solved: true}}, said: []float64{0.3, 0.4, 0}},
		{positions: []network.Sample{{End: 1}}, said: []float64{0}},
	})
	same := func(got []forecast, want ...forecast) {
		t.Helper()
		for i := range want {
			if len(got) != len(want) || got[i].game != want[i].game || got[i].predicted != want[i].predicted || math.Abs(got[i].came-want[i].came) > 1e-6 {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	}
	same(positions, forecast{0, 0.5, 0.2}, forecast{0, 0.5, 0.1}, forecast{1, 0.5, 1})
	same(guesses, forecast{0, 0.4, 0.2}, forecast{0, 0.3, 0.1})
}

// TestDeciles: forecasts that come true are found right, and others are found wrong by as much
// as they are.
func TestDeciles(t *testing.T) {
	var all []forecast
	for i := range 1000 {
		predicted := float64(i*7%1000) / 1000
		all = append(all, forecast{i / 2, predicted, predicted - 0.03 + 0.01*float64(i%2)})
	}
	for i, d := range deciles(all) {
		if d.n != 100 || math.Abs(d.off()+0.025) > 1e-9 || math.Abs(d.least-float64(i)/10) > 1e-9 || math.Abs(d.predicted-float64(i)/10-0.0495) > 1e-9 {
			t.Errorf("tenth %d: %+v", i, d)
		}
	}
}

// TestCheck: predictions that are off by more than a point are refused.
func TestCheck(t *testing.T) {
	net := new(network.Network) // predicts one half
	for _, c := range []struct {
		end  float32
		want bool
	}{{0.5, true}, {0.508, true}, {0.512, false}, {0.488, false}} {
		games := slices.Repeat([]game{{positions: []network.Sample{{End: c.end}}, said: []float64{0}}}, 20)
		if err := check(io.Discard, net, games); (err == nil) != c.want {
			t.Errorf("one half was said and %v came true: %v", c.end, err)
		}
	}
}

// TestCalibrated: on fresh games of their own the built-in weights predict what becomes of them,
// guess by guess and position by position. VEIL_FULL=1 plays as many games as it takes to know
// each tenth to a quarter of a point, and allows one point; otherwise three standard errors more.
//
// The same weights with a little more hope, as the first ones that were built in had, fail: a
// test that could not see that would show nothing.
func TestCalibrated(t *testing.T) {
	games, doubt := testsize.Of(1500, 1500, 80_000), float64(testsize.Of(3, 3, 0))
	net := standard(t)
	played, err := play(games, 99, style{net: net, exact: 10_000, ahead: true})
	if err != nil {
		t.Fatal(err)
	}
	positions, guesses := forecasts(net, played)
	for _, wrong := range append(miscalibrated(t, "guesses", guesses, doubt), miscalibrated(t, "positions", positions, doubt)...) {
		t.Error(wrong)
	}
	hopeful := *net
	hopeful.OutBias += 1 << 22 / 2 // a half more, where one more multiplies the odds by e
	if positions, _ := forecasts(&hopeful, played); len(miscalibrated(t, "hopeful", positions, doubt)) == 0 {
		t.Error("a network that promises ten points too much passes")
	}
}

// miscalibrated lists the tenths of predictions that are off by more than a point and so many
// standard errors.
func miscalibrated(t *testing.T, name string, all []forecast, doubt float64) (wrong []string) {
	t.Helper()
	for i, d := range deciles(all) {
		said := fmt.Sprintf("%s, tenth %d: predicted %.4f, came %.4f ± %.4f of %d", name, i, d.predicted, d.came, d.deviation, d.n)
		if t.Log(said); math.Abs(d.off()) > mostOff+doubt*d.deviation {
			wrong = append(wrong, said)
		}
	}
	return wrong
}

func BenchmarkGames(b *testing.B) {
	for b.Loop() {
		if _, err := play(1000, 3, style{exact: small}); err != nil {
			b.Fatal(err)
		}
	}
}
