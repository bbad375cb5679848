// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"container/list"
	"sync"
)

// recent is an LRU cache: it keeps values by name up to a total weight, then evicts the least
// recently used. It is safe for concurrent use.
type recent[V any] struct {
	mu            sync.Mutex
	limit, weight int64
	values        map[string]*list.Element // of *weighed[V]
	order         list.List                // the last used first
}

// weighed is a value with its name and weight.
type weighed[V any] struct {
	name   string
	value  V
	weight int64
}

func newRecent[V any](limit int64) *recent[V] {
	return &recent[V]{limit: limit, values: map[string]*list.Element{}}
}

// get returns the value of a name.
func (r *recent[V]) get(name string) (value V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.use(name)
}

// set stores a value. A value heavier than the limit is not stored.
func (r *recent[V]) set(name string, value V, weight int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(&weighed[V]{name, value, weight})
}

// getOr returns the value of a name. If there is none, it stores a fresh one, whose weight is 1.
func (r *recent[V]) getOr(name string, fresh func() V) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	value, ok := r.use(name)
	if !ok {
		value = fresh()
		r.keep(&weighed[V]{name, value, 1})
	}
	return value
}

// size returns the total weight.
func (r *recent[V]) size() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.weight
}

func (r *recent[V]) use(name string) (value V, ok bool) {
	e, ok := r.values[name]
	if !ok {
		return value, false
	}
	r.order.MoveToFront(e)
	return e.Value.(*weighed[V]).value, true
}

func (r *recent[V]) keep(w *weighed[V]) {
	if e, ok := r.values[w.name]; ok {
		r.forget(e)
	}
	if w.weight > r.limit {
		return
	}
	r.values[w.name] = r.order.PushFront(w)
	for r.weight += w.weight; r.weight > r.limit; {
		r.forget(r.order.Back())
	}
}

func (r *recent[V]) forget(e *list.Element) {
	w := r.order.Remove(e).(*weighed[V])
	delete(r.values, w.name)
	r.weight -= w.weight
}
