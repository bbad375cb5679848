// SPDX-License-Identifier: BSD-3-Clause

package network

import (
	"cmp"
	"math"
	"math/rand/v2"
)

// Sample is a position of a played game. The samples of a game follow each other.
type Sample struct {
	Features
	// Survival is the chance to survive the guess after the position.
	Survival float32
	// End is the chance to win if this is the last position of its game, else negative.
	End float32
	// Solved is true if End is the value of the position itself, and not of the one after its safe
	// cells were opened.
	Solved bool
}

// FitConfig configures training. The zero value works.
type FitConfig struct {
	Seed     uint64
	From     *Network // initial network; nil means a random one, whose first epochs learn from outcomes alone
	Outcomes int      // epochs that learn from the outcome of each game; 0 means 3, or none after From
	Ahead    int      // epochs that also learn from the value of the next position; 0 means 3
	Trace    float64  // share of the outcome in these (λ); 0 means 0.6
	Batch    int      // 0 means 128
	Rate     float64  // initial learning rate; 0 means 0.002
	// Report, if set, is called after each epoch with the mean square error.
	Report func(epoch int, err float64)
}

// Fit trains a network: a few epochs on the outcomes of the games, then a few by TD(λ), in which a
// position learns from the value of the next one (Sutton 1988). It is one sequence of operations,
// so the same samples give the same bits.
func Fit(samples []Sample, cfg FitConfig) *Network {
	cfg.Ahead, cfg.Trace = cmp.Or(cfg.Ahead, 3), cmp.Or(cfg.Trace, 0.6)
	cfg.Batch, cfg.Rate = cmp.Or(cfg.Batch, 128), cmp.Or(cfg.Rate, 0.002)
	r := rand.New(rand.NewPCG(cfg.Seed, 1))
	l := newLearner(r)
	if cfg.From != nil {
		l.load(cfg.From)
	} else {
		cfg.Outcomes = cmp.Or(cfg.Outcomes, 3)
	}
	labels := make([]float32, len(samples))
	order := make([]int32, len(samples))
	for i := range order {
		order[i] = int32(i)
	}
	epochs := cfg.Outcomes + cfg.Ahead
	for e := range epochs {
		trace := 1.0
		if e >= cfg.Outcomes {
			trace = cfg.Trace
		}
		l.label(samples, labels, trace)
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		err := l.epoch(samples, labels, order, cfg, float64(e)/float64(epochs), float64(e+1)/float64(epochs))
		if cfg.Report != nil {
			cfg.Report(e+1, err)
		}
	}
	return l.quantized()
}

// label computes the target of each position, from the end of each game backwards. The value of the
// next position is the network's, even if the game ended there by opening safe cells: using only
// these lucky ends would bias every other position upwards.
func (l *learner) label(samples []Sample, labels []float32, trace float64) {
	next, value := 0.0, 0.0
	for i := len(samples) - 1; i >= 0; i-- {
		s := &samples[i]
		if s.End >= 0 {
			next = float64(s.End)
		} else {
			next = float64(float64(s.Survival) * (float64((1-trace)*value) + float64(trace*next)))
		}
		labels[i] = float32(next)
		if trace < 1 {
			if value = float64(s.End); !s.Solved {
				value = l.win(&s.Features)
			}
		}
	}
}

// learner is a network in floating point, trained by Adam (Kingma & Ba 2015). All its parameters
// lie in one array. Products are rounded before they are added, so that machines that can fuse the
// two learn the same.
type learner struct {
	w, grad, mean, square []float64
	steps                 int
	a                     [layer1]float64 // the first layer, before the ramp
	b                     [layer2]float64
}

// Where the parameters of each layer begin.
const (
	atIn      = 0
	atMid     = atIn + FeatureCount*layer1
	atOut     = atMid + layer1*layer2
	atInBias  = atOut + layer2
	atMidBias = atInBias + layer1
	atOutBias = atMidBias + layer2
	params    = atOutBias + 1
)

// largest is the largest weight that a Network can hold.
const largest = 7.99

func newLearner(r *rand.Rand) *learner {
	l := &learner{w: make([]float64, params), grad: make([]float64, params), mean: make([]float64, params), square: make([]float64, params)}
	fill := func(from, to int, inputs float64) {
		for i := from; i < to; i++ {
			l.w[i] = (float64(r.Float64()) - 0.5) * 2 * math.Sqrt(3/inputs) // converted so that nothing is fused
		}
	}
	fill(atIn, atMid, 30) // most features are 0 in most positions
	fill(atMid, atOut, layer1)
	fill(atOut, atInBias, layer2)
	return l
}

