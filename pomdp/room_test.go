// SPDX-License-Identifier: BSD-3-Clause

package pomdp_test

import (
	"context"
	"errors"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/pomdpx"
	"github.com/veilplan/veil/pomdp/tabular"
)

// even is a problem of a hundred bytes and any size.
func even(size string) string {
	return "discount: 0.9\n" + size + "\nT: *\nuniform\nO: *\nuniform\nR: *:*:*:* 1\n"
}

// allocated returns how many bytes are allocated while f runs, whether they are kept or not.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// readAny reads a problem in either format, in a room.
func readAny(room *tabular.Room, text string) (*tabular.Problem, error) {
	if strings.HasPrefix(text, "<") {
		return pomdpx.ParseWithin(room, text)
	}
	return cassandra.ParseWithin(room, text)
}

// TestReadWithin: a reader that is refused has not allocated more than it was allowed, nor has one that succeeds.
func TestReadWithin(t *testing.T) {
	const most = 16 << 20
	for _, text := range []string{
		even("states: 131072\nactions: 8\nobservations: 2"), even("states: 3000\nactions: 1\nobservations: 2"),
		even("states: 900\nactions: 1\nobservations: 2"), even("states: 90\nactions: 9\nobservations: 1000"),
		even("states: 90\nactions: 9\nobservations: 30000"), even("states: 300\nactions: 2\nobservations: 9") + "R: 0:0:0:0 2\n",
		even("states: 500\nactions: 2\nobservations: 9") + "R: 0:*:0:0 2\n", even("states: 4096\nactions: 1024\nobservations: 1"),
		even("states: 131072\nactions: 1\nobservations: 1\nstart exclude: 1"),
		joined("<ValueEnum>"+strings.Repeat("n", 60_000)+"</ValueEnum>", "400"),
		joined("<NumValues>1</NumValues>", "2000"), joined("<NumValues>1</NumValues>", "300"),
	} {
		var err error
		if got := allocated(func() { _, err = readAny(tabular.NewRoom(t.Context(), most), text) }); got > most+slack(text) {
			t.Errorf("%.60q: %d bytes were allocated, %d are allowed (%v)", text, got, most, err)
		}
		full := &tabular.FullError{}
		if err != nil && (!errors.As(err, &full) || full.Need <= most || !strings.Contains(err.Error(), "memory_mb is 16")) {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

// joined is a problem of two variables in PomdpX, the second with so many values.
func joined(first, second string) string {
	given := func(of, on, at string) string {
		return "<CondProb><Var>" + of + "</Var><Parent>" + on + "</Parent><Parameter><Entry><Instance>" + at + "</Instance><ProbTable>uniform</ProbTable></Entry></Parameter></CondProb>"
	}
	return `<pomdpx><Discount>0.9</Discount><Variable><StateVar vnamePrev="s" vnameCurr="t">` + first + `</StateVar>` +
		`<StateVar vnamePrev="u" vnameCurr="v"><NumValues>` + second + `</NumValues></StateVar><ActionVar vname="a"><NumValues>1</NumValues></ActionVar><RewardVar vname="r"/></Variable>` +
		"<InitialStateBelief>" + given("s", "null", "-") + given("u", "null", "-") + "</InitialStateBelief>" +
		"<StateTransitionFunction>" + given("t", "a", "* -") + given("v", "a u", "* - -") + "</StateTransitionFunction>" +
		"<RewardFunction><Func><Var>r</Var><Parent>null</Parent><Parameter><Entry><Instance></Instance><ValueTable>1</ValueTable></Entry></Parameter></Func></RewardFunction></pomdpx>"
}

// slack is what a reader may take besides, for the text itself and for messages.
func slack(text string) int64 { return 64<<10 + 64*int64(len(text)) }

// TestRoomIsExact: more than a number holds is refused, what just fits is not, and what was refused is not counted.
func TestRoomIsExact(t *testing.T) {
	room := tabular.NewRoom(t.Context(), 90)
	for _, n := range []int{math.MaxInt/2 + 1, math.MaxInt/4 + 1, math.MaxInt >> 20, 11} {
		if err := room.Take(n, 8); err == nil || room.Taken() != 0 {
			t.Errorf("%d × 9 bytes fit into 90: %v, %d taken", n, err, room.Taken())
		}
	}
	if err := room.Take(10, 8); err != nil || room.Taken() != 90 {
		t.Errorf("90 bytes do not fit into 90: %v, %d taken", err, room.Taken())
	}
	if err := room.Take(1, 1); err == nil {
		t.Error("a full room takes more")
	}
}

// TestReadersAsk: a reader ends with its context, wherever it is.
func TestReadersAsk(t *testing.T) {
	tiger, err := os.ReadFile("pomdpx/testdata/tiger.pomdpx")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, text := range map[string]string{
		"rows":     even("states: 900\nactions: 1\nobservations: 2"),
		"again":    even("states: 40\nactions: 1\nobservations: 2") + strings.Repeat("T: *\nuniform\n", 4000),
		"start":    even("states: 130000\nactions: 1\nobservations: 1\nstart include: *" + strings.Repeat(" 1", 10)),
		"rewards":  even("states: 100\nactions: 1\nobservations: 200"),
		"values":   strings.Replace(string(tiger), "<ValueEnum>left right</ValueEnum>", "<NumValues>200</NumValues>", 1),
		"elements": "<pomdpx>" + strings.Repeat("<a/>", 20_000) + "</pomdpx>",
	} {
		if _, err := readAny(tabular.NewRoom(ctx, 1<<30), text); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLimitsOfService: a question that allows too little memory is refused in words, whatever of it needs more: the
// text, the solver's tables, or a policy.
func TestLimitsOfService(t *testing.T) {
	for verb, text := range map[string]string{
		`"pomdp.info","problem":`:                            even("states: 4000\nactions: 2\nobservations: 2"),
		`"pomdp.solve","budget":{"memory_mb":64},"problem":`: even("states: 131072\nactions: 8\nobservations: 2"),
		`"pomdp.solve","budget":{"memory_mb":32},"problem":`: even("states: 900\nactions: 1\nobservations: 8"),
		`"pomdp.play","budget":{"memory_mb":64},"problem":`:  even("states: 4000\nactions: 2\nobservations: 2"),
	} {
		service := pomdp.Service{Limits: api.Limits{Memory: 128 << 20}}
		last := string(service.Verbs().Ask(t.Context(), []byte(`{"ask":`+verb+string(api.Encode(text))+`}`), nil))
		if !strings.Contains(last, `"type":"too-large"`) || !strings.Contains(last, "needs at least") || !strings.Contains(last, "memory_mb is") {
			t.Errorf("%s: %.300s", verb, last)
		}
	}
}

// TestEpisodesEnd: at a discount near 1 an episode would take for ever, and is refused.
func TestEpisodesEnd(t *testing.T) {
	p, err := pomdp.Read([]byte(strings.Replace(even("states: 2\nactions: 2\nobservations: 2"), "0.9", "0.9999999", 1)))
	if err != nil {
		t.Fatal(err)
	}
	_, policy, err := pomdp.Solve(t.Context(), p, pomdp.Question{Walks: 1}, api.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // so that it does not take for ever if it is played
	if _, err := pomdp.Play(ctx, p, policy, pomdp.Match{Episodes: 1}); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("%v", err)
	}
}

// FuzzReadWithin: whatever the text, reading it allocates at most what is allowed.
func FuzzReadWithin(f *testing.F) {
	for _, name := range []string{"tiger.pomdp", "tiger.pomdpx", "rocksample-dd.pomdpx"} {
		text, err := os.ReadFile("pomdpx/testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
		f.Add(strings.Replace(string(text), "<ValueEnum>left right</ValueEnum>", "<NumValues>9999</NumValues>", 1))
	}
	f.Add(even("states: 131072\nactions: 8\nobservations: 2"))
	f.Add(even("states: 500\nactions: 1\nobservations: 2"))
	f.Add(even("states: 20\nactions: 2\nobservations: 900\nstart exclude: 1") + "R: 0:0:0:0 3\nT: 0:*:* 0.05\n")
	f.Fuzz(func(t *testing.T, text string) {
		const most = 4 << 20
		var err error
		if got := allocated(func() { _, err = readAny(tabular.NewRoom(t.Context(), most), text) }); got > most+slack(text) {
			t.Fatalf("%d bytes were allocated for %d of text, %d are allowed (%v)", got, len(text), most, err)
		}
	})
}
