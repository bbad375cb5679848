// SPDX-License-Identifier: BSD-3-Clause

// Package train learns the value network that veil's Minesweeper players guess by, and writes its
// weights. The same flags give the same bytes, on any number of processors.
//
//	veil-dev train
//	veil-dev train -rank 10000 -seed 70200
package train

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/veilplan/veil/mines/network"
)

const rankerFile = "mines/heuristic/ranker.bin"

// Command defines the flags and returns the function that learns and writes the weights, or checks
// the built-in ones. Its log shows how learning proceeds.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	quick := flags.Int("quick", 200_000, "number of `games` by the lowest risk, with exploration, to learn from")
	own := flags.Int("own", 60_000, "number of `games` by the resulting network, to learn from next")
	seed := flags.Uint64("seed", 1, "of the games and of learning")
	file := flags.String("o", "mines/network/weights.bin", "write the weights to this `file`")
	only := flags.Int("check", 0, "only check the calibration of the built-in weights in this number of `games`")
	ties := flags.Int("ties", 0, "only compare guesses of similar value in this number of `games`")
	rank := flags.Int("rank", 0, "only learn to rank guesses of similar value from this number of `games`, and write "+rankerFile)
	return func(_ context.Context, out, log io.Writer) error {
		switch {
		case *only > 0:
			return checkGames(out, *only, *seed)
		case *ties > 0:
			return tieGames(out, *ties, *seed)
		case *rank > 0:
			return printer{out, log}.rank(*rank, *seed, rankerFile)
		default:
			return printer{out, log}.train(*quick, *own, *seed, *file)
		}
	}
}

// printer contains the writers for the result and for the progress.
type printer struct{ out, log io.Writer }

// small is the largest position, in layouts, that is solved instead of played.
const small = 300

// train learns a network from games by the lowest risk, and then from its own games: it predicts
// its own winning rate.
func (w printer) train(quick, own int, seed uint64, out string) error {
	net, err := w.learn(nil, quick, seed, style{exact: small}, network.FitConfig{Seed: seed})
	if err != nil {
		return err
	}
	net, err = w.learn(net, own, seed+1, byItself(net), network.FitConfig{Seed: seed + 1, Rate: 0.0002})
	if err != nil {
		return err
	}
	file, err := net.AppendBinary(nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(w.out, "%x  %s\n", sha256.Sum256(file), out)
	return os.WriteFile(out, file, 0o644)
}

// byItself returns the style of a network in the games that it learns from: with one guess of
// lookahead, like the players whose chances it predicts.
func byItself(net *network.Network) style {
	return style{net: net, few: true, stray: true, exact: small, ahead: true}
}

// learn plays games and learns from their positions.
func (w printer) learn(from *network.Network, games int, seed uint64, by style, cfg network.FitConfig) (*network.Network, error) {
	played, err := play(games, seed, by)
	if err != nil {
		return nil, err
	}
	samples := positions(played)
	fmt.Fprintf(w.log, "%d games, %d positions\n", games, len(samples))
	cfg.From = from
	cfg.Report = func(epoch int, err float64) { fmt.Fprintf(w.log, "epoch %d: mean square error %.5f\n", epoch, err) }
	return network.Fit(samples, cfg), nil
}

// checkGames plays fresh games as the player fast does, and checks the built-in weights.
func checkGames(w io.Writer, games int, seed uint64) error {
	net, err := network.Standard()
	if err != nil {
		return err
	}
	played, err := play(games, seed, style{net: net, exact: 10_000, ahead: true})
	if err != nil {
		return err
	}
	return check(w, net, played)
}
