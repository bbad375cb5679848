// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/crashfs"
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

// A spec is checked before anything is played. A rule that the domain does not have is an error that lists the
// rules there are.
func ExampleResolve() {
	for _, rules := range []string{"horizon: 5", "horizons: 5"} {
		spec, err := experiment.Parse([]byte("{name: doors, domain: tiger, " + rules + ", policies: [{id: listener}], episodes: 10, seed: 1}"))
		if err != nil {
			fmt.Println(err)
			return
		}
		plan, err := experiment.Resolve(*spec, catalog.All())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(string(plan.Spec.Rules), string(plan.Spec.Policies[0].Params))
	}
	// Output:
	// {"horizon":5} {"sure":0.9}
	// policy listener: tiger: rules: unknown field "horizons": there are horizon, discount
}

// A hash names the episodes of a spec. More episodes keep it, another seed does not.
func ExampleSpec_Hash() {
	var hashes []string
	for _, size := range []string{"episodes: 10, seed: 1", "episodes: 9999, seed: 1", "episodes: 10, seed: 2"} {
		spec, err := experiment.Parse([]byte("{name: doors, domain: tiger, policies: [{id: listener}], " + size + "}"))
		if err != nil {
			fmt.Println(err)
			return
		}
		hash, err := spec.Hash()
		if err != nil {
			fmt.Println(err)
			return
		}
		hashes = append(hashes, hash)
	}
	fmt.Println(hashes[0] == hashes[1], hashes[0] == hashes[2])
	// Output:
	// true false
}

// A plan plays any stretch of its episodes. Played twice, they have the same bytes.
func ExamplePlan_Play() {
	spec, err := experiment.Parse([]byte("{name: doors, domain: tiger, policies: [{id: random}], episodes: 100, seed: 1}"))
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := experiment.Resolve(*spec, catalog.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		chunk, err := plan.Play(context.Background(), 20, 22, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(string(chunk.Lines))
	}
	// Output:
	// {"episode":20,"policy":"random","result":"done","score":-593,"moves":10}
	// {"episode":21,"policy":"random","result":"done","score":-131,"moves":10}
	// {"episode":20,"policy":"random","result":"done","score":-593,"moves":10}
	// {"episode":21,"policy":"random","result":"done","score":-131,"moves":10}
}

// A run is verified by playing a share of it again.
func ExampleVerify() {
	spec, err := experiment.Parse([]byte("{name: doors, domain: tiger, policies: [{id: random}], episodes: 50, seed: 1}"))
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := experiment.Resolve(*spec, catalog.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	disk := crashfs.New() // a disk in memory; Create uses that of the system
	if err := disk.MkdirAll("/runs"); err != nil {
		fmt.Println(err)
		return
	}
	dir, _, err := experiment.CreateOn(disk, "/runs/doors", plan, experiment.Provenance{Veil: "example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := experiment.Run(context.Background(), dir, plan, experiment.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	check, err := experiment.Verify(context.Background(), dir, plan, 0.5, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(check.Replayed, "of", check.Episodes, "replayed,", len(check.Different), "different")
	// Output:
	// 25 of 50 replayed, 0 different
}
