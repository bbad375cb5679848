// SPDX-License-Identifier: BSD-3-Clause

package server

// Cache keeps values by name and evicts the least recently used. It is made by [NewCache].
type Cache[V any] struct {
	values *recent[V]
	weight func(V) int
	server *Server
}

// keeper is a cache of any type.
type keeper interface {
	size() int64
}

// NewCache returns a cache within the limits of a server; weight returns the approximate size of a
// value in bytes.
func NewCache[V any](s *Server, weight func(V) int) *Cache[V] {
	c := &Cache[V]{newRecent[V](s.limits.Cache), weight, s}
	s.caches = append(s.caches, c)
	return c
}

// Get returns the value of a name.
func (c *Cache[V]) Get(name string) (V, bool) { return c.values.get(name) }

// Seek is Get, and counts hits and misses.
func (c *Cache[V]) Seek(name string) (V, bool) {
	v, ok := c.Get(name)
	result := "miss"
	if ok {
		result = "hit"
	}
	c.server.metrics.cache.WithLabelValues(result).Inc()
	return v, ok
}

// Set stores a value.
func (c *Cache[V]) Set(name string, v V) { c.values.set(name, v, int64(len(name)+c.weight(v))) }

func (c *Cache[V]) size() int64 { return c.values.size() }

// kept returns the approximate size of all caches, in bytes.
func (s *Server) kept() (bytes int64) {
	for _, c := range s.caches {
		bytes += c.size()
	}
	return bytes
}
