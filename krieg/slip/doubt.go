// SPDX-License-Identifier: BSD-3-Clause

package slip

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg"
)

// The logarithms of the probabilities of slips, against an announcement in which one thing was
// misheard. They are guesses; the order of the suggestions hardly depends on them.
const (
	slipTwice = -3.0 // two things in one announcement
	slipMove  = -3.5 // another move was entered than was made
	slipLine  = -2.5 // a line too many or too few
)

// recent is how many lines before the critical one are doubted in every way; of those before them
// only what was announced is.
const recent = 8

// doubt tries changes of every line, the last first.
func (f *finder) doubt() {
	f.unread()
	for k := min(len(f.before), len(f.h.Events)) - 1; k >= 0; k-- {
		if f.report.Cut = f.work > f.cfg.Work; f.report.Cut || f.ctx.Err() != nil {
			return
		}
		f.announcements(k)
		if f.at[k] > f.report.Line-recent {
			f.moves(k)
			f.shifts(f.at[k])
		}
	}
}

// unread doubts the line that could not be read: it may be one too many, or one is missing before
// it, or the move has a neighbour of nearly the same name.
func (f *finder) unread() {
	line := f.report.Line
	if slices.Contains(f.at, line) {
		return // it could be
	}
	f.shifts(line)
	own, ok := f.ownBefore(len(f.h.Events))
	words := strings.Fields(f.lines[line-1])
	if swapped, ok := map[string]string{"W": "B", "B": "W"}[words[0]]; ok {
		f.try(Change{Line: line, Kind: Replace, New: strings.Join(append([]string{swapped}, words[1:]...), " ")}, slipLine)
	}
	if !ok || own.ToMove() != f.h.Me || len(words) < 2 {
		return
	}
	for _, m := range own.Tries() {
		name := own.Name(krieg.Action(m))
		if d := distance(name, words[1]); d <= 2 && name != words[1] {
			f.try(Change{Line: line, Kind: Replace, New: strings.Join(append([]string{words[0], name}, words[2:]...), " ")}, slipMove-float64(d))
		}
	}
}

// announcements tries what else the referee could have said.
func (f *finder) announcements(k int) {
	e, now := f.h.Events[k], f.before[k]
	action := e.Action
	if e.By != f.h.Me {
		action = krieg.Wait
	}
	if e.Heard.Answer == krieg.AnyYes || e.Heard.Answer == krieg.AnyNo {
		e.Heard.Answer ^= krieg.AnyYes ^ krieg.AnyNo
		f.replace(k, e, 0)
		return
	}
	var states []krieg.State
	var weights []float64
	for _, b := range now.list {
		if b.p.ToMove() == e.By {
			states, weights = append(states, krieg.State{Pos: b.p, Asked: now.turn.Asked()}), append(weights, b.weight)
		}
	}
	f.work += 30 * len(states)
	chances, err := krieg.ChancesAmong(f.ctx, f.h.Rules, states, weights, action)
	if err != nil {
		return
	}
	heard := e.Heard
	for _, c := range chances {
		if c.Heard != heard {
			e.Heard = c.Heard
			f.replace(k, e, slipTwice*float64(max(0, differences(heard, c.Heard)-1)))
		}
	}
}

// replace tries another event in place of one.
func (f *finder) replace(k int, e krieg.Event, prior float64) {
	f.try(Change{Line: f.at[k], Kind: Replace, New: f.h.Line(e)}, prior)
}

// moves tries other moves of the player: of the same man, or to the same square.
func (f *finder) moves(k int) {
	e := f.h.Events[k]
	own, ok := f.ownBefore(k)
	if !ok || e.By != f.h.Me || e.Action == krieg.AskAny {
		return
	}
	was := krieg.Move(e.Action)
	for _, m := range own.Tries() {
		if m != was && (m.From() == was.From() || m.To() == was.To()) {
			e.Action = krieg.Action(m)
			f.replace(k, e, slipMove-1)
		}
	}
}

// shifts tries to leave a line out, and to put one of the opponent before it.
func (f *finder) shifts(line int) {
	f.try(Change{Line: line, Kind: Delete}, slipLine)
	moved := krieg.Event{By: f.h.Me.Other()}
	f.try(Change{Line: line, Kind: Insert, New: f.h.Line(moved)}, slipLine)
}

// ownBefore returns what the player sees before an event.
func (f *finder) ownBefore(k int) (krieg.OwnView, bool) {
	own := krieg.NewOwnView(f.h.Rules, f.h.Me, f.h.Start)
	for _, e := range f.h.Events[:k] {
		next, err := own.Hear(e)
		if err != nil {
			return own, false
		}
		own = next
	}
	return own, true
}

// differences counts the things in which two announcements differ.
func differences(a, b krieg.Percept) int {
	n := 0
	count := func(differ bool) {
		if differ {
			n++
		}
	}
	if a.Answer != b.Answer {
		return 1 // the rest follows from it
	}
	x, xok := a.Capture()
	y, yok := b.Capture()
	count(xok != yok || x != y)
	count(xok && yok && x == y && (a.Captured != b.Captured || a.Capturer != b.Capturer || a.EnPassant != b.EnPassant))
	count(a.Promotion != b.Promotion)
	if d := a.Checks ^ b.Checks; d != 0 {
		count(true)
		count(bits.OnesCount8(uint8(d)) > 2)
	}
	count(a.Result != b.Result && a.Checks == b.Checks)
	count(a.Tries != b.Tries)
	return n
}

// distance is the number of letters to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			old := row[j+1]
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, old+1, last+cost)
			last = old
		}
	}
	return row[len(b)]
}
