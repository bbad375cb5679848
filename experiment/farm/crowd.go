// SPDX-License-Identifier: BSD-3-Clause

package farm

import "time"

// crowd bounds what a name can make a run do and say, however often it asks.
type crowd struct {
	rate   int // questions in a second
	guests map[string]*guest
}

type guest struct {
	left  float64 // questions
	at    time.Duration
	noted map[string]int
	told  time.Duration // when it was last told why it gets nothing
}

// maxGuests bounds the names that are told apart. Where everybody is invited there are
// never as many; elsewhere the others share what one has.
const maxGuests = 1 << 16

func (c *crowd) guest(name string, now time.Duration) *guest {
	g := c.guests[name]
	if g == nil && len(c.guests) >= maxGuests {
		name = ""
		g = c.guests[name]
	}
	if g == nil {
		g = &guest{left: float64(c.rate), at: now, noted: map[string]int{}}
		c.guests[name] = g
	}
	return g
}

// hears reports whether a question of a name is heard: it may ask so often in a second.
func (c *crowd) hears(name string, now time.Duration) bool {
	g := c.guest(name, now)
	g.left = min(g.left+float64(c.rate)*(now-g.at).Seconds(), float64(c.rate))
	g.at = now
	if g.left < 1 {
		return false
	}
	g.left--
	return true
}

// notes counts what is said about a name, and reports whether it is worth a line: the first
// few times, and then whenever there were ten times as many.
func (c *crowd) notes(name, what string, now time.Duration) (times int, worth bool) {
	g := c.guest(name, now)
	g.noted[what]++
	times = g.noted[what]
	for n := times; n > 0; n /= 10 {
		if n <= 3 && (times <= 3 || n == 1) {
			return times, true
		}
		if n%10 != 0 {
			break
		}
	}
	return times, false
}

// remark logs something about a name, but not every time.
func (s *session) remark(name, what string, args ...any) {
	if times, worth := s.crowd.notes(name, what, s.Clock()); worth {
		s.Log.Warn(what, append([]any{"worker", Quote(name), "times", times}, args...)...)
	}
}
