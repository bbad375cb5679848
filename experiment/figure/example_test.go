// SPDX-License-Identifier: BSD-3-Clause

package figure_test

import (
	"bytes"
	"fmt"

	"github.com/veilplan/veil/experiment/figure"
)

// A curve with its confidence band, as SVG. Each series has a dash pattern, a marker and its name beside its end.
func ExampleBands() {
	f, err := figure.Bands(figure.Axes{Title: "Winning rate", X: "episodes", Y: "won", LogX: true}, []figure.Series{
		{Name: "listener", Points: []figure.Point{{X: 10, Y: 0.6, Low: 0.3, High: 0.8}, {X: 100, Y: 0.55, Low: 0.45, High: 0.65}}},
		{Name: "random", Points: []figure.Point{{X: 10, Y: 0.2, Low: 0.05, High: 0.5}, {X: 100, Y: 0.25, Low: 0.17, High: 0.34}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var svg bytes.Buffer
	if err := f.Write(&svg, "svg"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte("listener")), figure.Formats())
	// Output:
	// true [svg png]
}
