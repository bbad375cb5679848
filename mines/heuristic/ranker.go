// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
)

// Ranker predicts how much better one guess is than another, from their traits. It is learned from
// games that were played on after both, in the same layouts (`veil-dev train -rank`). It computes in
// integers, so it ranks alike on every machine.
type Ranker [TraitCount]int32

// rankerFile contains the weights, written by `veil-dev train -rank`.
//
//go:embed ranker.bin
var rankerFile []byte // embedding needs a variable; nothing writes it

// StandardRanker returns the ranker that veil's players use.
func StandardRanker() (*Ranker, error) { return ReadRanker(rankerFile) }

// ReadRanker reads the bytes of AppendBinary.
func ReadRanker(file []byte) (*Ranker, error) {
	if len(file) != 4*TraitCount {
		return nil, fmt.Errorf("ranker: got %d bytes, want %d", len(file), 4*TraitCount)
	}
	k := new(Ranker)
	for i := range k {
		k[i] = int32(binary.LittleEndian.Uint32(file[4*i:])) //nolint:gosec // the same bits
	}
	return k, nil
}

// AppendBinary appends the weights, little-endian.
func (k *Ranker) AppendBinary(dst []byte) ([]byte, error) {
	return binary.Append(dst, binary.LittleEndian, k)
}

// rankerOne is a weight and a trait of 1.
const rankerOne = 1 << 20

// NewRanker returns the ranker with these weights, rounded.
func NewRanker(weights []float64) *Ranker {
	k := new(Ranker)
	for i, w := range weights {
		k[i] = int32(math.Round(float64(w * rankerOne)))
	}
	return k
}

// score returns the prediction for a guess. Only differences have a meaning: of the winning chance.
func (k *Ranker) score(t *Traits) float64 {
	sum := int64(0)
	for i, w := range k {
		if x := t[i]; x != 0 && w != 0 {
			sum += int64(w) * int64(math.Floor(float64(x*rankerOne)+0.5))
		}
	}
	return float64(sum) / (rankerOne * rankerOne)
}
