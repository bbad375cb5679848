// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/stats"
)

// row is an episode as any other program would read it.
type row struct {
	Episode     int
	Policy      string
	Result      string
	Score       float64
	Moves       int
	Guesses     int
	Simulations int
	Values      []float64
}

// TestSummaryIsWhatTheEpisodesSay recomputes a summary from the exported lines with
// other code.
func TestSummaryIsWhatTheEpisodesSay(t *testing.T) {
	dir := t.TempDir()
	s := run(t, dir, plan(t, toySpec, toys{}), experiment.Options{Workers: 2, Chunk: 13})
	_, episodes := result(t, dir)
	var won, both, first, second int
	var looker []row
	lines := json.NewDecoder(bytes.NewReader(episodes))
	for i := 0; lines.More(); i++ {
		var pair [2]row
		for j := range pair {
			if err := lines.Decode(&pair[j]); err != nil {
				t.Fatal(err)
			}
			if pair[j].Episode != i || pair[j].Policy != []string{"guesser", "looker"}[j] {
				t.Fatalf("line %d: %+v", i, pair[j])
			}
		}
		looker = append(looker, pair[1])
		g, l := pair[0].Result == "won", pair[1].Result == "won"
		won, both = won+count(l), both+count(g && l)
		first, second = first+count(l && !g), second+count(g && !l)
	}
	p, q := s.Policies[1], s.Pairs[0]
	if len(looker) != 700 || p.Won != won || p.Lost != 700-won || p.Rate.Value != experiment.Number(float64(won)/700) {
		t.Errorf("%d episodes, won %d: %d/%d, %v", len(looker), won, p.Won, p.Lost, p.Rate)
	}
	if q.First != "looker" || q.Pairs != (stats.Pairs{N: 700, First: first, Other: second}) {
		t.Errorf("only the looker %d, only the guesser %d: %+v", first, second, q.Pairs)
	}
	if p.Moves.Value != 2 || p.Guess.Value != 1 || p.Sims.Value != 3 || p.Nodes.Value != 5 || math.Abs(float64(p.Score.Value-p.Rate.Value)) > 1e-12 {
		t.Errorf("moves %v, guesses %v, simulations %v, nodes %v, score %v", p.Moves, p.Guess, p.Sims, p.Nodes, p.Score)
	}
	if len(p.Bins) != 1 || p.Bins[0].Predicted != 0.8 || p.Bins[0].Rate.N != 700 || !holds(p.Bins[0].Rate, 0.8) {
		t.Errorf("calibration %+v", p.Bins)
	}
	if !holds(p.Rate, 0.8) || !holds(s.Policies[0].Rate, 0.5) || !holds(q.WinDiff, 0.3) {
		t.Errorf("rates %+v %+v, difference %+v: want 0.8, 0.5 and 0.3 inside", p.Rate, s.Policies[0].Rate, q.WinDiff)
	}
	if last := p.Curve[len(p.Curve)-1]; last.Episodes != 700 || last.Estimate != p.Rate || len(p.Curve) < 100 {
		t.Errorf("the curve has %d points and ends at %+v", len(p.Curve), last)
	}
	if len(looker[0].Values) != 2 || both+first != won {
		t.Errorf("%+v", looker[0])
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func holds(e experiment.Estimate, x experiment.Number) bool { return e.Low <= x && x <= e.High }

func TestThresholds(t *testing.T) {
	spec := toySpec + `thresholds:
  - looker.win_rate > 0.7
  - looker.win_rate.ci95.low > 0.99
  - paired(looker, guesser).win_diff.ci95.low > 0
  - paired(guesser, looker).win_diff.ci95.high < 0
  - paired(guesser, looker).p <= 0.001
  - guesser.moves >= 1
  - guesser.moves > 1
`
	s := run(t, t.TempDir(), plan(t, spec, toys{}), experiment.Options{})
	for i, want := range []bool{true, false, true, true, true, true, false} {
		if r := s.Thresholds[i]; r.Passed != want {
			t.Errorf("%s: %v", r.Text, r.Value)
		}
	}
	if !s.Failed() {
		t.Error("two thresholds failed, the run did not")
	}
	low, high := s.Thresholds[2].Value, s.Thresholds[3].Value
	if low != -high {
		t.Errorf("the difference one way is at least %v, the other way at most %v", low, high)
	}
}

func TestUnknownNumbersFailThresholds(t *testing.T) {
	spec := strings.Replace(toySpec, "700", "1", 1) + "thresholds: [looker.score.ci95.low > -1000]\n"
	s := run(t, t.TempDir(), plan(t, spec, toys{}), experiment.Options{})
	if s.Thresholds[0].Passed || !math.IsInf(float64(s.Thresholds[0].Value), -1) {
		t.Errorf("%+v: one episode has no interval", s.Thresholds[0])
	}
}

// TestReport compares the text block with a golden file, for a domain that judges and
// one that only scores.
func TestReport(t *testing.T) {
	for name, c := range map[string]*experiment.Plan{
		"coins": plan(t, toySpec+"sprt: {first: looker, second: guesser, h0: 0, h1: 0.2, alpha: 0.05, beta: 0.05}\n"+
			"thresholds: [looker.win_rate >= 0.6, looker.win_rate >= 0.9]\n", toys{}),
		"tiger": plan(t, strings.Replace(tigerSpec, "6000", "300", 1), catalog.All()),
	} {
		dir := t.TempDir()
		s := run(t, dir, c, experiment.Options{})
		got := regexp.MustCompile(`veil exp run .*/`).ReplaceAllString(reported(t, dir, s), "veil exp run RUN/")
		golden := filepath.Join("testdata", name+".report.golden")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want := read(t, golden); got != string(want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestStoredSummaryReadsBack(t *testing.T) {
	dir := t.TempDir()
	s := run(t, dir, plan(t, strings.Replace(toySpec, "700", "1", 1), toys{}), experiment.Options{})
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	back, err := d.ReadSummary()
	if err != nil || back.Policies[0].Won != s.Policies[0].Won || !math.IsNaN(float64(back.Policies[0].Score.Low)) {
		t.Errorf("%+v, %v", back, err)
	}
}

// TestDiscountIsSaid: the report of a problem with a discount says that its scores are discounted.
func TestDiscountIsSaid(t *testing.T) {
	spec := "name: tag\ndomain: tag\npolicies: [{id: random, player: random}]\nepisodes: 20\nseed: 1\n"
	dir := t.TempDir()
	s := run(t, dir, plan(t, spec, catalog.All()), experiment.Options{})
	if got := reported(t, dir, s); !strings.Contains(got, "SCORE (95% Student; a reward one move later counts 0.95)") {
		t.Errorf("the report does not say it:\n%s", got)
	}
}

// reported is the report of a run.
func reported(t *testing.T, dir string, s *experiment.Summary) string {
	t.Helper()
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := experiment.Report(&out, d, s); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
