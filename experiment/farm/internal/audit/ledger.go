// SPDX-License-Identifier: BSD-3-Clause

package audit

import (
	"math/rand/v2"
	"slices"
	"time"
)

// Digest is the digest of a claimed episode.
type Digest [16]byte

// Run is the name of the run among the checkers. No worker may have it.
const Run = ""

// Ledger records who has played each episode, who checks it, and the results. It is not safe for
// concurrent use.
type Ledger struct {
	// Confirmed, if not nil, is called for every episode that is confirmed.
	Confirmed func(Confirmation)

	policy   Policy
	lottery  lottery
	random   *rand.Rand // designates who checks
	caught   int
	members  map[string]*member
	order    []*member           // in the order in which they came
	heaviest float64             // the most episodes of a member
	open     map[uint64]*check   // by episode
	todo     map[string][]uint64 // by who checks them
	votes    map[uint64]vote     // by episode: what was confirmed
	loose    map[uint64]vote     // confirmed episodes whose authors were caught
	about    map[string][]uint64 // by worker: episodes in which it is involved
	drawn    int
}

type member struct {
	name     string
	seen     time.Duration
	episodes float64 // that it has played
	right    int     // of those, how many were found right since it came
}

// check is an episode that must be played again.
type check struct {
	author, checker string
	claim           Digest
	others          []Claim
}

// Claim is a worker's claim about an episode.
type Claim struct {
	By     string
	Digest Digest
}

type vote struct {
	Claim
	author string
}

// Confirmation records that a worker, or the [Run], has played an episode again with the result
// that its author returned.
type Confirmation struct {
	Episode    uint64
	Author, By string
	Digest     Digest
}

// New returns the ledger of a run. The key is secret.
func New(p Policy, key []byte) *Ledger {
	l := &Ledger{policy: p.withDefaults(), lottery: lottery{key}, members: map[string]*member{}, votes: map[uint64]vote{}, loose: map[uint64]vote{}, about: map[string][]uint64{}}
	l.random = l.lottery.source("designate", "", 0, 0)
	l.Begin(0)
	return l
}

// Begin restarts the ledger after a number of workers were caught in this run: the stored ranges
// must be weighed and noted again. Confirmed episodes stay confirmed.
func (l *Ledger) Begin(caught int) {
	l.caught, l.heaviest = caught, 0
	l.open, l.todo = map[uint64]*check{}, map[string][]uint64{}
	for _, m := range l.members {
		m.episodes = 0
	}
}

// Seen records that a worker is present.
func (l *Ledger) Seen(name string, now time.Duration) {
	m := l.member(name)
	if now-m.seen > l.policy.Idle {
		m.right = 0
	}
	m.seen = now
}

func (l *Ledger) member(name string) *member {
	m := l.members[name]
	if m == nil {
		m = &member{name: name}
		l.members[name] = m
		l.order = append(l.order, m)
	}
	return m
}

// Others reports whether any other worker was seen since lately.
func (l *Ledger) Others(than string, lately time.Duration) bool {
	return slices.ContainsFunc(l.order, func(m *member) bool { return m.name != than && m.seen >= lately })
}

// Weigh adds episodes to the number that a worker has played. Its chance to be designated as a
// checker grows in proportion.
func (l *Ledger) Weigh(name string, episodes uint64) {
	l.weigh(name, episodes)
}

func (l *Ledger) weigh(name string, episodes uint64) *member {
	m := l.member(name)
	m.episodes += float64(episodes)
	l.heaviest = max(l.heaviest, m.episodes)
	return m
}

// Pick returns the episodes of a stored range that are to be checked.
func (l *Ledger) Pick(by string, first, end uint64) []uint64 {
	return l.lottery.draw(by, first, end, l.policy.rate(l.caught), 0)
}

// Noted records a stored range of a worker, and the digests of the episodes that [Ledger.Pick] returned.
func (l *Ledger) Noted(by string, first, end uint64, digests map[uint64]Digest) {
	for _, e := range l.Pick(by, first, end) {
		if d, ok := digests[e]; ok {
			l.require(by, e, d)
		}
	}
}

