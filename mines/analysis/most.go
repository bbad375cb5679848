// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"math"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
)

// What parts of an answer cost at most, in milliseconds on a slow core. TestMost compares the sums with what questions
// take.
const (
	perQuestion = 2.0
	perByte     = 1.0 / 1000 // of a text that is read and written
	perCell     = 1.0 / 500  // of a board that is counted
	perNode     = 1.0 / 250  // of the diagrams of counting
)

// readWhole is the longest text that is read to find out what its question costs.
const readWhole = 8 << 10

// mostForCheck bounds what it costs to check a position.
func (s *Service) mostForCheck(q api.MinesCheckQuestion) float64 {
	v, ok := s.small(q.Position)
	if !ok {
		return math.Inf(1)
	}
	return mostForCounting(v)
}

// mostForHint bounds what a hint costs. Where a guess is forced, the answer is a search.
func (s *Service) mostForHint(q api.MinesHintQuestion) float64 {
	v, ok := s.small(q.Position)
	if !ok || explain.HintLevel(q.Level) == explain.Answer {
		return math.Inf(1)
	}
	hidden := 0
	for _, mark := range v.Marks {
		if mark.IsHidden() {
			hidden++
		}
	}
	return mostForCounting(v) * float64(1+hidden) // each may need a reason, by tables like those of counting
}

// small reads a position, if that takes little.
func (s *Service) small(in api.Input) (mines.View, bool) {
	if len(in.Text) > readWhole {
		return mines.View{}, false
	}
	doc, err := s.read(in)
	return doc.View, err == nil
}

func mostForCounting(v mines.View) float64 {
	return perQuestion + perCell*float64(v.Cells()) + perNode*count.MostNodes(v)
}

// mostForDraw bounds what it costs to draw a board; nobody knows how many attempts one without a guess takes.
func mostForDraw(q api.MinesGenerateQuestion) float64 {
	rules, err := mines.ParseBoard(q.Size)
	switch {
	case err != nil:
		return perQuestion
	case q.NoGuess:
		return math.Inf(1)
	}
	return perQuestion + perCell*float64(rules.Cells())
}

// mostForConvert bounds what it costs to write a board in another format.
func mostForConvert(q api.MinesConvertQuestion) float64 {
	return perQuestion + perByte*float64(len(q.Input.Text))
}
