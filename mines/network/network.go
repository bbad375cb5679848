// SPDX-License-Identifier: BSD-3-Clause

package network

import (
	"encoding/binary"
	"fmt"
	"math"
)

// The layers of the network that values positions.
const (
	layer1 = 48
	layer2 = 12
)

// weightBits is the number of binary places of a weight, and featureBits that of its factor.
const (
	weightBits  = 12
	featureBits = 10
)

// Network is a small neural network that estimates the winning chance of a position. It computes in
// integers, so the result is the same on every machine.
type Network struct {
	In      [FeatureCount][layer1]int16
	Mid     [layer1][layer2]int16
	Out     [layer2]int16
	InBias  [layer1]int32 // in units of weight times feature
	MidBias [layer2]int32
	OutBias int32
}

// decode reads the parameters of a network, little-endian, in the order of its fields.
func decode(body []byte) (*Network, error) {
	n := new(Network)
	if want := 2*(FeatureCount*layer1+layer1*layer2+layer2) + 4*(layer1+layer2+1); len(body) != want {
		return nil, fmt.Errorf("weights: got %d bytes, want %d", len(body), want)
	}
	for i := range n.In {
		body = int16s(body, n.In[i][:])
	}
	for i := range n.Mid {
		body = int16s(body, n.Mid[i][:])
	}
	body = int16s(body, n.Out[:])
	body = int32s(body, n.InBias[:])
	body = int32s(body, n.MidBias[:])
	n.OutBias = int32(binary.LittleEndian.Uint32(body)) //nolint:gosec // the same bits
	return n, nil
}

func int16s(body []byte, to []int16) []byte {
	for i := range to {
		to[i] = int16(binary.LittleEndian.Uint16(body[2*i:])) //nolint:gosec // the same bits
	}
	return body[2*len(to):]
}

func int32s(body []byte, to []int32) []byte {
	for i := range to {
		to[i] = int32(binary.LittleEndian.Uint32(body[4*i:])) //nolint:gosec // the same bits
	}
	return body[4*len(to):]
}

// Win returns the winning chance of a position with these features.
func (n *Network) Win(f *Features) float64 { return logistic(n.logit(f)) }

// logit returns the network's output, in units of 1/1024.
func (n *Network) logit(f *Features) int {
	var a [layer1]int64
	for j, b := range n.InBias {
		a[j] = int64(b)
	}
	for i, x := range f {
		if x == 0 {
			continue
		}
		y, row := int64(x), &n.In[i]
		for j := range a {
			a[j] += y * int64(row[j])
		}
	}
	var b [layer2]int64
	for k, bias := range n.MidBias {
		b[k] = int64(bias)
	}
	for j, x := range a {
		if x <= 0 {
			continue
		}
		y, row := x>>weightBits, &n.Mid[j]
		for k := range b {
			b[k] += y * int64(row[k])
		}
	}
	out := int64(n.OutBias)
	for k, x := range b {
		if x > 0 {
			out += x >> weightBits * int64(n.Out[k])
		}
	}
	return int(out >> weightBits)
}

// logistic returns 1/(1+exp(-x/1024)). Every product is rounded before it is added, so that the
// result has the same bits on every machine.
func logistic(x int) float64 {
	const steps = 1 << featureBits
	y := float64(min(max(x, -20*steps), 20*steps)) / steps
	return 1 / (1 + exponential(-y))
}

// exponential returns exp(x) for moderate x, with the same bits on every machine.
func exponential(x float64) float64 {
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	rest := x - float64(k*math.Ln2)
	sum := 1.0
	for i := 12.0; i > 0; i-- {
		sum = 1 + float64(float64(sum*rest)/i)
	}
	return math.Ldexp(sum, int(k))
}
