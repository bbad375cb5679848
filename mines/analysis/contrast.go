// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
)

// Contrast explains why one of two cells wins more often than the other: it names the event that
// costs the worse cell most. Both winning chances are exact, and differ.
type Contrast struct {
	better, worse Story
	event         int // the number that makes the difference, or HitsMine
	win           *Values
}

// HitsMine is the event that the opened cell is a mine.
const HitsMine = -1

// Contrast compares the cells that are not certain, if there are two; nil if there is
// nothing exact to compare.
func (e *Explanation) Contrast() *Contrast {
	open := slices.DeleteFunc(slices.Clone(e.Stories), func(s Story) bool { return s.Reason != nil })
	if len(open) != 2 || e.Of.Opening {
		return nil
	}
	first, _ := e.Of.Win.Of(open[0].Cell)
	second, _ := e.Of.Win.Of(open[1].Cell)
	if first.Badge() != veil.Exact || second.Badge() != veil.Exact {
		return nil
	}
	c := &Contrast{better: open[0], worse: open[1], event: HitsMine, win: &e.Of.Win}
	switch first.Compare(second) {
	case 0:
		return nil
	case -1:
		c.better, c.worse = c.worse, c.better
	}
	for shows := range 9 {
		if c.costs(shows).Cmp(c.costs(c.event)) > 0 {
			c.event = shows
		}
	}
	return c
}

// percent returns a share with one decimal, like every share of a sentence.
func percent(v *big.Rat) string { return veil.Percent(v.Num(), v.Denom(), 1) + "%" }

// costs returns how much more often the worse cell than the better one is lost after an event, as a
// share of the layouts.
func (c *Contrast) costs(event int) *big.Rat {
	return new(big.Rat).Sub(c.lost(&c.worse, event), c.lost(&c.better, event))
}

// lost returns the chance that the event happens and the game is lost.
func (c *Contrast) lost(s *Story, event int) *big.Rat {
	if event == HitsMine {
		return s.Risk.Rat()
	}
	then, ok := c.win.Then(s.Cell, event)
	if !ok || then.Badge() != veil.Exact {
		return new(big.Rat)
	}
	lost := new(big.Rat).Sub(big.NewRat(1, 1), then.Rat())
	return lost.Mul(lost, s.often(event))
}

// Showing returns the number of layouts in which the cell shows a number.
func (s *Story) Showing(number int) *big.Int {
	if s.Law == nil {
		return new(big.Int)
	}
	return s.Law[number]
}

// often returns the chance that the cell shows a number.
func (s *Story) often(number int) *big.Rat {
	_, layouts := s.Risk.Fraction()
	return new(big.Rat).SetFrac(s.Showing(number), layouts)
}

// Marks reports whether an event is the one that makes the difference.
func (c *Contrast) Marks(event int) bool { return c != nil && c.event == event }

// Sentence explains the difference in words.
func (c *Contrast) Sentence() string {
	if c == nil {
		return ""
	}
	if c.event == HitsMine {
		return fmt.Sprintf("%s is a mine more often (%s against %s), and nothing it shows makes up for that.",
			c.worse.Name, percent(c.worse.Risk.Rat()), percent(c.better.Risk.Rat()))
	}
	then, _ := c.win.Then(c.worse.Cell, c.event)
	left := fmt.Sprintf("leaves a position won only %s of the time.", percent(then.Rat()))
	answer := fmt.Sprintf("its likeliest answer (%d) ", c.event)
	if c.likeliest() != c.event {
		answer = fmt.Sprintf("showing %d (%s of the time) ", c.event, percent(c.worse.often(c.event)))
	}
	if merit := c.merit(); merit != "" {
		return c.worse.Name + " " + merit + ", but " + answer + left
	}
	return "The difference is at " + c.worse.Name + ": " + answer + left
}

// merit returns the phrase that names an advantage of the worse cell, "" if it has none.
func (c *Contrast) merit() string {
	worse, better := c.worse.Risk.Rat(), c.better.Risk.Rat()
	if worse.Cmp(better) < 0 {
		return fmt.Sprintf("is safer (%s risk against %s)", percent(worse), percent(better))
	}
	zeros, others := c.worse.often(0), c.better.often(0)
	if others.Sign() == 0 || zeros.Cmp(others) <= 0 {
		return ""
	}
	times, _ := zeros.Quo(zeros, others).Float64()
	if words := timesWord(times); words != "" {
		return "opens a zero " + words + " as often"
	}
	return ""
}

// timesWord returns how many times, in words, if the factor is about two or more.
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

// likeliest returns the number that the worse cell shows most often.
func (c *Contrast) likeliest() int {
	numbers := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	return slices.MaxFunc(numbers, func(a, b int) int { return c.worse.Showing(a).Cmp(c.worse.Showing(b)) })
}
