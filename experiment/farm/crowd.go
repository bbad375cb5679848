// SPDX-License-Identifier: BSD-3-Clause

package farm

import "time"

// crowd bounds the work and the log lines that one name can cause, however often it asks.
type crowd struct {
	rate   int // questions per second
	guests map[string]*guest
}

type guest struct {
	left  float64 // questions
	at    time.Duration
	noted map[string]int
	told  time.Duration // when it was last sent the reason why it gets nothing
}

// maxGuests bounds the names that are tracked separately. Farms with invitations never have as
// many; elsewhere all further names share one entry.
const maxGuests = 1 << 17

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

// hears reports whether a question of a name is processed: rate limits its questions per second.
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

// notes counts an event of a name, and reports whether to log it: the first few times, and then at
// every tenfold.
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

// remark logs an event of a name, but not every time.
func (s *session) remark(name, what string, args ...any) {
	if times, worth := s.crowd.notes(name, what, s.Clock()); worth {
		s.Log.Warn(what, append([]any{"worker", Quote(name), "times", times}, args...)...)
	}
}
