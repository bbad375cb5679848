// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/play"
)

// policy is a player that is asked for single guesses.
type policy struct {
	name    string
	matches []play.Match // by board
	cpu     time.Duration
	asked   int
}

// newPolicy finds a player by its name, optionally followed by parameters.
func newPolicy(text string) (*policy, error) {
	p := &policy{name: text}
	name, params, _ := strings.Cut(text, " ")
	for _, b := range boards() {
		rules, err := json.Marshal(map[string]string{
			"board": fmt.Sprintf("%dx%d/%d", b.rules.Width, b.rules.Height, b.rules.Mines), "first": b.rules.First.String(),
		})
		if err != nil {
			return nil, err
		}
		m, _, err := catalog.All().Match(play.Setup{Domain: "mines", Rules: rules, Player: name, Params: json.RawMessage(params)})
		if err != nil {
			return nil, err
		}
		p.matches = append(p.matches, m)
	}
	return p, nil
}

// choose returns the player's guess in a position. Its random source depends on the position only.
func (p *policy) choose(ctx context.Context, at *position) (c mines.Cell, err error) {
	before := rusage.CPU()
	defer func() { p.cpu, p.asked = p.cpu+rusage.CPU()-before, p.asked+1 }()
	player, err := p.matches[at.board].Player(play.PlayerRand(layoutSeed, at.stream()))
	if err != nil {
		return 0, err
	}
	if closer, ok := player.(io.Closer); ok {
		defer func() { err = errors.Join(err, closer.Close()) }()
	}
	rules := boards()[at.board].rules
	for c, m := range at.marks {
		if m.IsNumber() {
			if err := player.Hear(rules.Name(mines.Cell(c)), mines.Reading(m).String()); err != nil {
				return 0, err
			}
		}
	}
	move, err := player.Move(ctx, still{at})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", p.name, err)
	}
	c, err = rules.ParseCell(move.Action)
	if err == nil && !at.marks[c].IsHidden() {
		err = fmt.Errorf("%s opened %s again", p.name, move.Action)
	}
	return c, err
}

// still is the seat of a player in a position.
type still struct{ at *position }

func (s still) AppendActions(dst []string) []string {
	rules := boards()[s.at.board].rules
	for c, m := range s.at.marks {
		if m.IsHidden() {
			dst = append(dst, rules.Name(mines.Cell(c)))
		}
	}
	return dst
}

func (s still) View() (json.RawMessage, error) { return json.Marshal(s.at.line()) }
