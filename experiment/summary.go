// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"encoding/json"
	"iter"
	"math"
	"path/filepath"

	"github.com/veilplan/veil/experiment/durable"
	"github.com/veilplan/veil/experiment/stats"
)

// Level is the confidence level of every interval in a summary.
const Level = 0.95

// Summary contains the results of a run. It is a function of the spec and the episodes, with the
// same bytes however they were played.
type Summary struct {
	Schema     string            `json:"schema"`
	Name       string            `json:"name"`
	Hash       string            `json:"hash"`
	Seed       uint64            `json:"seed"`
	Episodes   uint64            `json:"episodes"` // counted
	Wanted     uint64            `json:"wanted"`
	Complete   bool              `json:"complete"` // all were played, or the test has decided
	Thresholds []ThresholdResult `json:"thresholds,omitempty"`
	SPRT       *TestResult       `json:"sprt,omitempty"`
	// Tuned, if not nil, contains the result of a run that tunes. The policies and pairs are then those
	// of the comparison: plus is the estimate, and minus the start.
	Tuned    *Tuned          `json:"tuned,omitempty"`
	Policies []PolicySummary `json:"policies"`
	Pairs    []PairSummary   `json:"pairs,omitempty"`
}

// Estimate is a number with its 95% confidence interval and sample size.
type Estimate struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
	N     int    `json:"n"`
}

// Number is a float that JSON writes as null if it is not finite.
type Number float64

// MarshalJSON writes the number, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads a number, and null as not a number.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// PolicySummary contains the results of one policy.
type PolicySummary struct {
	ID string `json:"id"`
	// Outside reports that the player is another program, so its episodes may not be reproducible.
	Outside bool `json:"outside,omitempty"`
	// MoveMS, if not 0, is the time limit of a move in milliseconds: the results depend on the machine.
	MoveMS float64  `json:"move_ms,omitempty"`
	Won    int      `json:"won"`
	Lost   int      `json:"lost"`
	Done   int      `json:"done"`           // neither: not judged, or the moves ran out
	Rate   Estimate `json:"win_rate"`       // Wilson
	Exact  Estimate `json:"win_rate_exact"` // the same, Clopper-Pearson
	Score  Estimate `json:"score"`          // Student
	Moves  Estimate `json:"moves"`          // per episode, Student
	Guess  Estimate `json:"guesses"`        // per episode; zero if not recorded
	Sims   Estimate `json:"simulations"`    // per move, of each episode
	Nodes  Estimate `json:"nodes"`          // per move, of each episode
	Bins   []Bin    `json:"calibration"`    // empty if no predictions were recorded
	Curve  []Point  `json:"curve"`          // the rate or score so far
}

// Bin is a range of predicted winning chances and the results.
type Bin struct {
	Predicted Number   `json:"predicted"` // mean
	Rate      Estimate `json:"rate"`      // Wilson
}

// Point is an estimate after a number of episodes.
type Point struct {
	Episodes uint64 `json:"episodes"`
	Estimate
}

// PairSummary compares two policies on the same episodes.
type PairSummary struct {
	First     string      `json:"first"`
	Second    string      `json:"second"`
	Pairs     stats.Pairs `json:"wins"`       // episodes that only one of them won
	WinDiff   Estimate    `json:"win_diff"`   // Tango
	McNemar   Number      `json:"p"`          // exact, two-sided
	ScoreDiff Estimate    `json:"score_diff"` // Student, of the differences
	Curve     []Point     `json:"curve"`      // the difference so far
}

// TestResult is the state of a sequential test.
type TestResult struct {
	Test
	Pairs   stats.Pairs   `json:"pairs"`
	LLR     Number        `json:"llr"`
	Lower   Number        `json:"lower"`
	Upper   Number        `json:"upper"`
	Verdict stats.Verdict `json:"verdict"`
}

// Judged reports whether the domain judged any episode as won or lost.
func (s *Summary) Judged() bool {
	for i := range s.Policies {
		if s.Policies[i].Won+s.Policies[i].Lost > 0 {
			return true
		}
	}
	return false
}

// Failed reports whether a threshold failed or the sequential test accepted H0.
func (s *Summary) Failed() bool {
	for _, t := range s.Thresholds {
		if !t.Passed {
			return true
		}
	}
	return s.SPRT != nil && s.SPRT.Verdict == stats.AcceptH0
}

// Summarize reads the episodes of a run and returns its summary.
func Summarize(d *Dir) (*Summary, error) {
	return summarize(&d.Spec, d.Hash, d.Episodes())
}

func summarize(spec *Spec, hash string, episodes iter.Seq2[*Episode, error]) (*Summary, error) {
	c := newCount(spec)
	gapless := true
	for e, err := range episodes {
		if err != nil {
			return nil, err
		}
		// A test that stopped early must not use episodes beyond a gap.
		if gapless = gapless && e.Index == c.n; !gapless && (spec.SPRT != nil || spec.Tune != nil) {
			break
		}
		c.add(e)
		if c.judge.stop == c.n {
			break
		}
	}
	s := c.summary()
	s.Hash = hash
	s.Complete = c.n == spec.Episodes || c.judge.stop == c.n
	s.Thresholds = evaluate(spec, s)
	return s, nil
}

// WriteSummary stores a summary beside the episodes.
func (d *Dir) WriteSummary(s *Summary) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken == nil && d.summary != sha(text) {
		d.broken = d.tryWriteSummary(text)
	}
	return d.broken
}

func (d *Dir) tryWriteSummary(text []byte) error {
	if err := d.unseal(); err != nil {
		return err
	}
	if err := durable.WriteText(d.fsys, filepath.Join(d.Path, summaryName), text); err != nil {
		return err
	}
	d.summary = sha(text)
	return nil
}

// maxSummary is the maximum size of a stored summary, in bytes.
const maxSummary = 1 << 28

// ReadSummary returns the summary that was stored when the run ended.
func (d *Dir) ReadSummary() (*Summary, error) {
	text, err := durable.ReadText(d.fsys, filepath.Join(d.Path, summaryName), maxSummary)
	if err != nil {
		return nil, err
	}
	if !d.plain && sha(text) != d.seal.Summary {
		return nil, &FileError{summaryName, "not sealed: run the experiment to its end"}
	}
	s := &Summary{}
	return s, json.Unmarshal(text, s)
}