// Played records a range that a worker has just returned.
func (l *Ledger) Played(by string, first, end uint64, digest func(episode uint64) Digest) {
	m := l.weigh(by, end-first)
	few := 0
	if m.right < l.policy.Few && l.policy.Share >= 0 {
		few = l.policy.Few
	}
	for _, e := range l.lottery.draw(by, first, end, l.policy.rate(l.caught), few) {
		l.require(by, e, digest(e))
	}
	for e := first; e < end && len(l.loose) > 0; e++ {
		if v, ok := l.loose[e]; ok && v.By != by {
			l.confront(by, e, digest(e), v.Claim)
		}
	}
}

// confront compares a confirmed episode, whose author was caught, with the result of another worker.
func (l *Ledger) confront(author string, e uint64, claim Digest, by Claim) {
	delete(l.loose, e)
	if by.Digest == claim {
		return
	}
	if l.open[e] == nil {
		l.open[e] = &check{author: author, claim: claim}
		l.involve(author, e)
	}
	l.dispute(e, by)
}

// require has an episode played again, unless it is confirmed.
func (l *Ledger) require(author string, e uint64, claim Digest) {
	if v, ok := l.votes[e]; ok && v.author == author && v.Digest == claim {
		return
	}
	if old := l.open[e]; old != nil && old.author == author && old.claim == claim {
		return
	}
	l.drawn++
	l.involve(author, e)
	c := &check{author: author, claim: claim}
	l.open[e] = c
	own := l.policy.Own / (l.policy.Own + l.policy.Share)
	if l.random.Float64() < own && (l.policy.Backlog == 0 || len(l.todo[Run]) < l.policy.Backlog) {
		l.assign(e, c, Run)
	} else {
		l.assign(e, c, l.designate(c, 0))
	}
}

// Pace sets the number of episodes that may wait for the run: see [Policy].
func (l *Ledger) Pace(backlog int) { l.policy.Backlog = backlog }

// involve records that a worker has played or checks an episode.
func (l *Ledger) involve(name string, e uint64) {
	if name != Run {
		l.about[name] = append(l.about[name], e)
	}
}

func (l *Ledger) assign(e uint64, c *check, checker string) {
	c.checker = checker
	l.todo[checker] = append(l.todo[checker], e)
	l.involve(checker, e)
}

// designate draws the checker: another worker, with a probability in proportion to the episodes it
// has played in this run, so that a name alone has no influence. If nobody was seen since lately,
// it is the run.
func (l *Ledger) designate(c *check, lately time.Duration) string {
	eligible := func(m *member) bool {
		return m.name != c.author && m.name != c.checker && m.seen >= lately
	}
	for range 64 { // a member at random, kept with the probability of its weight
		if len(l.order) == 0 {
			break
		}
		if m := l.order[l.random.IntN(len(l.order))]; l.random.Float64()*l.heaviest < m.episodes && eligible(m) {
			return m.name
		}
	}
	return l.scan(eligible)
}

// scan draws in proportion to the weights, however few are eligible. A weight of zero is never drawn.
func (l *Ledger) scan(eligible func(*member) bool) string {
	sum := 0.0
	for _, m := range l.order {
		if eligible(m) {
			sum += m.episodes
		}
	}
	at := l.random.Float64() * sum
	for _, m := range l.order {
		if eligible(m) {
			if at -= m.episodes; at < 0 {
				return m.name
			}
		}
	}
	return Run
}

// Draw returns up to most episodes that a worker, or the [Run], must play again.
func (l *Ledger) Draw(by string, most int) (episodes []uint64) {
	list := l.todo[by]
	for len(list) > 0 && len(episodes) < most {
		e := list[0]
		list = list[1:]
		if c := l.open[e]; c != nil && c.checker == by && !slices.Contains(episodes, e) {
			episodes = append(episodes, e)
		}
	}
	l.todo[by] = list
	return episodes
}

// Return takes back episodes that a worker was given and did not play.
func (l *Ledger) Return(by string, episodes []uint64, lately time.Duration) {
	for _, e := range episodes {
		if c := l.open[e]; c != nil && c.checker == by {
			l.assign(e, c, l.designate(c, lately))
		}
	}
}

