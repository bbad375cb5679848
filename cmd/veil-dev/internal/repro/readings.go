// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/veilplan/veil/experiment"
)

// readingsScores contains the scores of runs that only the page of readings has: run, policy, score,
// the ends of its interval, and games.
const readingsScores = papersDir + "/readings.tsv"

// addReadings adds the runs of the page of readings.
func (d *data) addReadings(root string) error {
	rows, err := os.ReadFile(filepath.Join(root, readingsScores))
	if err != nil {
		return err
	}
	for i, line := range strings.Split(strings.TrimSpace(string(rows)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 6 {
			return fmt.Errorf("%s: row %d: got %d cells, want 6", readingsScores, i+1, len(cells))
		}
		p, err := readingOf(cells[1:])
		if err != nil {
			return fmt.Errorf("%s: row %d: %w", readingsScores, i+1, err)
		}
		r := d.Runs[cells[0]]
		r.Policies = append(r.Policies, p)
		d.Runs[cells[0]] = r
	}
	return nil
}

// readingOf returns the policy of a row. Its budget is the number at the end of its name.
func readingOf(cells []string) (policyData, error) {
	var x [4]float64
	var err error
	for i := range x {
		var bad error
		x[i], bad = strconv.ParseFloat(cells[1+i], 64)
		err = errors.Join(err, bad)
	}
	p := policyData{ID: cells[0], Score: experiment.Estimate{
		Value: experiment.Number(x[0]), Low: experiment.Number(x[1]), High: experiment.Number(x[2]), N: int(x[3]),
	}}
	if _, budget, ok := strings.Cut(p.ID, "-"); ok {
		p.Params = json.RawMessage(`{"draws":` + budget + `}`)
	}
	return p, err
}
