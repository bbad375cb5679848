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
	games := flag.Int("games", 100_000, "play so many `games`")
	seed := flag.Uint64("seed", 1, "of the games and of learning")
	out := flag.String("o", "domain/mines/value/weights.bin", "write the weights to this `file`")
	flag.Parse()
	if err := train(*games, *seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func train(games int, seed uint64, out string) error {
	samples, err := play(games, seed)
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
