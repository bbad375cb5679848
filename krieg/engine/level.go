// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg/tactics"
)

// Levels is the highest level.
const Levels = 8

// Level is a strength.
type Level struct {
	Boards    int      // carried over each hidden move
	Evaluated int      // boards on which every try is judged
	Ahead     int      // tries that are looked at a move further
	Noise     float64  // of the judgement, in pawns
	Without   []string // ingredients that are left out
}

// LevelOf returns level n, from 1 to [Levels].
func LevelOf(n int) (Level, error) {
	levels := [Levels]Level{
		{Boards: 5, Evaluated: 5, Noise: 3, Without: []string{"prover", "endings", "threat"}},
		{Boards: 8, Evaluated: 8, Noise: 2, Without: []string{"prover"}},
		{Boards: 12, Evaluated: 12, Noise: 1.2, Without: []string{"prover"}},
		{Boards: 18, Evaluated: 18, Noise: 0.85, Without: []string{"prover"}},
		{Boards: 28, Evaluated: 28, Noise: 0.6},
		{Boards: 45, Evaluated: 45, Noise: 0.4},
		{Boards: 100, Evaluated: 70, Noise: 0.2},
		{Boards: 1000, Evaluated: 200},
	}
	if n < 1 || n > Levels {
		return Level{}, fmt.Errorf("level %d: want 1 to %d", n, Levels)
	}
	return levels[n-1], nil
}

// parts are the ingredients that are not weights.
func parts() []string { return []string{"prover", "endings", "question", "opponent"} }

// Ingredients returns the names of everything that can be left out of a mind.
func Ingredients() []string { return append(tactics.Names(), parts()...) }

// off reports whether a part is left out.
func (m *Mind) off(part string) bool {
	return slices.Contains(m.cfg.Without, part) || slices.Contains(m.level.Without, part)
}

// settle reads the level and leaves out what is to be left out.
func (m *Mind) settle() (err error) {
	if m.cfg.Level == 0 {
		m.cfg.Level = Levels
	}
	if m.level, err = LevelOf(m.cfg.Level); err != nil {
		return err
	}
	if m.cfg.Ahead < 0 || m.cfg.Boards < 0 {
		return fmt.Errorf("ahead %d, boards %d: want neither below 0", m.cfg.Ahead, m.cfg.Boards)
	}
	if m.cfg.Ahead > 0 {
		m.level.Ahead = m.cfg.Ahead
	}
	if m.cfg.Boards > 0 {
		m.level.Boards = m.cfg.Boards
	}
	if m.weights = tactics.Default(); m.cfg.Weights != nil {
		m.weights = *m.cfg.Weights
	}
	for _, name := range slices.Concat(m.level.Without, m.cfg.Without) {
		if slices.Contains(parts(), name) {
			continue
		}
		if m.weights, err = m.weights.Without(name); err != nil {
			return fmt.Errorf("no ingredient %q; there are %s", name, strings.Join(Ingredients(), ", "))
		}
	}
	return nil
}