// logit computes the output, and stores the layers for back.
func (l *learner) logit(f *Features) float64 {
	copy(l.a[:], l.w[atInBias:])
	copy(l.b[:], l.w[atMidBias:])
	for i, x := range f {
		if x == 0 {
			continue
		}
		y, row := float64(x)/featureOne, l.w[atIn+i*layer1:][:layer1]
		for j, w := range row {
			l.a[j] += float64(y * w)
		}
	}
	for j, x := range l.a {
		if x <= 0 {
			continue
		}
		row := l.w[atMid+j*layer2:][:layer2]
		for k, w := range row {
			l.b[k] += float64(x * w)
		}
	}
	out := l.w[atOutBias]
	for k, x := range l.b {
		if x > 0 {
			out += float64(x * l.w[atOut+k])
		}
	}
	return out
}

func (l *learner) win(f *Features) float64 {
	return 1 / (1 + exponential(-min(max(l.logit(f), -20), 20)))
}

// epoch trains on every sample once, in batches, and returns the mean square error. begin and end
// are the shares of the training done before and after it; the rate falls with them.
func (l *learner) epoch(samples []Sample, labels []float32, order []int32, cfg FitConfig, begin, end float64) float64 {
	sum := 0.0
	for at := 0; at < len(order); at += cfg.Batch {
		batch := order[at:min(at+cfg.Batch, len(order))]
		for _, i := range batch {
			d := l.win(&samples[i].Features) - float64(labels[i])
			sum += float64(d * d)
			l.back(&samples[i].Features, d/float64(len(batch)))
		}
		done := begin + float64((end-begin)*float64(at)/float64(len(order)))
		l.step(float64(cfg.Rate * (1 - float64(0.97*done))))
	}
	return sum / float64(len(order))
}

// back adds the gradient of one sample, after win: d is the derivative at the output, which for
// the cross entropy is the error itself.
func (l *learner) back(f *Features, d float64) {
	l.grad[atOutBias] += d
	var da [layer1]float64
	for k, x := range l.b {
		if x <= 0 {
			continue
		}
		l.grad[atOut+k] += float64(d * x)
		db := float64(d * l.w[atOut+k])
		l.grad[atMidBias+k] += db
		for j, y := range l.a {
			if y > 0 {
				l.grad[atMid+j*layer2+k] += float64(db * y)
				da[j] += float64(db * l.w[atMid+j*layer2+k])
			}
		}
	}
	for j, x := range da {
		l.grad[atInBias+j] += x
	}
	for i, x := range f {
		if x == 0 {
			continue
		}
		y, row := float64(x)/featureOne, l.grad[atIn+i*layer1:][:layer1]
		for j := range row {
			row[j] += float64(y * da[j])
		}
	}
}

// step moves the parameters against the gradient.
func (l *learner) step(rate float64) {
	const keepMean, keepSquare, tiny = 0.9, 0.999, 1e-8
	l.steps++
	fixMean, fixSquare := 1-power(keepMean, l.steps), 1-power(keepSquare, l.steps)
	for i, g := range l.grad {
		l.mean[i] = float64(keepMean*l.mean[i]) + float64((1-keepMean)*g)
		l.square[i] = float64(keepSquare*l.square[i]) + float64(float64((1-keepSquare)*g)*g)
		move := l.mean[i] / fixMean / (math.Sqrt(l.square[i]/fixSquare) + tiny)
		l.w[i] = min(max(l.w[i]-float64(rate*move), -largest), largest)
	}
	clear(l.grad)
}

func power(x float64, n int) float64 {
	p := 1.0
	for ; n > 0 && p > 1e-12; n-- {
		p *= x
	}
	return p
}

// quantized rounds the parameters to integers.
func (l *learner) quantized() *Network {
	n := new(Network)
	n.each(func(i int, w *int16) { *w = int16(math.Round(float64(l.w[i] * weightOne))) },
		func(i int, b *int32) { *b = int32(math.Round(float64(l.w[i] * biasOne))) })
	return n
}

// load sets the parameters to those of a network.
func (l *learner) load(n *Network) {
	n.each(func(i int, w *int16) { l.w[i] = float64(*w) / weightOne },
		func(i int, b *int32) { l.w[i] = float64(*b) / biasOne })
}

// A weight and a bias of 1 in a Network.
const (
	weightOne = 1 << weightBits
	biasOne   = 1 << (weightBits + featureBits)
)

// each visits the parameters of a network with their index in a learner.
func (n *Network) each(weight func(i int, w *int16), bias func(i int, b *int32)) {
	for i := range n.In {
		for j := range n.In[i] {
			weight(atIn+i*layer1+j, &n.In[i][j])
		}
	}
	for j := range n.Mid {
		bias(atInBias+j, &n.InBias[j])
		for k := range n.Mid[j] {
			weight(atMid+j*layer2+k, &n.Mid[j][k])
		}
	}
	for k := range n.Out {
		weight(atOut+k, &n.Out[k])
		bias(atMidBias+k, &n.MidBias[k])
	}
	bias(atOutBias, &n.OutBias)
}
