// SPDX-License-Identifier: BSD-3-Clause

package service

import "github.com/maypok86/otter/v2"

// Cache keeps values by name; the least used go first. It is made by [NewCache].
type Cache[V any] struct {
	values *otter.Cache[string, V]
	server *Server
}

// keeper is a cache of any kind.
type keeper interface {
	size() uint64
	close()
}

// NewCache makes a cache of a server that holds as much as its limits say; weight is about
// how many bytes a value takes.
func NewCache[V any](s *Server, weight func(V) int) (*Cache[V], error) {
	values, err := otter.New(&otter.Options[string, V]{
		MaximumWeight: uint64(s.limits.Cache),
		Weigher:       func(key string, v V) uint32 { return uint32(len(key) + weight(v)) },
	})
	if err != nil {
		return nil, err
	}
	c := &Cache[V]{values, s}
	s.caches = append(s.caches, c)
	return c, nil
}

// Get returns the value of a name.
func (c *Cache[V]) Get(name string) (V, bool) { return c.values.GetIfPresent(name) }

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
func (c *Cache[V]) Set(name string, v V) { c.values.Set(name, v) }

func (c *Cache[V]) size() uint64 { return c.values.WeightedSize() }
func (c *Cache[V]) close()       { c.values.StopAllGoroutines() }

// kept returns about how many bytes all caches hold.
func (s *Server) kept() (bytes uint64) {
	for _, c := range s.caches {
		bytes += c.size()
	}
	return bytes
}
