// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
)

// estimatedRow returns the columns of a turn that is estimated: the winning chance after the move
// and before it, the move of veil's play, and the cost.
func estimatedRow(action string, gauge *api.MinesGauge) (played, best, name, given string) {
	if gauge.Value != nil {
		value := *gauge.Value.Win
		if gauge.Cost != nil {
			played = fmt.Sprintf("%.1f%%", 100*max(0, value-gauge.Cost.By))
		}
		best = fmt.Sprintf("%5.1f%%", 100*value)
	}
	switch {
	case slices.Contains(gauge.Best, action), gauge.Cost != nil && gauge.Cost.Kind == "exact" && gauge.Cost.By == 0:
		best = " ="
	case len(gauge.Best) > 0:
		name = gauge.Best[0]
	}
	if gauge.Cost != nil && gauge.Cost.Kind == "estimate" {
		given = inPoints(*gauge.Cost)
	}
	return played, best, name, given
}

// inPoints prints a change in points of winning chance, with its error.
func inPoints(c api.Change) string {
	if c.Kind == "exact" {
		return fmt.Sprintf("%.1f", 100*c.By)
	}
	return fmt.Sprintf("%.1f ±%.1f", 100*c.By, math.Ceil(10*100*(c.CI95[1]-c.By))/10)
}

// luckWords prints luck with its sign and name.
func luckWords(c api.Change) string {
	if c.By >= 0 {
		return "+ " + inPoints(c) + " luck"
	}
	c.By = -c.By
	if c.CI95 != nil {
		c.CI95 = []float64{-c.CI95[1], -c.CI95[0]}
	}
	return "- " + inPoints(c) + " bad luck"
}

// reckoning prints the sources of the result by estimates, and the time spent on certain moves.
func (g *gameReview) reckoning(p *text.Page) {
	doc := g.Review.Document(false)
	if e := doc.Estimate; e != nil {
		p.Line("estimate %s start  - %s mistakes  %s%s  =  %s (parts off by %s)", inPoints(e.Start), inPoints(e.Cost),
			luckWords(e.Luck), g.gainWords(e.Gain), inPoints(e.Result), inPoints(e.Off))
		p.Line("%s", g.lesson(e))
	}
	if doc.Time != nil {
		p.Line("time     %.1f s, of it %.1f s on moves that were certain", doc.Time.Seconds, doc.Time.Certain)
	}
}

// gainWords prints how much better best play is than veil's play where exact values begin, if it is.
func (g *gameReview) gainWords(gain *api.Change) string {
	if gain == nil {
		return ""
	}
	return fmt.Sprintf("  + %s best play from move %d", inPoints(*gain), g.Exact+1)
}

// lesson returns the conclusion from the estimates in one sentence.
func (g *gameReview) lesson(e *api.MinesReckoning) string {
	forgiven, list := 0, g.mistakes()
	for _, i := range list {
		if g.Turns[i].Saw >= 0 {
			forgiven++
		}
	}
	fate := fateWords(e.Luck)
	if len(list) == 0 {
		return fate + "; no move was a mistake."
	}
	return fmt.Sprintf("%s; %s, of which luck forgave %d. All moves gave away %s points.", fate, text.Plural(len(list), "mistake"), forgiven, inPoints(e.Cost))
}

// fateWords returns what the interval of luck allows to say about it.
func fateWords(luck api.Change) string {
	const little = 0.05
	lo, hi := luck.By, luck.By
	if luck.CI95 != nil {
		lo, hi = luck.CI95[0], luck.CI95[1]
	}
	switch {
	case lo > -little && hi < little:
		return "Luck made little difference"
	case lo > 0:
		return "You were lucky overall"
	case hi < 0:
		return "You were unlucky overall"
	default:
		return "Luck may have helped or hurt"
	}
}
