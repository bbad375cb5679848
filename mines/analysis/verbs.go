// SPDX-License-Identifier: BSD-3-Clause

package analysis

import "github.com/veilplan/veil/api"

// Verbs returns the questions about Minesweeper. A server looks up, prices and schedules an
// analysis.
func (s *Service) Verbs() api.Table {
	return append(api.Table{api.Prepared(s.analysis(), s.Prepare)}, s.simple()...)
}

// PageVerbs returns the same questions for the engine in a browser, which schedules nothing, and the proof of a board.
func (s *Service) PageVerbs() api.Table {
	return append(api.Table{s.analysis(), api.Answer(api.Verb{
		Name: "mines.prove", Operation: "prove", Class: api.Long, Summary: "Can this board be won without a guess?",
	}, s.Prove)}, s.simple()...)
}

func (s *Service) analysis() api.Verb {
	return api.Tells(api.Verb{
		Name: "mines.analysis", Operation: "analyse", Path: "/mines/analyses", Class: api.Long, ByHand: true, Summary: "Analyse a position",
	}, s.Analyse)
}

// simple returns the questions that are answered at once.
func (s *Service) simple() api.Table {
	return api.Table{
		api.Answer(api.Verb{
			Name: "mines.explanation", Operation: "explain", Path: "/mines/explanations", Class: api.Long, Summary: "Why cells are safe, mines, or risky",
		}, s.Explain),
		api.Priced(api.Answer(api.Verb{
			Name: "mines.hint", Operation: "hint", Path: "/mines/hints", Class: api.Long, Summary: "Help to find a safe cell",
		}, s.Hint), s.mostForHint),
		api.Priced(api.Answer(api.Verb{
			Name: "mines.check", Operation: "check", Path: "/mines/checks", Class: api.Long, Summary: "Can the board exist, and is a guess forced?",
		}, s.Check), s.mostForCheck),
		api.Tells(api.Verb{
			Name: "mines.review", Operation: "review", Path: "/mines/reviews", Class: api.Long, Summary: "Split a game into mistakes and luck",
		}, s.TellReview),
		api.Priced(api.Answer(api.Verb{
			Name: "mines.board", Operation: "draw", Path: "/mines/boards", Class: api.Long, Summary: "Draw a board from a seed",
		}, s.Draw), mostForDraw),
		api.Priced(api.Answer(api.Verb{
			Name: "mines.convert", Operation: "convert", Path: "/formats/convert", Class: api.Long, Summary: "Write a board in another format",
		}, s.Convert), mostForConvert),
	}
}
