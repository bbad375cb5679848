// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg/composed"
)

const kriegProblemsLong = `problems is a collection of Kriegspiel problems from games of veil against itself: mates
that can be forced whatever is hidden, each with its plan, and near misses. The games are of
four families:

  seed   from a random position with few men, which both players know
  few    the same, with only three black men
  hist   from the initial array
  blind  the same, and Black knows only what a player may know

A near miss is informational if every board could be won by a player who sees it, and
halfway if a plan wins from at least half of the boards.`

func newKriegProblems(a *app) *cobra.Command {
	cmd := frame.Group("problems", "print and solve the collection of problems", kriegProblemsLong,
		"veil krieg problems list seed-3", "veil krieg problems gen --plies 3 --mates 1 --near-misses 1 --seed 7 few.jsonl.gz")
	cmd.AddCommand(newKriegProblemsList(a), newKriegProblemsShow(a), newKriegProblemsSolve(a), newKriegProblemsDaily(a), frame.StoppingItself(newKriegProblemsGen(a)))
	return cmd
}

// readSet reads a published set, or a file.
func (a *app) readSet(name string) (list []composed.Problem, err error) {
	if !strings.HasSuffix(name, composed.Ending) {
		if !slices.Contains(composed.Sets(), name) {
			return nil, frame.Usage(fmt.Sprintf("no set %q", name),
				append(text.DidYouMean(name, composed.Sets()), "sets: "+strings.Join(composed.Sets(), ", ")+"; or a file that ends in "+composed.Ending)...)
		}
		return composed.Load(name)
	}
	file, err := os.Open(a.Path(name))
	if err != nil {
		return nil, a.Unreadable(name, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if list, err = composed.Read(file); err != nil {
		return nil, frame.Usage(name + ": " + err.Error())
	}
	return list, nil
}

// findProblem returns a problem by name, from the published sets or a file.
func (a *app) findProblem(id, file string) (*composed.Problem, error) {
	if file == "" {
		p, err := composed.Find(id)
		if err != nil {
			return nil, frame.Usage(err.Error())
		}
		return p, nil
	}
	list, err := a.readSet(file)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].ID == id {
			return &list[i], nil
		}
	}
	return nil, frame.Usage(fmt.Sprintf("%s has no problem %q", file, id))
}
