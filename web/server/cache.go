// SPDX-License-Identifier: BSD-3-Clause

package server

// Cache keeps values by name; those not used for the longest time go first. It is made by [NewCache].
type Cache[V any] struct {
	values *recent[V]
	weight func(V) int
	server *Server
}

// keeper is a cache of any kind.
type keeper interface {
	size() int64
}

// NewCache makes a cache of a server that holds as much as its limits say; weight is about
// how many bytes a value takes.
func NewCache[V any](s *Server, weight func(V) int) *Cache[V] {
	c := &Cache[V]{newRecent[V](s.limits.Cache), weight, s}
	s.caches = append(s.caches, c)
	return c
}

// Get returns the value of a name.
func (c *Cache[V]) Get(name string) (V, bool) { return c.values.get(name) }

// Seek is Get, and counts how often it finds something.
func (c *Cache[V]) Seek(name string) (V, bool) {
	v, ok := c.Get(name)
	result := "miss"
	if ok {
		result = "hit"
	}
	c.server.metrics.cache.WithLabelValues(result).Inc()
	return v, ok
}

// Set keeps a value.
func (c *Cache[V]) Set(name string, v V) { c.values.set(name, v, int64(len(name)+c.weight(v))) }

func (c *Cache[V]) size() int64 { return c.values.size() }

// kept returns about how many bytes all caches hold.
func (s *Server) kept() (bytes int64) {
	for _, c := range s.caches {
		bytes += c.size()
	}
	return bytes
}
