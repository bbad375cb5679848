// SPDX-License-Identifier: BSD-3-Clause

// Package engine plays Kriegspiel. A [Player] plays one side: it hears what the referee says
// and chooses what to try. It never sees the board: all it is given is [krieg.Event]s.
//
// What it chooses is a function of the rules, its side, the [Config] and what it heard: the
// same every time on any machine, unless its context ends.
package engine

import (
	"context"
	"errors"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// Config says how a player plays. The zero value plays at full strength.
type Config struct {
	// Level is the strength, from 1, a beginner, to 8; zero means 8.
	Level int
	// Boards is how many boards are carried over each hidden move; zero means as many as
	// the level has, and twice as many under rules that do not say whether a pawn or a
	// piece was taken: there few boards survive a capture.
	Boards int
	// Ahead is how many of the best tries are looked at a move further, with replies of
	// the opponent; zero means as many as the level has. It takes ten times as long.
	Ahead int
	// Seed determines every random choice, together with what was heard.
	Seed uint64
	// Start is the position the game starts from, known to both players; nil means the
	// initial array.
	Start *krieg.Position
	// Ending, if set, knows what to try against a bare king.
	Ending Ending
	// Weights, if set, are the weights of the evaluation.
	Weights *tactics.Weights
	// Without leaves out ingredients by name, see [Ingredients].
	Without []string
}

// Ending knows what to try against a bare king, or returns false.
type Ending func(Bare) (try krieg.Action, ok bool)

// Bare is a turn against a bare king.
type Bare struct {
	Rules krieg.Rules
	// Own is the player's men, the player to move.
	Own krieg.Position
	// Kings are the squares on which the king may stand. What was refused in this turn has
	// already been taken from them.
	Kings uint64
	// Again is how often the player's men stood before as they would after a try.
	Again func(krieg.Move) int
}

// Thought is what a player thinks of its turn.
type Thought struct {
	// Best is what to try.
	Best krieg.Action
	// Source says what chose it.
	Source Source
	// Candidates are all tries, the best first. They are estimates, on the boards of the
	// belief. It is nil if the choice did not need them.
	Candidates []Candidate
	// Belief says how good the belief is that the choice rests on.
	Belief cloud.Report
	// Kings are the squares on which a bare king may stand, none impossible left out; 0
	// if the opponent has more men.
	Kings uint64
}

// Candidate is something to try and what is expected of it.
type Candidate struct {
	Try krieg.Action
	// Value is by how many pawns the try, if it is legal, is better than the average try
	// on the boards that allow it.
	Value float64
	// Legal is the probability that the try is legal.
	Legal float64
}

// Source is the part of a player that chose a try.
type Source string

// The sources.
const (
	ByEvaluation Source = "evaluation" // the mean over boards
	ByProof      Source = "mate"       // mates on every board of the belief
	ByTable      Source = "table"      // the table of endings
	ByHunt       Source = "hunt"       // drives a bare king, when no table knows how
	ByGuess      Source = "guess"      // no board is known: the mean over boards that fit only the last events
	Only         Source = "only"       // there is no other try
)

// ErrOver is the error of a player that is asked for a move it cannot make.
var ErrOver = errors.New("it is not the player's turn, or the game is over")

// Player plays one side of a game. It is not safe for concurrent use.
type Player struct {
	cfg       Config
	level     Level
	weights   tactics.Weights
	own       krieg.OwnView
	cloud     *cloud.Cloud
	guess     *cloud.Cloud           // what to go by when the cloud is lost; nil if it is not
	past      cloud.Report           // repairs of the clouds before this one
	stood     map[krieg.Position]int // how often the player's men stood like this after a move
	last      []tactics.Board        // on which the last choice was judged
	heard     int                    // events
	announced krieg.Percept          // of the last move
	over      bool
}

// New returns a player that has heard nothing.
func New(rules krieg.Rules, me krieg.Color, cfg Config) (*Player, error) {
	p := &Player{cfg: cfg, stood: map[krieg.Position]int{}}
	if err := p.settle(); err != nil {
		return nil, err
	}
	if cfg.Boards == 0 && !rules.CapturedClass {
		p.level.Boards *= 2
	}
	start := krieg.NewHistory(rules, me).Start
	if cfg.Start != nil {
		start = *cfg.Start
	}
	c := cloud.Config{Boards: p.level.Boards, Seed: cfg.Seed}
	if !p.off("opponent") {
		c.Opponent = tactics.Opponent{}
	}
	var err error
	p.cloud, err = cloud.New(rules, me, []krieg.Position{start}, c)
	p.own = krieg.NewOwnView(rules, me, start)
	return p, err
}

// Own returns what the player sees: its own men, and what it may try.
func (p *Player) Own() krieg.OwnView { return p.own }

// Belief returns what the player holds possible. It does not hear the event that ends a game.
func (p *Player) Belief() *cloud.Cloud { return p.cloud }

// Report says how good the belief is, and how often it was repaired in this game.
func (p *Player) Report() cloud.Report {
	r := p.cloud.Report()
	r.Deaths += p.past.Deaths
	r.Regrown += p.past.Regrown
	r.Mended += p.past.Mended
	return r
}

// Hear takes in an event: an answer to the player's own try, or what was announced of the
// opponent's turn. An event that no referee could have announced is an error, and changes
// nothing.
func (p *Player) Hear(ctx context.Context, e krieg.Event) error {
	own, err := p.own.Hear(e)
	if err != nil {
		return err
	}
	next := p.cloud
	if e.Heard.Result == krieg.Running { // the end teaches nothing that could still be used
		if next, err = p.cloud.Hear(ctx, e); err != nil && !errors.Is(err, cloud.ErrLost) {
			return err
		}
	}
	bared := own.Hidden() == 1 && p.own.Hidden() > 1
	p.own, p.cloud, p.over = own, next, e.Heard.Result != krieg.Running
	p.heard++
	if e.Heard.Answer == krieg.Yes {
		p.announced = e.Heard
	}
	if e.By == own.Me() && e.Heard.Answer == krieg.Yes {
		p.stood[own.Board()]++
	}
	if bared && !p.over {
		err = p.bare(e.Heard)
	} else {
		err = p.follow(ctx, e)
	}
	return err
}
