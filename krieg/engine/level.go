// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg/tactics"
)

// Levels is the highest level.
const Levels = 8

// Level is the setting of one strength.
type Level struct {
	Boards    int      // carried over each hidden move
	Evaluated int      // boards on which every try is judged
	Ahead     int      // tries that are searched one move further
	Noise     float64  // standard deviation added to values, in pawns
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

// parts returns the ingredients that are not weights.
func parts() []string { return []string{"prover", "endings", "question", "opponent"} }

// Ingredients returns the names of everything that can be switched off in a player.
func Ingredients() []string { return append(tactics.Names(), parts()...) }

// off reports whether a part is left out.
func (p *Player) off(part string) bool { return slices.Contains(p.without, part) }

// settle reads the level and switches off the excluded ingredients.
func (p *Player) settle() error {
	if p.cfg.Level == 0 {
		p.cfg.Level = Levels
	}
	level, err := LevelOf(p.cfg.Level)
	if err != nil {
		return err
	}
	p.without = slices.Concat(level.Without, p.cfg.Without)
	if p.n, err = NumbersOf(p.cfg.Level); err != nil {
		return err
	}
	if p.cfg.Numbers != nil {
		p.n = *p.cfg.Numbers
	}
	p.n.Boards, p.n.Ahead = cmp.Or(p.cfg.Boards, p.n.Boards), cmp.Or(p.cfg.Ahead, p.n.Ahead)
	if err := p.n.check(); err != nil {
		return err
	}
	p.opponent = tactics.NewOpponent(p.n.Likes)
	for _, name := range p.without {
		if slices.Contains(parts(), name) {
			continue
		}
		if p.n.Weights, err = p.n.Without(name); err != nil {
			return fmt.Errorf("no ingredient %q; there are %s", name, strings.Join(Ingredients(), ", "))
		}
	}
	return nil
}
