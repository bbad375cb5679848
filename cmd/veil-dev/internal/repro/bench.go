// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
)

// benchData is one benchmark: its metrics by unit, each the best of its repetitions, because other
// load on a machine can only make it slower.
type benchData map[string]float64

// addBench parses the output of go test -bench.
func (d *data) addBench(text string) {
	line := regexp.MustCompile(`^Benchmark(\S+?)(-\d+)?\s+\d+\s+(.*)$`)
	fresh := map[string]benchData{}
	for l := range strings.Lines(text) {
		m := line.FindStringSubmatch(strings.TrimSpace(l))
		if m == nil {
			continue
		}
		if fresh[m[1]] == nil {
			fresh[m[1]] = benchData{}
		}
		fresh[m[1]].add(strings.Fields(m[3]))
	}
	maps.Copy(d.Bench, fresh)
}

func (b benchData) add(fields []string) {
	for i := 0; i+1 < len(fields); i += 2 {
		x, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			continue
		}
		unit := fields[i+1]
		old, ok := b[unit]
		switch more := strings.HasSuffix(unit, "/cpu-s"); {
		case !ok, more && x > old, !more && x < old:
			b[unit] = x
		}
	}
}
