// SPDX-License-Identifier: BSD-3-Clause

// Package crashfs implements an in-memory file system that fails and crashes as a disk may. It
// promises as little as POSIX does: unsynced data may survive a crash in part and in any order, and
// names are durable only once their directory is synced.
package crashfs

import (
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync"
)

// ErrCrash is returned by every operation after the crash.
var ErrCrash = errors.New("crashfs: the machine is down")

// FS is a file system. Its zero value is not usable: see [New].
type FS struct {
	mu     sync.Mutex
	root   *node
	plan   Plan
	random *rand.Rand
	counts map[Fault]int
	down   bool
	locks  map[string]bool
	sites  map[string]int
}

// New returns an empty file system without faults.
func New() *FS {
	return &FS{root: newDir(), random: rand.New(rand.NewPCG(0, 0)), counts: map[Fault]int{}, locks: map[string]bool{}, sites: map[string]int{}}
}

// node is a file or a directory: in the view of programs, and on the disk.
type node struct {
	text, disk []byte
	dirty      []write // not synced yet, in order

	names, diskNames map[string]*node // nil for a file
	changes          []change         // not synced yet, in order
}

// write is a write to a part of a file, or its truncation.
type write struct {
	offset   int
	text     []byte
	truncate bool
}

// change is an atomic change of the names in a directory. A nil node means that the name is removed.
type change map[string]*node

func newDir() *node { return &node{names: map[string]*node{}, diskNames: map[string]*node{}} }

// clone copies a tree. A file with two names stays one file.
func (n *node) clone(seen map[*node]*node) *node {
	if n == nil || seen[n] != nil {
		return seen[n]
	}
	c := &node{text: slices.Clone(n.text), disk: slices.Clone(n.disk), dirty: slices.Clone(n.dirty)}
	seen[n] = c
	if n.names != nil {
		c.names, c.diskNames = cloneNames(n.names, seen), cloneNames(n.diskNames, seen)
	}
	for _, ch := range n.changes {
		c.changes = append(c.changes, cloneNames(ch, seen))
	}
	return c
}

func cloneNames(names map[string]*node, seen map[*node]*node) map[string]*node {
	c := make(map[string]*node, len(names))
	for name, n := range names {
		c[name] = n.clone(seen)
	}
	return c
}

// Clone returns a copy that follows the plan p from now on.
func (f *FS) Clone(p Plan) *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := New()
	c.root, c.plan = f.root.clone(map[*node]*node{}), p
	c.random = rand.New(rand.NewPCG(p.Seed, 1))
	return c
}

// Become replaces the files by those of another file system, for tests.
func (f *FS) Become(other *FS) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.root = other.Clone(Plan{}).root
}

// find returns a node, or nil.
func (f *FS) find(name string) *node {
	n := f.root
	for part := range strings.SplitSeq(strings.Trim(path.Clean(name), "/"), "/") {
		if part != "" && n != nil {
			n = n.names[part]
		}
	}
	return n
}

// parent returns the directory of a name and its last element.
func (f *FS) parent(name string) (*node, string, error) {
	dir := f.find(path.Dir(path.Clean(name)))
	if dir == nil || dir.names == nil {
		return nil, "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return dir, path.Base(name), nil
}

func (n *node) set(c change) {
	n.changes = append(n.changes, c)
	apply(n.names, c)
}

func apply(names map[string]*node, c change) {
	for name, n := range c {
		if n == nil {
			delete(names, name)
		} else {
			names[name] = n
		}
	}
}

// Read returns the content of a file, for tests.
func (f *FS) Read(name string) ([]byte, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.find(name)
	if n == nil || n.names != nil {
		return nil, false
	}
	return slices.Clone(n.text), true
}

// Write puts a file on the disk, for tests.
func (f *FS) Write(name string, text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.root
	parts := strings.Split(strings.Trim(path.Clean(name), "/"), "/")
	for _, part := range parts[:len(parts)-1] {
		if n.names[part] == nil {
			n.names[part] = newDir()
		}
		n.diskNames[part] = n.names[part]
		n = n.names[part]
	}
	file := &node{text: slices.Clone(text), disk: slices.Clone(text)}
	n.names[parts[len(parts)-1]], n.diskNames[parts[len(parts)-1]] = file, file
}

// Remove removes a file, for tests.
func (f *FS) Remove(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if dir, base, err := f.parent(name); err == nil {
		delete(dir.names, base)
		delete(dir.diskNames, base)
	}
}

// Sites lists the places in the program that made data durable, and how often.
func (f *FS) Sites() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.sites)
}
