// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"maps"
	"slices"
)

// bodyQueue queues the bodies that nobody plays. With a hundred thousand workers it is long, so the
// usual operations must not depend on its length.
type bodyQueue struct {
	again []*body // taken back from workers; the last one is given out first
	fresh []*body // never given out; the first one is given out first
}

func (q *bodyQueue) len() int { return len(q.again) + len(q.fresh) }

func (q *bodyQueue) add(b *body) {
	b.queued = true
	q.fresh = append(q.fresh, b)
}

func (q *bodyQueue) putBack(b *body) {
	b.queued = true
	q.again = append(q.again, b)
}

// take removes and returns the first body that a worker may play, or returns nil.
func (q *bodyQueue) take(may func(*body) bool) *body {
	for i, b := range slices.Backward(q.again) {
		if may(b) {
			q.again = slices.Delete(q.again, i, i+1)
			b.queued = false
			return b
		}
	}
	for i, b := range q.fresh {
		if may(b) {
			q.fresh = dropAt(q.fresh, i)
			b.queued = false
			return b
		}
	}
	return nil
}

// remove removes a body that was answered. Few are still queued: their workers were late.
func (q *bodyQueue) remove(b *body) {
	if !b.queued {
		return
	}
	b.queued = false
	other := func(o *body) bool { return o == b }
	q.again, q.fresh = slices.DeleteFunc(q.again, other), slices.DeleteFunc(q.fresh, other)
}

// dropAt removes an element. Unlike [slices.Delete] it does not move all others if it is the first.
func dropAt(list []*body, i int) []*body {
	if i > 0 {
		return slices.Delete(list, i, i+1)
	}
	list[0] = nil // for the garbage collector
	return list[1:]
}

// askQueue queues the workers that wait, in the order in which they came.
type askQueue struct {
	list  []*ask
	known map[[2]string]*ask // by name and question
	names map[string]int     // how often each name waits
}

// add queues a question, and reports false if its name already waits most times. A repeated question
// replaces the earlier one.
func (q *askQueue) add(a ask, most int) bool {
	if old := q.known[a.id()]; old != nil {
		*old = a
		return true
	}
	if q.names[a.by] >= most {
		return false
	}
	if q.known == nil {
		q.known, q.names = map[[2]string]*ask{}, map[string]int{}
	}
	q.list = append(q.list, &a)
	q.known[a.id()] = &a
	q.names[a.by]++
	return true
}

// offer offers work to one worker after the other while there is more. Workers for which settled
// reports true leave the queue; the others move to its end.
func (q *askQueue) offer(more func() bool, settled func(ask) bool) {
	var stay []*ask
	for len(q.list) > 0 && more() {
		a := q.list[0]
		q.list[0] = nil
		q.list = q.list[1:]
		if settled(*a) {
			q.forget(a)
		} else {
			stay = append(stay, a)
		}
	}
	q.list = append(q.list, stay...)
}

func (q *askQueue) forget(a *ask) {
	delete(q.known, a.id())
	if q.names[a.by]--; q.names[a.by] == 0 {
		delete(q.names, a.by)
	}
}

// stragglers lists the jobs that take longer than most, the oldest first. It is made once for all
// workers that wait: a search per worker would take workers × jobs steps.
type stragglers struct {
	jobs []*job
	head int            // the jobs before are of no use to anybody
	from map[string]int // by worker: the jobs before are of no use to it
}

func newStragglers(jobs map[string]*job, late func(*job) bool) *stragglers {
	q := &stragglers{from: map[string]int{}}
	for j := range maps.Values(jobs) {
		if late(j) {
			q.jobs = append(q.jobs, j)
		}
	}
	slices.SortFunc(q.jobs, func(a, b *job) int { return cmp.Compare(a.issued, b.issued) })
	return q
}

// find returns the body of the oldest job of another worker that is still late, or nil.
func (q *stragglers) find(by string, late func(*job) bool) *body {
	for q.head < len(q.jobs) && !late(q.jobs[q.head]) {
		q.head++
	}
	i := max(q.head, q.from[by])
	for i < len(q.jobs) && (!late(q.jobs[i]) || q.jobs[i].by == by) {
		i++
	}
	q.from[by] = i
	if i == len(q.jobs) {
		return nil
	}
	return q.jobs[i].body
}
