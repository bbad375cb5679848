// SPDX-License-Identifier: BSD-3-Clause

package bot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/veilplan/veil/krieg"
)

// Sheet is a player's score sheet: everything the player has heard.
type Sheet struct {
	Turns []struct {
		Turn         int
		White, Black []Entry
	}
}

// Entry is one try and its announcements.
type Entry struct {
	Kind     string   `json:"kind"`
	Actor    string   `json:"actor"`
	Messages []string `json:"messages"`
	UCI      string   `json:"move_uci"`
	Question string   `json:"question_type"`
}

// Len returns the number of entries.
func (s *Sheet) Len() int {
	n := 0
	for _, t := range s.Turns {
		n += len(t.White) + len(t.Black)
	}
	return n
}

// Events returns the history of a side.
func (s *Sheet) Events(r krieg.Rules, me krieg.Color) ([]krieg.Event, error) {
	var events []krieg.Event
	for _, t := range s.Turns {
		for side, entries := range [2][]Entry{t.White, t.Black} {
			for _, entry := range entries {
				e, err := entry.event(r, krieg.Color(side), me)
				if err != nil {
					return events, fmt.Errorf("turn %d: %w", t.Turn, err)
				}
				events = append(events, e)
			}
		}
	}
	return events, nil
}

func (n *Entry) event(r krieg.Rules, by, me krieg.Color) (krieg.Event, error) {
	e := krieg.Event{By: by}
	asked := strings.EqualFold(n.Question, "ASK_ANY") || n.Kind == "ask_any"
	switch {
	case asked:
		e.Action = krieg.AskAny
	case by == me:
		var err error
		if e.Action, err = krieg.ParseAction(n.UCI); err != nil {
			return e, err
		}
	}
	for _, message := range n.Messages {
		if err := hear(&e.Heard, message, r, asked); err != nil {
			return e, err
		}
	}
	if asked == (e.Heard.Answer == krieg.Yes || e.Heard.Answer == krieg.No) {
		return e, fmt.Errorf("the answer %q is to another question", n.Messages)
	}
	return e, nil
}

// phrase is one wording of the site's referee.
type phrase struct {
	pattern *regexp.Regexp
	hear    func(p *krieg.Percept, r krieg.Rules, asked bool, found []string)
}

// phrases returns all wordings, matched without regard to case.
func phrases() []phrase {
	say := func(pattern string, hear func(p *krieg.Percept, r krieg.Rules, asked bool, found []string)) phrase {
		return phrase{regexp.MustCompile(`(?i)^(?:` + pattern + `)\.?$`), hear}
	}
	check := func(d krieg.Directions) func(*krieg.Percept, krieg.Rules, bool, []string) {
		return func(p *krieg.Percept, _ krieg.Rules, _ bool, _ []string) { p.Checks |= d }
	}
	result := func(result krieg.Result) func(*krieg.Percept, krieg.Rules, bool, []string) {
		return func(p *krieg.Percept, _ krieg.Rules, _ bool, _ []string) { p.Result = result }
	}
	nothing := func(*krieg.Percept, krieg.Rules, bool, []string) {}
	return []phrase{
		say(`move complete`, nothing),
		say(`illegal move`, func(p *krieg.Percept, _ krieg.Rules, _ bool, _ []string) { p.Answer = krieg.No }),
		say(`(capture done|pawn captured|piece captured)(?: at ([a-h][1-8]))(?:,? en passant)?`, hearCapture),
		say(`(has|no) pawn captures?`, hearAny),
		say(`(no|\d+) pawn (?:try|tries)`, hearTries),
		say(`pawn (?:try|tries)(?: from| at|:)? ((?:[a-h][1-8](?:, | )?)+)`, hearSquares),
		say(`(?:pawn )?promot(?:ion|ed)(?: announced)?`, func(p *krieg.Percept, r krieg.Rules, _ bool, _ []string) { p.Promotion = r.AnnouncePromotion }),
		say(`check on file`, check(1)), say(`check on rank`, check(2)), say(`check on long diagonal`, check(4)),
		say(`check on short diagonal`, check(8)), say(`check by knight`, check(16)), say(`double check`, nothing),
		say(`checkmate.*`, result(krieg.Mate)),
		say(`draw by stalemate|stalemate.*`, result(krieg.Stalemate)),
		say(`draw by insufficient material`, result(krieg.DeadDraw)),
	}
}

// hear adds the meaning of a message to a percept.
func hear(p *krieg.Percept, message string, r krieg.Rules, asked bool) error {
	for _, phrase := range phrases() {
		if found := phrase.pattern.FindStringSubmatch(strings.TrimSpace(message)); found != nil {
			phrase.hear(p, r, asked, found)
			return nil
		}
	}
	return fmt.Errorf("the message %q has no known meaning", message)
}

func hearCapture(p *krieg.Percept, r krieg.Rules, _ bool, found []string) {
	s := krieg.Square(found[2][1]-'1')*8 + krieg.Square(found[2][0]|0x20-'a')
	*p = p.WithCapture(s)
	switch kind := strings.ToLower(found[1]); {
	case r.CapturedClass && kind == "pawn captured":
		p.Captured = krieg.APawn
	case r.CapturedClass && kind == "piece captured":
		p.Captured = krieg.APiece
	}
	p.EnPassant = r.AnnounceEnPassant && strings.Contains(strings.ToLower(found[0]), "en passant")
}

func hearAny(p *krieg.Percept, r krieg.Rules, asked bool, found []string) {
	has := strings.EqualFold(found[1], "has")
	switch {
	case asked && has:
		p.Answer = krieg.AnyYes
	case asked:
		p.Answer = krieg.AnyNo
	case has && r.PawnTries == krieg.TriesWhether:
		p.Tries = 1
	}
}

func hearTries(p *krieg.Percept, r krieg.Rules, _ bool, found []string) {
	n, err := strconv.ParseUint(found[1], 10, 6)
	if err != nil || r.PawnTries != krieg.TriesCount {
		n = 0
	}
	p.Tries = n
}

func hearSquares(p *krieg.Percept, r krieg.Rules, _ bool, found []string) {
	if r.PawnTries != krieg.TriesSquares {
		return
	}
	for _, name := range regexp.MustCompile(`[a-h][1-8]`).FindAllString(strings.ToLower(found[1]), -1) {
		p.Tries |= 1 << (uint(name[1]-'1')*8 + uint(name[0]-'a'))
	}
}
