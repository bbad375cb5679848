// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/experiment/stats"
)

// papers holds the papers' tables.
//
//go:embed papers/*.tsv
var papers embed.FS

// timed is a row of the 2011 paper's tables: seconds per move, and two scores.
type timed struct{ seconds, rejection, fast float64 }

// rowsOf reads a table of a paper, without its header.
func rowsOf(name string) ([][]string, error) {
	text, err := papers.ReadFile("papers/" + name)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows[1:], nil
}

// table2011 reads one of the 2011 paper's tables.
func table2011(name string) ([]timed, error) {
	rows, err := rowsOf(name)
	if err != nil {
		return nil, err
	}
	var list []timed
	for _, row := range rows {
		var x [3]float64
		for i := range x {
			if x[i], err = strconv.ParseFloat(row[i], 64); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		list = append(list, timed{x[0], x[1], x[2]})
	}
	return list, nil
}

// tables2011 reads both of them.
func tables2011() (one, two []timed, err error) {
	if one, err = table2011("2011-table1.tsv"); err != nil {
		return nil, nil, err
	}
	two, err = table2011("2011-table2.tsv")
	return one, two, err
}

// gain returns the advantage of the fast version over rejection, over some rows.
func gain(rows []timed, keep func(timed) bool) (m stats.Moments) {
	for _, r := range rows {
		if keep(r) {
			m.Add(r.fast - r.rejection)
		}
	}
	return m
}

// student returns the t statistic of a mean against 0.
func student(m stats.Moments) float64 {
	return m.Mean / math.Sqrt(m.Variance()/float64(m.N))
}

// swapped counts the rows of one table that are in the other with the columns exchanged.
func swapped(one, two []timed) (n int) {
	for _, r := range one {
		if slices.Contains(two, timed{r.seconds, r.fast, r.rejection}) {
			n++
		}
	}
	return n
}

// multiples counts the scores that are multiples of 1/n, to the six decimals printed.
func multiples(rows []timed, n float64) (fit, all int) {
	for _, r := range rows {
		for _, x := range []float64{r.rejection, r.fast} {
			all++
			if math.Abs(x*n-math.Round(x*n)) < n*1e-6 {
				fit++
			}
		}
	}
	return fit, all
}

// lowest is the smallest score.
func lowest(rows []timed) float64 {
	low := math.Inf(1)
	for _, r := range rows {
		low = min(low, r.rejection, r.fast)
	}
	return low
}
