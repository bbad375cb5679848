// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
)

// Two policies play the same episodes. The run lives in a directory, so it could be stopped
// and continued at any moment.
func ExampleRun() {
	err := runDoors()
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// random earns -307
	// listener earns 8
	// the difference is above 0: true
}

func runDoors() (err error) {
	spec, err := experiment.Parse([]byte("{name: doors, domain: tiger, policies: [{id: random}, {id: listener}], episodes: 1000, seed: 1}"))
	if err != nil {
		return err
	}
	plan, err := experiment.Resolve(*spec, catalog.All())
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "runs")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	dir, _, err := experiment.Create(filepath.Join(temp, "doors"), plan, experiment.Provenance{Veil: "example"})
	if err != nil {
		return err
	}
	summary, err := experiment.Run(context.Background(), dir, plan, experiment.Options{Workers: 2})
	if err = errors.Join(err, dir.Close()); err != nil {
		return err
	}
	for _, p := range summary.Policies {
		fmt.Printf("%s earns %.0f\n", p.ID, p.Score.Value)
	}
	fmt.Println("the difference is above 0:", summary.Pairs[0].ScoreDiff.Low > 0)
	return nil
}
