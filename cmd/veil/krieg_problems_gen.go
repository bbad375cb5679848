// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/composed"
)

const kriegProblemsGenLong = `gen makes a set of problems by self-play and writes it to FILE. The same flags make the
same file. Results are kept beside it in a journal: after Ctrl-C, or a crash, the
same command continues where it stopped.`

func newKriegProblemsGen(a *app) *cobra.Command {
	r := composed.Recipe{}
	cmd := frame.Verb("gen FILE", "generate problems by self-play", kriegProblemsGenLong,
		"veil krieg problems gen --plies 3 --mates 1 --near-misses 1 --seed 7 few.jsonl.gz",
		"veil krieg problems list few.jsonl.gz")
	flags := cmd.Flags()
	flags.StringVar(&r.Family, "family", composed.Seed, "`FAMILY` of games: seed (few men, known start), few (three black men), hist (initial array) or blind (the same, and Black sees no more than a player)")
	flags.StringVar(&r.Rules, "rules", krieg.Berkeley().Name, "`RULESET` of the games: "+rulesetList())
	flags.IntVar(&r.Plies, "plies", 3, "length of the mates in plies: 3, 5, 7 …")
	flags.IntVar(&r.Mates, "mates", 500, "how many mates")
	flags.IntVar(&r.Misses, "near-misses", 500, "how many near misses")
	flags.Uint64Var(&r.Seed, "seed", 1, "seed of the games")
	flags.Uint64Var(&r.Games, "games", 0, "limit of games, even if the set is not full (default: no limit)")
	flags.IntVar(&r.Min, "min", 0, "minimum number of boards of a problem (default 8)")
	flags.IntVar(&r.Max, "max", 0, "maximum number of boards of a problem (default 100)")
	flags.IntVar(&r.Cap, "cap", 0, "limit of boards at any moment of a game (default 10,000)")
	flags.Int64Var(&r.States, "states", 0, "limit of hidden states per question (default: a million for each ply)")
	frame.CompleteFlag(cmd, "family", composed.Families()...)
	frame.CompleteFlag(cmd, "rules", rulesetNames()...)
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.makeProblems(cmd.Context(), r, args[0]) }
	return cmd
}

func rulesetNames() []string {
	var names []string
	for _, r := range krieg.Rulesets() {
		names = append(names, r.Name)
	}
	return names
}

func rulesetList() string { return strings.Join(rulesetNames(), ", ") }

// makeProblems creates a set, or continues one.
func (a *app) makeProblems(ctx context.Context, r composed.Recipe, name string) error {
	if !strings.HasSuffix(name, composed.Ending) {
		return frame.Usage(fmt.Sprintf("%s: the name of a set ends in %s", name, composed.Ending))
	}
	file := a.Path(name)
	var last composed.Progress
	line := a.ShowProgress("playing games")
	list, err := composed.Run(ctx, r, composed.JournalOf(file), func(p composed.Progress) {
		last = p
		line.Show("%d games: %d of %d mates, %d of %d near misses", p.Games, p.Mates, r.Mates, p.Misses, r.Misses)
	})
	line.Done()
	switch {
	case errors.Is(err, context.Canceled):
		return &frame.Failure{
			Code: frame.ExitInterrupted, Kind: frame.KindInterrupted, What: "the set is not complete", Cause: err,
			Notes: []string{fmt.Sprintf("%d games, %d problems are kept; run the same command to continue", last.Games, len(list))},
		}
	case err != nil:
		return frame.Usage(err.Error())
	}
	if err := writeProblems(file, list); err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot write the set: " + err.Error(), Cause: err}
	}
	return nil
}

// writeProblems replaces a file atomically.
func writeProblems(name string, list []composed.Problem) error {
	file, err := os.CreateTemp(filepath.Dir(name), "veil-*"+composed.Ending)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // gone after the rename
	if err := errors.Join(composed.Write(file, list), file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), name); err != nil {
		return err
	}
	return os.Remove(composed.JournalOf(name))
}