// Expire reassigns the checks of workers that were not seen since lately.
func (l *Ledger) Expire(lately time.Duration) {
	for _, m := range l.order {
		if list := l.todo[m.name]; m.seen < lately && len(list) > 0 {
			delete(l.todo, m.name)
			l.Return(m.name, list, lately)
		}
	}
}

// Reclaim assigns all open checks to the run.
func (l *Ledger) Reclaim() {
	for _, e := range those(l.open, func(c *check) bool { return c.checker != Run }) {
		l.assign(e, l.open[e], Run)
	}
}

// Answer records a worker's result for an episode. Only the designated checker can confirm the
// episode, but a different result from any worker makes the run play it. A repeated claim of the
// author does not count.
func (l *Ledger) Answer(by string, e uint64, d Digest) {
	c := l.open[e]
	switch {
	case c == nil || c.author == by:
	case c.claim != d:
		l.dispute(e, Claim{by, d})
	case c.checker == by:
		l.confirm(e, c, Claim{by, d})
	}
}

func (l *Ledger) confirm(e uint64, c *check, by Claim) {
	delete(l.open, e)
	l.votes[e] = vote{by, c.author}
	l.member(c.author).right++
	if l.Confirmed != nil {
		l.Confirmed(Confirmation{e, c.author, by.By, by.Digest})
	}
}

// Restore replays what [Ledger.Confirmed] reported in an earlier process.
func (l *Ledger) Restore(c Confirmation) {
	l.votes[c.Episode] = vote{Claim{c.By, c.Digest}, c.Author}
	l.involve(c.Author, c.Episode)
	l.involve(c.By, c.Episode)
}

// dispute assigns an episode to the run.
func (l *Ledger) dispute(e uint64, by Claim) {
	c := l.open[e]
	c.others = append(c.others, by)
	l.assign(e, c, Run)
}

// Settle records the true result of an episode, played by the run itself, and returns the workers
// that claimed another one.
func (l *Ledger) Settle(e uint64, truth Digest) (liars []string) {
	c := l.open[e]
	if c == nil {
		return nil
	}
	for _, claim := range append([]Claim{{c.author, c.claim}}, c.others...) {
		if claim.Digest != truth && !slices.Contains(liars, claim.By) {
			liars = append(liars, claim.By)
		}
	}
	if c.claim == truth {
		l.confirm(e, c, Claim{Run, truth})
	}
	return liars
}

// Exclude removes a worker. Its confirmations are void, and the confirmations of its episodes by
// others are held against them when another worker plays those episodes. The run must forget its
// episodes, and then, if the rate has changed, call [Ledger.Begin].
func (l *Ledger) Exclude(name string) {
	delete(l.members, name)
	l.order = slices.DeleteFunc(l.order, func(m *member) bool { return m.name == name })
	about := l.about[name]
	delete(l.about, name)
	slices.Sort(about)
	for _, e := range slices.Compact(about) {
		l.exclude(name, e)
	}
}

// exclude removes a worker from one episode.
func (l *Ledger) exclude(name string, e uint64) {
	if l.loose[e].By == name {
		delete(l.loose, e)
	}
	if c := l.open[e]; c != nil && c.author == name {
		delete(l.open, e)
	} else if c != nil && c.checker == name {
		l.assign(e, c, l.designate(c, 0))
	}
	switch v := l.votes[e]; name {
	case v.author:
		delete(l.votes, e)
		l.loose[e] = v
	case v.By:
		delete(l.votes, e)
		l.require(v.author, e, v.Digest)
	}
}

// those returns the keys of the selected entries, in order.
func those[V any](all map[uint64]V, pick func(V) bool) (keys []uint64) {
	for k, v := range all {
		if pick(v) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// Rate returns the share that is checked after a number of workers were caught.
func (l *Ledger) Rate(caught int) float64 { return l.policy.rate(caught) }

// Doubted reports whether an episode must still be played again.
func (l *Ledger) Doubted(e uint64) bool { return l.open[e] != nil }

// Open returns the number of open checks.
func (l *Ledger) Open() int { return len(l.open) }

// Drawn returns the number of episodes drawn for checking so far.
func (l *Ledger) Drawn() int { return l.drawn }
