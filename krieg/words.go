// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/krieg/chess"
)

// parseAnswer reads the referee's answer; skip is true for nonsense, which is not recorded.
func (e *Event) parseAnswer(words []string, r Rules) (skip bool, err error) {
	if len(words) == 0 {
		return false, fmt.Errorf("what was the answer to %v? write yes or no", e.Action)
	}
	if words[0] == "any?" {
		return false, e.parseAny(words[1:])
	}
	switch words[0] {
	case "no", "nonsense":
		if len(words) > 1 {
			return false, fmt.Errorf("unexpected %q after %q", words[1], words[0])
		}
		e.Heard.Answer = No
		return words[0] == "nonsense", nil
	case "yes", "moved":
		words = words[1:]
	default:
		if e.Action != Wait {
			return false, fmt.Errorf("unexpected %q; the answer to a try is yes or no", words[0])
		}
	}
	return false, e.Heard.parseFacts(words, r)
}

// ParsePercept reads the output of [Percept.Describe] under the same rules.
func ParsePercept(text string, r Rules) (Percept, error) {
	e := Event{Action: AskAny} // any action but Wait: the answer then begins with yes or no
	skip, err := e.parseAnswer(strings.Fields(text), r)
	if skip {
		e.Heard.Answer = Nonsense
	}
	return e.Heard, err
}

func (e *Event) parseAny(words []string) error {
	if len(words) != 1 || words[0] != "yes" && words[0] != "no" {
		return errors.New("the answer to any? is yes or no")
	}
	e.Action = AskAny
	e.Heard.Answer = AnyYes
	if words[0] == "no" {
		e.Heard.Answer = AnyNo
	}
	return nil
}

// ParsePercept reads the output of [Percept.Describe] under rules r.
func (r Rules) ParsePercept(s string) (Percept, error) {
	words := strings.Fields(s)
	e := Event{Action: Action(1)} // any move: facts must follow a yes
	if len(words) == 1 && words[0] == "nonsense" {
		return Percept{Answer: Nonsense}, nil
	}
	_, err := e.parseAnswer(words, r)
	return e.Heard, err
}

// ParseAction reads a move in coordinates, "any?" or "wait".
func ParseAction(s string) (Action, error) {
	switch s {
	case AskAny.String():
		return AskAny, nil
	case Wait.String():
		return Wait, nil
	default:
		m, err := chess.ParseMove(s)
		return Action(m), err
	}
}

// parseFacts reads the announcements besides the fact that a move was made.
func (p *Percept) parseFacts(words []string, r Rules) error {
	for len(words) > 0 {
		n, err := p.parseFact(words, r)
		if err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

// parseFact reads one fact and returns the number of words it consumed.
func (p *Percept) parseFact(words []string, r Rules) (int, error) {
	next := ""
	if len(words) > 1 {
		next = words[1]
	}
	switch words[0] {
	case "takes":
		s, err := chess.ParseSquare(next)
		*p = p.WithCapture(s)
		return 2, err
	case "pawn", "piece":
		p.Captured = parseClass(words[0])
	case "by":
		p.Capturer = parseClass(next)
		if p.Capturer == NoClass {
			return 0, fmt.Errorf("taken by %q; write pawn or piece", next)
		}
		return 2, nil
	case "ep":
		p.EnPassant = true
	case "promotes":
		p.Promotion = true
	case "check":
		n := p.parseChecks(words[1:])
		if n == 0 {
			return 0, errors.New("check from where? write file, rank, long, short or knight")
		}
		return 1 + n, nil
	case "tries":
		return 2, p.parseTries(next, r)
	case "mate", "stalemate", "draw", "material":
		p.Result = parseResult(words[0])
	default:
		return 0, fmt.Errorf("unexpected %q", words[0])
	}
	return 1, nil
}

func parseClass(s string) Class {
	switch s {
	case "pawn":
		return APawn
	case "piece":
		return APiece
	default:
		return NoClass
	}
}

func parseResult(s string) Result {
	for r := Mate; r <= MaterialWin; r++ {
		if r.String() == s {
			return r
		}
	}
	return Running
}

func (p *Percept) parseChecks(words []string) int {
	for n, w := range words {
		d := Directions(1)
		for d.String() != w {
			if d <<= 1; d > chess.ByKnight {
				return n
			}
		}
		p.Checks |= d
	}
	return len(words)
}

func (p *Percept) parseTries(s string, r Rules) error {
	switch r.PawnTries {
	case TriesWhether:
		if s != "yes" && s != "no" {
			return fmt.Errorf("tries %q; %v rules say yes or no", s, r)
		}
		if s == "yes" {
			p.Tries = 1
		}
	case TriesSquares:
		if s == "none" {
			return nil
		}
		for name := range strings.SplitSeq(s, ",") {
			sq, err := chess.ParseSquare(name)
			if err != nil {
				return err
			}
			p.Tries |= sq.Bit()
		}
	case TriesCount:
		n, err := strconv.ParseUint(s, 10, 5)
		if err != nil {
			return fmt.Errorf("tries %q is not a number", s)
		}
		p.Tries = n
	default:
		return fmt.Errorf("%v rules announce no pawn tries", r)
	}
	return nil
}
