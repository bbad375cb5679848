// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
)

// Two players and a referee: each player hears what the referee says to its side and chooses its next try.
func Example() {
	rules, game := krieg.Berkeley(), referee.NewGame(krieg.Berkeley(), chess.Start())
	players := map[krieg.Color]*engine.Player{}
	for _, side := range []krieg.Color{krieg.White, krieg.Black} {
		player, err := engine.New(rules, side, engine.Config{Level: 2, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		players[side] = player
	}
	for range 8 {
		thought, err := players[game.ToMove()].Choose(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		event := krieg.Event{By: game.ToMove(), Action: thought.Best}
		event.Heard = game.Try(thought.Best)
		for side, player := range players {
			if err := player.Hear(context.Background(), event.HeardBy(side)); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	history := game.History()
	fmt.Print(history.Log())
	// Output:
	// ruleset berkeley
	// W e2e4 yes
	// B h7h6 yes
	// W e1e2 yes
	// B h8h7 yes
	// W c2c3 yes
	// B g8f6 yes
	// W a2a4 yes
	// B f6h5 yes
}

// A player that captured on d5 weighs its tries by the boards that fit. The candidates show what it expects of each.
func ExamplePlayer_Choose() {
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\nW e4d5 yes takes d5\nB moved\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	player, err := engine.New(h.Rules, krieg.White, engine.Config{Level: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range h.Events {
		if err := player.Hear(context.Background(), e); err != nil {
			fmt.Println(err)
			return
		}
	}
	thought, err := player.Choose(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	best := thought.Candidates[0]
	fmt.Printf("%v by %s, legal with %.2f\n", best.Try, thought.Source, best.Legal)
	// Output:
	// d5c6 by evaluation, legal with 0.17
}
