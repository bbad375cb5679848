// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
)

const expPlayersLong = `players lists the domains with their rules, and the players of each with their parameters;
the values shown are the defaults. Besides, every domain has the methods that "veil methods"
lists for it, and a player can be another program: exec:python3 mine.py
(docs/guides/exec-players.md).`

func newExpPlayers(a *app) *cobra.Command {
	cmd := frame.Verb("players [DOMAIN]", "list domains, players and their parameters", expPlayersLong,
		"veil exp players", "veil exp players "+a.trial.Domain)
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		domains, err := a.chosen(args)
		if err != nil {
			return err
		}
		ans, err := listPlayers(domains)
		if err != nil {
			return err
		}
		return a.Emit(ans)
	}
	return cmd
}

// chosen returns the domain that the argument names, or all of them.
func (a *app) chosen(args []string) (play.Domains, error) {
	if len(args) == 0 {
		return a.domains, nil
	}
	d, err := a.domains.Domain(args[0])
	if err != nil {
		return nil, frame.Usage(err.Error())
	}
	return play.Domains{d}, nil
}

// playerList is the answer of exp players.
type playerList struct {
	Schema  string          `json:"schema"`
	Domains []domainListing `json:"domains"`
}

type domainListing struct {
	Name    string          `json:"domain"`
	About   string          `json:"about"`
	Rules   json.RawMessage `json:"rules"`
	Players []playerListing `json:"players"`
}

type playerListing struct {
	Name   string          `json:"player"`
	About  string          `json:"about"`
	Params json.RawMessage `json:"params"`
}

// listPlayers opens every domain with its default rules.
func listPlayers(domains play.Domains) (*playerList, error) {
	list := &playerList{Schema: "exp.players/1"}
	for _, d := range domains {
		opened, err := d.Open(nil)
		if err != nil {
			return nil, err
		}
		listing := domainListing{Name: d.Name, About: d.About}
		if listing.Rules, err = json.Marshal(opened.Rules); err != nil {
			return nil, err
		}
		for _, p := range opened.Players {
			_, params, err := p.New(play.Access{}, nil)
			if err != nil && p.Needs == "" {
				return nil, err
			}
			text, err := json.Marshal(params)
			if err != nil {
				return nil, err
			}
			listing.Players = append(listing.Players, playerListing{p.Name, p.About, text})
		}
		list.Domains = append(list.Domains, listing)
	}
	return list, nil
}

func (l *playerList) Text(p *text.Page) {
	for i, d := range l.Domains {
		if i > 0 {
			p.Line("")
		}
		p.Line("%s: %s", d.Name, d.About)
		p.Line("  rules %s", d.Rules)
		for _, player := range d.Players {
			p.Line("  %-13s %s", player.Name, player.About)
			if string(player.Params) != "{}" {
				p.Line("  %-13s %s", "", player.Params)
			}
		}
	}
}

func (l *playerList) Rows() [][]string {
	rows := [][]string{{"domain", "rules", "player", "params"}}
	for _, d := range l.Domains {
		for _, p := range d.Players {
			rows = append(rows, []string{d.Name, string(d.Rules), p.Name, string(p.Params)})
		}
	}
	return rows
}

func (l *playerList) Document() any { return l }
