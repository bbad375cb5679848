// SPDX-License-Identifier: BSD-3-Clause

package analysis

import "github.com/veilplan/veil/api"

// place is a position from which games are played.
type place struct{ turn, shows int }

// keep takes the tallies of an earlier review of the same game. Games have separate random streams,
// so a review that continues ends like one that was never interrupted.
func (k *reckoning) keep(list []api.MinesPlayed) {
	k.kept = map[place]api.MinesPlayed{}
	for _, p := range list {
		if plausible(p) {
			k.kept[place{p.Turn, p.Shows}] = p
		}
	}
}

// plausible reports whether games can have this tally: scores are between 0 and 1.
func plausible(p api.MinesPlayed) bool {
	n := float64(p.Games)
	for _, sum := range []float64{p.X, p.Y, p.XX, p.XY, p.YY} {
		if sum < 0 || sum > n {
			return false
		}
	}
	return p.Games > 0 && p.Work > 0 && p.XX <= p.X && p.YY <= p.Y
}

// restore enters the kept tally of a position that has no games yet. It reports false if there is
// none.
func (k *reckoning) restore(at *gamesAt) bool {
	p, ok := k.kept[place{at.turn, at.shows}]
	if !ok || at.games.n > 0 || p.Twice != at.twice {
		return false
	}
	at.games = pairs{n: p.Games, x: p.X, y: p.Y, xx: p.XX, xy: p.XY, yy: p.YY}
	at.work = p.Work
	k.count += p.Games
	k.work -= p.Work
	return true
}

// Played returns the tallies of the games so far, to continue the review later.
func (r *Review) Played() (list []api.MinesPlayed) {
	if r.reckoning == nil {
		return nil
	}
	add := func(at *gamesAt) {
		if at == nil || at.games.n == 0 {
			return
		}
		g := at.games
		list = append(list, api.MinesPlayed{
			Turn: at.turn, Shows: at.shows, Twice: at.twice, Games: g.n,
			X: g.x, Y: g.y, XX: g.xx, XY: g.xy, YY: g.yy, Work: at.work,
		})
	}
	for turn, at := range r.reckoning.at {
		add(at)
		if g := r.reckoning.guesses[turn]; g != nil {
			for _, then := range g.then {
				add(then)
			}
		}
	}
	return list
}
