// SPDX-License-Identifier: BSD-3-Clause

package stats

// Bins is the number of bins of a [Calibration].
const Bins = 10

// Bin counts the predictions in one tenth of [0, 1] and the wins that followed.
type Bin struct {
	N         int     `json:"n"`
	Won       int     `json:"won"`
	Predicted float64 `json:"predicted"` // their mean
}

// Calibration compares predicted winning chances with results. The zero value is empty.
//
// The predictions within an episode are correlated, so counting each of them would make the
// intervals too narrow. Each episode therefore enters a bin once, with the first of its predictions
// that falls there. For a calibrated predictor this is a stopping time, and by optional stopping
// its predictions are calibrated there too; and the entries of a bin are independent, so [Wilson]
// applies.
type Calibration [Bins]Bin

// Add enters the predictions of one episode, in order, and its result.
func (c *Calibration) Add(predicted []float64, won bool) {
	var entered [Bins]bool
	for _, p := range predicted {
		i := min(max(int(p*Bins), 0), Bins-1)
		if entered[i] {
			continue
		}
		entered[i] = true
		b := &c[i]
		b.N++
		b.Predicted += (p - b.Predicted) / float64(b.N)
		if won {
			b.Won++
		}
	}
}

// Rate returns the share of the bin's episodes that were won.
func (b Bin) Rate() float64 {
	if b.N == 0 {
		return 0
	}
	return float64(b.Won) / float64(b.N)
}
