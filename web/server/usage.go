// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"cmp"
	"math"
	"time"

	"github.com/veilplan/veil/api"
)

// usage is the recent computing time of every client. Of two waiting clients, the one that used
// less comes first, so a client that asks for much delays itself and not others.
type usage map[string]*used

type used struct {
	passes int     // running and waiting
	loose  int     // of them, that run without a slot
	used   float64 // seconds of slots, halved every halfLife
	at     time.Time
}

const (
	halfLife = 10 * time.Second
	// forgettable is a usage that makes no difference.
	forgettable = 0.001
	// usersMax is the number of tracked clients above which those without usage are removed.
	usersMax = 1000
)

// of returns the account of a client, decayed to a time.
func (u usage) of(client string, t time.Time) *used {
	who, ok := u[client]
	if !ok {
		u.sweep(t)
		who = &used{at: t}
		u[client] = who
	}
	who.decay(t)
	return who
}

func (w *used) decay(t time.Time) {
	if passed := t.Sub(w.at); passed > 0 {
		w.used *= math.Exp2(-passed.Seconds() / halfLife.Seconds())
		w.at = t
	}
}

// expected returns what a client has used, and the least that its passes will use if they are long:
// of two clients without usage, the one that asks for less comes first.
func (w *used) expected() float64 { return w.used + float64(w.passes)*api.ShortWork/1000 }

// sweep removes accounts without usage, if there are many.
func (u usage) sweep(t time.Time) {
	if len(u) < usersMax {
		return
	}
	for name, who := range u {
		if who.decay(t); who.passes == 0 && who.used < forgettable {
			delete(u, name)
		}
	}
}

// compare orders clients by their expected usage.
func (u usage) compare(a, b string, t time.Time) int {
	if a == b {
		return 0
	}
	return cmp.Compare(u.of(a, t).expected(), u.of(b, t).expected())
}
