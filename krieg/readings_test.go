// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

// heardLines returns what White hears of a random game, line by line.
func heardLines(t *testing.T, seed uint64, turns int) (head string, lines []string) {
	t.Helper()
	rules, err := krieg.RulesNamed("berkeley")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	g := referee.NewGame(rules, chess.Start())
	for moves := 0; moves < turns && !g.Over(); {
		s := g.State()
		var l chess.Moves
		s.Pos.Legal(&l)
		if g.ToMove() == krieg.White && r.IntN(3) == 0 {
			rules.Tries(&s, &l)
		}
		if g.Try(krieg.Action(l.Slice()[r.IntN(l.Len())])).Answer == krieg.Yes {
			moves++
		}
	}
	full := g.History()
	h := full.Filter(krieg.White)
	all := strings.SplitAfter(strings.TrimSpace(h.Log()), "\n")
	for len(all) > 0 && !strings.HasPrefix(all[0], "W ") {
		head, all = head+all[0], all[1:]
	}
	return head, all
}

// TestTrailChangesNothing: what is read of a history that grows, is taken back and takes another way is the same with a trail.
func TestTrailChangesNothing(t *testing.T) {
	for _, weigh := range []krieg.Weighting{"", krieg.ByRandomMoves} {
		for _, limits := range []krieg.Limits{{Boards: 300}, {Boards: 3000, Nodes: 9000}} {
			head, lines := heardLines(t, 1, 14)
			_, others := heardLines(t, 2, 14)
			trail := new(krieg.Readings)
			read := func(lines []string) {
				t.Helper()
				text := head + strings.Join(lines, "")
				want, wantErr := krieg.Reader{Limits: limits, Weigh: weigh}.Read(context.Background(), text)
				got, err := krieg.Reader{Limits: limits, Weigh: weigh, Trail: trail}.Read(context.Background(), text)
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
					t.Fatalf("%q %v, %d lines: %v, without a trail %v\n%+v\n%+v", weigh, limits, len(lines), err, wantErr, got.Steps, want.Steps)
				}
			}
			for n := range lines {
				read(lines[:n+1])
			}
			for n := len(lines); n > 0; n -= 3 {
				read(lines[:n])
			}
			read(append(lines[:2:2], others...)) // mostly nonsense
			read(others)
			read(lines)
		}
	}
}

// TestTrailSavesWork: an event more costs what that event costs.
func TestTrailSavesWork(t *testing.T) {
	head, lines := heardLines(t, 1, 8)
	trail := new(krieg.Readings)
	r := krieg.Reader{Trail: trail}
	text := head + strings.Join(lines, "")
	if _, err := r.Read(context.Background(), text); err != nil {
		t.Fatal(err)
	}
	asked := &counted{Context: context.Background()}
	if _, err := r.Read(asked, text); err != nil || asked.times > 3 {
		t.Errorf("the same text again: %v, and the context was asked %d times", err, asked.times)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (krieg.Reader{}).Read(ended, text); !errors.Is(err, context.Canceled) {
		t.Errorf("without a trail the work is noticed: %v", err)
	}
}

// counted is a context that counts how often it is asked, which is once for every thousand boards.
type counted struct {
	context.Context

	times int
}

func (c *counted) Err() error {
	c.times++
	return c.Context.Err()
}
