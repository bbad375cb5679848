// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"io"

	"github.com/veilplan/veil/domain/mines/value"
)

// bin is a tenth of the predictions and what became of them.
type bin struct{ n, predicted, came float64 }

// check compares what a network predicts with what became of the positions, by tenths of the
// prediction.
func check(w io.Writer, net *value.Network, samples []value.Sample) {
	bins := calibrate(net, samples)
	fmt.Fprintln(w, "| predicted | came true | difference | positions |")
	fmt.Fprintln(w, "|---|---|---|---|")
	for _, b := range bins {
		fmt.Fprintf(w, "| %.2f%% | %.2f%% | %+.2f | %.0f |\n", 100*b.predicted/b.n, 100*b.came/b.n, 100*(b.came-b.predicted)/b.n, b.n)
	}
}

func calibrate(net *value.Network, samples []value.Sample) (bins [10]bin) {
	came := 0.0
	for i := len(samples) - 1; i >= 0; i-- {
		s := &samples[i]
		if came *= float64(s.Survival); s.End >= 0 {
			came = float64(s.End)
		}
		predicted := net.Win(&s.Features)
		b := &bins[min(int(predicted*10), 9)]
		b.n, b.predicted, b.came = b.n+1, b.predicted+predicted, b.came+came
	}
	return bins
}
