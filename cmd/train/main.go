// SPDX-License-Identifier: BSD-3-Clause

// Command train learns the value that veil's Minesweeper players guess by, and writes its
// weights. The same flags give the same bytes, on any number of processors.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"

	"github.com/veilplan/veil/domain/mines/value"
)

func main() {
	games := flag.Int("games", 400_000, "play so many `games`")
	seed := flag.Uint64("seed", 1, "of the games and of learning")
	out := flag.String("o", "domain/mines/value/weights.bin", "write the weights to this `file`")
	only := flag.Bool("check", false, "learn nothing: compare what the built-in weights predict with what becomes of games")
	learned := flag.Bool("learned", false, "with -check: guess by the learned value, without exploration")
	flag.Parse()
	run := func() error { return train(*games, *seed, *out) }
	if *only {
		run = func() error { return checkGames(*games, *seed, *learned) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func train(games int, seed uint64, out string) error {
	samples, err := play(games, seed, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d games, %d positions\n", games, len(samples))
	net := value.Fit(samples, value.FitConfig{Seed: seed, Report: func(epoch int, err float64) {
		fmt.Fprintf(os.Stderr, "epoch %d: mean square error %.5f\n", epoch, err)
	}})
	file, err := net.AppendBinary(nil)
	if err != nil {
		return err
	}
	fmt.Printf("%x  %s\n", sha256.Sum256(file), out)
	return os.WriteFile(out, file, 0o644)
}

// checkGames plays fresh games and checks the built-in weights.
func checkGames(games int, seed uint64, learned bool) error {
	net, err := value.Standard()
	if err != nil {
		return err
	}
	guessBy := net
	if !learned {
		guessBy = nil
	}
	samples, err := play(games, seed, guessBy)
	if err == nil {
		check(os.Stdout, net, samples)
	}
	return err
}
