// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"math"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
)

// Upper bounds on the cost of parts of an answer, in milliseconds on a slow core. TestMost compares
// their sums with measured times.
const (
	perQuestion = 2.0
	perByte     = 1.0 / 1000 // of a text that is read and written
	perCell     = 1.0 / 500  // of a board that is counted
	perNode     = 1.0 / 250  // of the diagrams of counting
)

// readWhole is the longest text, in bytes, that is parsed just to price its question.
const readWhole = 8 << 10

// mostForCheck returns an upper bound on the cost of checking a position.
func (s *Service) mostForCheck(q api.MinesCheckQuestion) float64 {
	v, ok := s.small(q.Position)
	if !ok {
		return math.Inf(1)
	}
	return mostForCounting(v)
}

// mostForHint returns an upper bound on the cost of a hint. Where a guess is forced, the answer is
// a search.
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

// small reads a position if its text is short enough to be read twice.
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

// mostForDraw returns an upper bound on the cost of drawing a board. It is infinite for a board
// without a guess: the number of attempts has no bound.
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

// mostForConvert returns an upper bound on the cost of writing a board in another format.
func mostForConvert(q api.MinesConvertQuestion) float64 {
	return perQuestion + perByte*float64(len(q.Input.Text))
}
