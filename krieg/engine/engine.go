// SPDX-License-Identifier: BSD-3-Clause

// Package engine plays Kriegspiel. A [Player] plays one side: it hears the referee's announcements
// and chooses tries. It never sees the board: its only input is [krieg.Event]s.
//
// Its choices are a function of the rules, its side, the [Config] and its history: the same every
// time on any machine, unless its context ends.
package engine

import (
	"context"
	"errors"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// Config configures a player. The zero value plays at full strength.
type Config struct {
	// Level is the strength, from 1, a beginner, to 8; zero means 8.
	Level int
	// Boards is the number of boards carried over each hidden move; zero means the level's number,
	// and twice that under rules that do not announce whether a pawn or a piece was captured: there
	// few boards survive a capture.
	Boards int
	// Ahead is the number of best tries that are searched one move further, with replies of the
	// opponent; zero means the level's number. It takes ten times as long.
	Ahead int
	// Seed determines, together with the history, every random choice.
	Seed uint64
	// Start is the position the game starts from, known to both players; nil means the initial
	// position.
	Start *krieg.Position
	// Ending, if set, chooses the try against a bare king.
	Ending Ending
	// Search, if set, chooses where the player would follow its evaluation.
	Search Search
	// Numbers, if set, replace those of the level, see [NumbersOf].
	Numbers *Numbers
	// Without leaves out ingredients by name, see [Ingredients].
	Without []string
}

// Ending returns the try against a bare king, or false if it knows none.
type Ending func(Bare) (try krieg.Action, ok bool)

// Search returns a try, or false to leave the choice to the evaluation.
type Search func(context.Context, Turn) (try krieg.Move, ok bool, err error)

// Turn is a player's knowledge at its turn.
type Turn struct {
	Own krieg.OwnView
	// Events are all events that the player has heard.
	Events []krieg.Event
	Belief *cloud.Cloud
	// Boards are those on which the player judges its tries now.
	Boards []tactics.Board
	// Bonus is added to the value of a try by the evaluation.
	Bonus func(krieg.Move) float64
	// Seed is that of the player.
	Seed uint64
}

// Bare is a turn against a bare king.
type Bare struct {
	Rules krieg.Rules
	// Own is the board with only the player's men, the player to move.
	Own krieg.Position
	// Kings are the squares on which the king may be, without those that refusals in this turn
	// exclude.
	Kings uint64
	// Again returns how often the player's men had the placement that a try leads to.
	Again func(krieg.Move) int
}

// Thought is a player's choice for its turn, with the reasons.
type Thought struct {
	// Best is the action to try.
	Best krieg.Action
	// Source is the part of the player that chose it.
	Source Source
	// Candidates are all tries, the best first, with values estimated on the boards of the belief.
	// It is nil if the choice did not need them.
	Candidates []Candidate
	// Belief is the quality of the belief behind the choice.
	Belief cloud.Report
	// Kings are the squares on which a bare king may be, without omissions; 0 if the opponent has
	// more men.
	Kings uint64
}

// Candidate is a try and its estimated value.
type Candidate struct {
	Try krieg.Action
	// Value is the advantage of the try, if it is legal, over the average try on the boards that
	// allow it, in pawns.
	Value float64
	// Legal is the probability that the try is legal.
	Legal float64
}

// Source is the part of a player that chose a try.
type Source string

// The sources.
const (
	ByEvaluation Source = "evaluation" // the mean over boards
	BySearch     Source = "search"     // Config.Search
	ByProof      Source = "mate"       // mates on every board of the belief
	ByTable      Source = "table"      // the table of endings
	ByHunt       Source = "hunt"       // drives a bare king, when no table covers it
	ByGuess      Source = "guess"      // no board is known: the mean over boards that fit only the last events
	Only         Source = "only"       // there is no other try
)

// ErrOver reports a move requested out of turn or after the game.
var ErrOver = errors.New("it is not the player's turn, or the game is over")

// Player plays one side of a game. It is not safe for concurrent use.
type Player struct {
	cfg       Config
	n         Numbers
	without   []string // ingredients that are left out
	opponent  *tactics.Opponent
	own       krieg.OwnView
	cloud     *cloud.Cloud
	guess     *cloud.Cloud           // used while the sample is lost; nil if it is not
	past      cloud.Report           // repairs of earlier samples
	stood     map[krieg.Position]int // how often the player's men had this placement after a move
	last      []tactics.Board        // boards on which the last choice was judged
	heard     int                    // number of events
	events    []krieg.Event          // all of them, if they are searched with
	searches  int                    // choices that Config.Search was asked for
	declined  int                    // those that it left to the evaluation
	announced krieg.Percept          // announcement of the last move
	over      bool
}

// New returns a player with an empty history.
func New(rules krieg.Rules, me krieg.Color, cfg Config) (*Player, error) {
	p := &Player{cfg: cfg, stood: map[krieg.Position]int{}}
	if err := p.settle(); err != nil {
		return nil, err
	}
	if cfg.Boards == 0 && !rules.CapturedClass {
		p.n.Boards *= 2
	}
	start := krieg.NewHistory(rules, me).Start
	if cfg.Start != nil {
		start = *cfg.Start
	}
	c := cloud.Config{Boards: p.n.Boards, Seed: cfg.Seed, Effort: p.n.Effort, Refusals: p.n.Refusals}
	if !p.off("opponent") {
		c.Opponent = p.opponent
	}
	var err error
	p.cloud, err = cloud.New(rules, me, []krieg.Position{start}, c)
	p.own = krieg.NewOwnView(rules, me, start)
	return p, err
}

// Own returns the player's view: its own men, and its tries.
func (p *Player) Own() krieg.OwnView { return p.own }

// Belief returns the player's belief. It does not include the event that ends a game.
func (p *Player) Belief() *cloud.Cloud { return p.cloud }

// Searches returns how many choices Config.Search was asked for, and how many of them it left to the
// evaluation.
func (p *Player) Searches() (asked, declined int) { return p.searches, p.declined }

// Report returns the quality of the belief, and how often it was repaired in this game.
func (p *Player) Report() cloud.Report {
	r := p.cloud.Report()
	r.Deaths += p.past.Deaths
	r.Regrown += p.past.Regrown
	r.Mended += p.past.Mended
	return r
}

// Hear applies an event: an answer to the player's own try, or the announcement of the opponent's
// turn. An event that no referee could have announced is an error, and changes nothing.
func (p *Player) Hear(ctx context.Context, e krieg.Event) error {
	own, err := p.own.Hear(e)
	if err != nil {
		return err
	}
	next := p.cloud
	if e.Heard.Result == krieg.Running { // the end of the game needs no belief
		if next, err = p.cloud.Hear(ctx, e); err != nil && !errors.Is(err, cloud.ErrLost) {
			return err
		}
	}
	bared := own.Hidden() == 1 && p.own.Hidden() > 1
	p.own, p.cloud, p.over = own, next, e.Heard.Result != krieg.Running
	p.heard++
	if p.cfg.Search != nil {
		p.events = append(p.events, e)
	}
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
