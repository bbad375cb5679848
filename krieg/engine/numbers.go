// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"errors"
	"fmt"
	"math"

	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// Numbers are all numbers that a player's choices depend on. Experiments set them by the names in
// their JSON form.
type Numbers struct {
	// Boards is the number of boards carried over each hidden move, Evaluated the number on which
	// every try is judged, and Ahead the number of tries searched one move further. Noise is the
	// standard deviation of what is added to values, in pawns.
	Boards    int     `json:"boards"`
	Evaluated int     `json:"evaluated"`
	Ahead     int     `json:"ahead"`
	Noise     float64 `json:"noise"`

	tactics.Weights
	tactics.Scope
	tactics.Likes
	cloud.Effort
	Proof
	Guess

	// Refusals is the weight of an illegal try of the opponent against a legal one, where refusals are
	// announced; 0 ignores how likely they are.
	Refusals float64 `json:"refusals"`
	// AskFrom and AskUntil are the chances of a yes between which the player asks "Are there any?".
	AskFrom  float64 `json:"ask_from"`
	AskUntil float64 `json:"ask_until"`
	// Stalling is the penalty, in pawns, of a try that may stalemate an opponent with at most FewMen
	// men, and Hunted multiplies the penalty of repetitions when a bare king is hunted.
	Stalling float64 `json:"stalling"`
	FewMen   int     `json:"few_men"`
	Hunted   float64 `json:"hunted"`
}

// Proof bounds the search for a mate in two moves.
type Proof struct {
	ProveStates int64 `json:"prove_states"`
	ProveBoards int   `json:"prove_boards"`
	// ProveKings is the number of squares of a bare king up to which a proof is tried before the
	// tables.
	ProveKings int `json:"prove_kings"`
}

// Guess sets how boards are invented while none is known. Below GuessFew more are made, each in
// GuessAttempts attempts.
type Guess struct {
	GuessBoards   int `json:"guess_boards"`
	GuessFew      int `json:"guess_few"`
	GuessAttempts int `json:"guess_attempts"`
}

// NumbersOf returns the numbers of a level.
func NumbersOf(level int) (Numbers, error) {
	l, err := LevelOf(level)
	weights := tactics.Lower()
	if level == Levels {
		weights = tactics.Default()
	}
	return Numbers{
		Boards: l.Boards, Evaluated: l.Evaluated, Ahead: l.Ahead, Noise: l.Noise,
		Weights: weights, Scope: tactics.DefaultScope(), Likes: tactics.DefaultLikes(), Effort: cloud.DefaultEffort(),
		Proof:   Proof{ProveStates: 20_000, ProveBoards: 300, ProveKings: 8},
		Guess:   Guess{GuessBoards: 1000, GuessFew: 30, GuessAttempts: 20},
		AskFrom: 0.5, AskUntil: 0.999, Stalling: 1, FewMen: 3, Hunted: 4,
	}, err
}

// mostNumber bounds a count: more takes too long for any game.
const mostNumber = 1_000_000

// check reports numbers that make no sense.
func (n *Numbers) check() error {
	counts := []int{
		n.Evaluated, n.FearBoards, n.AheadBoards, n.Replies, n.Glance, n.Promising, int(n.ProveStates), n.ProveBoards, n.ProveKings,
		n.GuessBoards, n.GuessFew, n.GuessAttempts,
	}
	for _, c := range counts {
		if c < 1 || c > mostNumber {
			return fmt.Errorf("a number of the player is %d: want 1 to %d", c, mostNumber)
		}
	}
	switch {
	case n.Ahead < 0 || n.Boards < 0:
		return fmt.Errorf("ahead %d, boards %d: want neither below 0", n.Ahead, n.Boards)
	case n.First < 0 || n.Fears < 0 || n.FewMen < 0:
		return fmt.Errorf("first %d, fears %d, few_men %d: want none below 0", n.First, n.Fears, n.FewMen)
	case n.First > 0 && n.Chosen < 1:
		return fmt.Errorf("chosen %d: want 1 or more", n.Chosen)
	case !(n.Refusals >= 0 && n.Refusals <= 100):
		return fmt.Errorf("refusals %v: want 0 to 100", n.Refusals)
	case n.likes() != nil:
		return n.likes()
	}
	return nil
}

// likes reports factors that are no factors: the weights of moves must be positive and finite.
func (n *Numbers) likes() error {
	l := n.Likes
	for _, f := range []float64{
		l.TakeUp, l.TakeDown, l.Retake, l.Queen, l.Other, l.Leave, l.Again, l.Back, l.PawnHit, l.Step,
		l.Knights, l.Bishops, l.Rooks, l.Queens, l.Kings,
	} {
		if !(f >= 1e-6 && f <= 1e6) {
			return fmt.Errorf("a factor of the model of the opponent is %v: want 0.000001 to 1000000", f)
		}
	}
	if math.IsNaN(n.Noise) || n.Noise < 0 {
		return errors.New("noise: want 0 or more")
	}
	return nil
}
