// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/play"
)

// maker makes an agent for the side whose history is h.
type maker func(h *krieg.History, r *rand.Rand) (tactics.Agent, error)

// seated returns a factory of agents as players at a table: they read the table's text as
// announcements.
func seated(make maker) play.Factory {
	return func(r *rand.Rand) (play.Player, error) { return &listener{make: make, r: r}, nil }
}

// listener passes the table's text to an agent.
type listener struct {
	make  maker
	r     *rand.Rand
	own   krieg.OwnView
	agent tactics.Agent
}

// Move returns the agent's choice.
func (l *listener) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	if l.agent == nil {
		if err := l.sit(ctx, seat); err != nil {
			return play.Move{}, err
		}
	}
	a, err := l.agent.Choose(ctx)
	return play.Move{Action: a.String(), Cut: ctx.Err() != nil}, err
}

// sit makes the agent at its first move.
func (l *listener) sit(ctx context.Context, seat play.Seat) error {
	text, err := seat.View()
	if err != nil {
		return err
	}
	var view table.View
	if err := json.Unmarshal(text, &view); err != nil {
		return err
	}
	h, err := krieg.ParseLog(view.Log)
	if err != nil {
		return err
	}
	l.own = krieg.NewOwnView(h.Rules, h.Me, h.Start)
	if l.agent, err = l.make(&h, l.r); err != nil {
		return err
	}
	for _, e := range h.Events {
		if err := l.hear(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

func (l *listener) hear(ctx context.Context, e krieg.Event) (err error) {
	if l.own, err = l.own.Hear(e); err != nil {
		return err
	}
	return l.agent.Hear(ctx, e)
}

// Hear passes the announcement after an action to the agent.
func (l *listener) Hear(_, seen string) error {
	for line := range strings.SplitSeq(seen, table.Separator) {
		e, err := l.own.ReadLine(line)
		if err != nil {
			return err
		}
		if err := l.hear(context.Background(), e); err != nil {
			return err
		}
	}
	return nil
}

// engineAgent adapts the engine to an agent.
type engineAgent struct{ *engine.Player }

// Choose returns the best try.
func (m engineAgent) Choose(ctx context.Context) (krieg.Action, error) {
	t, err := m.Player.Choose(ctx)
	return t.Best, err
}
