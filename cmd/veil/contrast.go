// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
)

// contrast says why one of two cells wins more often than the other: which event costs
// the worse one most. Both winning chances are exact, and differ.
type contrast struct {
	better, worse cellStory
	event         int // the number that makes the difference, or hitsMine
	win           *winning
}

// hitsMine is the event that a cell is a mine.
const hitsMine = -1

// newContrast compares two cells; nil if there is nothing exact to compare.
func newContrast(an *analysis, open []cellStory) *contrast {
	if len(open) != 2 || an.opening {
		return nil
	}
	first, _ := an.win.of(open[0].cell)
	second, _ := an.win.of(open[1].cell)
	if first.Badge() != veil.Exact || second.Badge() != veil.Exact || sameValue(first, second) {
		return nil
	}
	c := &contrast{better: open[0], worse: open[1], event: hitsMine, win: &an.win}
	if chanceOf(first).compare(chanceOf(second)) < 0 {
		c.better, c.worse = c.worse, c.better
	}
	for shows := range 9 {
		if c.costs(shows).Cmp(c.costs(c.event)) > 0 {
			c.event = shows
		}
	}
	return c
}

// costs is how much more often the worse cell is lost after an event than the better
// one, as a share of the layouts.
func (c *contrast) costs(event int) *big.Rat {
	return new(big.Rat).Sub(c.lost(c.worse, event), c.lost(c.better, event))
}

// lost is the chance that the event happens and the game is lost.
func (c *contrast) lost(s cellStory, event int) *big.Rat {
	if event == hitsMine {
		return new(big.Rat).SetFrac(s.risk.num, s.risk.den)
	}
	count := s.showing(event)
	then, ok := c.win.then(s.cell, event)
	if !ok || then.Badge() != veil.Exact || count.Sign() == 0 {
		return new(big.Rat)
	}
	num, den := then.Fraction()
	lost := new(big.Rat).SetFrac(new(big.Int).Sub(den, num), den)
	return lost.Mul(lost, new(big.Rat).SetFrac(count, s.risk.den))
}

// marks reports whether a row of the table is the one that makes the difference.
func (c *contrast) marks(event int) bool { return c != nil && c.event == event }

// sentence tells the difference in words.
func (c *contrast) sentence() string {
	worse, better := c.worse.risk, c.better.risk
	if c.event == hitsMine {
		return fmt.Sprintf("%s is a mine more often (%s%% against %s%%), and nothing it shows makes up for that.",
			c.worse.name, worse.percent(1), better.percent(1))
	}
	then, _ := c.win.then(c.worse.cell, c.event)
	left := fmt.Sprintf("leaves a position won only %s%% of the time.", chanceOf(then).percent(1))
	answer := fmt.Sprintf("its likeliest answer (%d) ", c.event)
	if c.likeliest() != c.event {
		often := chance{c.worse.showing(c.event), worse.den}.percent(1)
		answer = fmt.Sprintf("showing %d (%s%% of the time) ", c.event, often)
	}
	if merit := c.merit(); merit != "" {
		return c.worse.name + " " + merit + ", but " + answer + left
	}
	return "The difference is at " + c.worse.name + ": " + answer + left
}

// merit is what speaks for the worse cell, if anything.
func (c *contrast) merit() string {
	worse, better := c.worse.risk, c.better.risk
	if worse.compare(better) < 0 {
		return fmt.Sprintf("is safer (%s%% risk against %s%%)", worse.percent(1), better.percent(1))
	}
	zeros := new(big.Rat).SetFrac(c.worse.showing(0), worse.den)
	others := new(big.Rat).SetFrac(c.better.showing(0), better.den)
	if others.Sign() == 0 || zeros.Cmp(others) <= 0 {
		return ""
	}
	times, _ := zeros.Quo(zeros, others).Float64()
	if words := timesWord(times); words != "" {
		return "opens a zero " + words + " as often"
	}
	return ""
}

// timesWord says how many times, if it is about twice or more.
func timesWord(times float64) string {
	whole := int(times + 0.5)
	switch {
	case whole < 2:
		return ""
	case whole == 2:
		return "twice"
	case whole == 3:
		return "three times"
	default:
		return fmt.Sprintf("%d times", whole)
	}
}

// likeliest is the number that the worse cell shows most often.
func (c *contrast) likeliest() int {
	numbers := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	return slices.MaxFunc(numbers, func(a, b int) int { return c.worse.showing(a).Cmp(c.worse.showing(b)) })
}
