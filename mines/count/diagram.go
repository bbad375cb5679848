// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"fmt"

	"github.com/veilplan/veil"
)

// diagrams holds, for every component, a layered graph whose paths are the ways to give each box a
// number of mines: layer t decides the box of step t, a node is what the live numbers still need,
// and an edge is a number of mines in the box. Counting, weighing, deducing and sampling are all
// sweeps over this graph.
//
// The nodes of all components lie in one array, layer after layer, and so do the edges, ordered by
// the node they leave.
type diagrams struct {
	components []component
	steps      []step
	layer      []int32 // first node of each layer; a component has one more layer than steps
	key        []uint64
	edge       []int32 // first edge of each node, and the end
	fewest     []int8  // mines on a node's first edge; each further edge has one more
	to         []int32 // node an edge leads to
	most       []int32 // most mines on a path to each node
	sets       []uint64
	owner      []int32 // per box: its component

	orderer orderer
	index   hashIndex
}

// build orders and expands every component of w. A component that would not fit into
// the limit is marked hard and has no nodes.
func (d *diagrams) build(w *network, limit Limit) error {
	d.components = d.components[:0]
	d.steps, d.layer = d.steps[:0], d.layer[:0]
	d.key, d.edge, d.fewest, d.to, d.most = d.key[:0], d.edge[:0], d.fewest[:0], d.to[:0], d.most[:0]
	d.sets = d.sets[:0]
	d.orderer.reset(w)
	d.owner = resized(d.owner, len(w.boxes))
	var err error
	for i := range w.numbers {
		if !d.orderer.seen[i] {
			if !d.component(w, int32(i), limit) {
				err = fmt.Errorf("%d numbers are connected: %w", len(d.orderer.queue), veil.ErrTooHard)
			}
		}
	}
	d.edge = append(d.edge, int32(len(d.to)))
	d.layer = append(d.layer, int32(len(d.key)))
	return err
}

// component adds the component that contains number i.
func (d *diagrams) component(w *network, i int32, limit Limit) bool {
	c := component{steps: span{from: int32(len(d.steps))}, layers: int32(len(d.layer))}
	mark := d.mark()
	start := d.orderer.far(w, i)
	d.steps = d.orderer.order(w, d.steps, start)
	c.steps.to = int32(len(d.steps))
	for t := c.steps.from; t < c.steps.to; t++ {
		d.owner[d.steps[t].box] = int32(len(d.components))
	}
	c.hard = d.orderer.failed || !d.expand(&c, limit) || !d.spread(&c, limit)
	if c.hard {
		d.rewind(mark)
		c.steps.to = c.steps.from
	}
	d.components = append(d.components, c)
	return !c.hard
}

// mark and rewind remember and restore the extent of the arrays.
func (d *diagrams) mark() [4]int {
	return [4]int{len(d.steps), len(d.layer), len(d.key), len(d.to)}
}

func (d *diagrams) rewind(m [4]int) {
	d.steps, d.layer, d.key, d.to = d.steps[:m[0]], d.layer[:m[1]], d.key[:m[2]], d.to[:m[3]]
	d.edge, d.fewest, d.most = d.edge[:m[2]], d.fewest[:m[2]], d.most[:m[2]]
}

// bytes returns the memory of the graph.
func (d *diagrams) bytes() int {
	const node, edge, word = 8 + 4 + 1 + 4, 4, 8
	return node*len(d.key) + edge*len(d.to) + word*len(d.sets)
}

// askNodes is the number of nodes expanded between two calls of Limit.Stop: less than a
// millisecond's work.
const askNodes = 1 << 12

// expand builds the layers of c, and reports whether they fit into the limit.
func (d *diagrams) expand(c *component, limit Limit) bool {
	d.layer = append(d.layer, int32(len(d.key)))
	d.newNode(0, 0)
	for t := c.steps.from; t < c.steps.to; t++ {
		from, end := d.layer[len(d.layer)-1], int32(len(d.key))
		d.layer = append(d.layer, end)
		for v := from; v < end; v++ {
			if d.branch(&d.steps[t], v, end); limit.stoppedAt(v) != nil {
				return false
			}
		}
		if d.bytes() > limit.memory() || limit.stopped() != nil {
			return false
		}
	}
	for v := d.layer[len(d.layer)-1]; v < int32(len(d.key)); v++ {
		d.edge[v] = int32(len(d.to))
	}
	return true
}

func (d *diagrams) newNode(key uint64, most int32) {
	d.key = append(d.key, key)
	d.most = append(d.most, most)
	d.edge = append(d.edge, 0)
	d.fewest = append(d.fewest, 0)
}

// branch adds the edges of node v: every number of mines for the box after which each live number
// needs at least zero mines, and no more than its remaining cells.
func (d *diagrams) branch(st *step, v, layer int32) {
	key := d.key[v] | st.enter
	fewest, most := int8(0), st.size
	for i := range st.n {
		need := int8(key >> st.shift[i] & slotMask)
		most = min(most, need)
		fewest = max(fewest, need-st.room[i])
	}
	d.edge[v], d.fewest[v] = int32(len(d.to)), fewest
	key -= uint64(fewest) * st.unit
	for k := fewest; k <= most; k++ {
		d.to = append(d.to, d.find(key, layer, d.most[v]+int32(k)))
		key -= st.unit
	}
}

// find returns the node of the newest layer with this key, creating it if necessary.
func (d *diagrams) find(key uint64, layer, most int32) int32 {
	at, found := d.index.lookup(key, d.key, layer)
	if found {
		d.most[at] = max(d.most[at], most)
		return at
	}
	at = int32(len(d.key))
	d.newNode(key, most)
	d.index.insert(key, at, d.key, layer)
	return at
}

// layerOf returns the nodes of the component's layer t.
func (d *diagrams) layerOf(c *component, t int32) (from, to int32) {
	return d.layer[c.layers+t], d.layer[c.layers+t+1]
}

// depth returns the number of steps of c.
func (c *component) depth() int32 { return c.steps.to - c.steps.from }

// root returns the first node of c.
func (d *diagrams) root(c *component) int32 { return d.layer[c.layers] }

// hashIndex finds the nodes of the layer under construction by key.
type hashIndex struct {
	slot  []int32 // node + 1, or 0
	shift uint8
}

const smallLayer = 8 // up to here a linear scan is faster than hashing

// grow empties the index and gives it 2^log slots.
func (h *hashIndex) grow(log uint8) {
	h.slot = resized(h.slot, 1<<log)
	h.shift = 64 - log
}

func (h *hashIndex) start(key uint64) int { return int(key * 0x9E3779B97F4A7C15 >> h.shift) }

// lookup returns the node with this key if the layer, which starts at node first, has one.
func (h *hashIndex) lookup(key uint64, keys []uint64, first int32) (int32, bool) {
	if len(keys)-int(first) <= smallLayer {
		for i, k := range keys[first:] {
			if k == key {
				return first + int32(i), true
			}
		}
		return 0, false
	}
	for i := h.start(key); ; i = (i + 1) & (len(h.slot) - 1) { // ends: insert keeps half of the slots empty
		at := h.slot[i]
		if at == 0 {
			return 0, false
		}
		if keys[at-1] == key {
			return at - 1, true
		}
	}
}

// insert adds the newest node. The first nodes of a layer are inserted together when it outgrows
// the linear scan.
func (h *hashIndex) insert(key uint64, at int32, keys []uint64, first int32) {
	n := int(at-first) + 1
	switch {
	case n <= smallLayer:
		return
	case n == smallLayer+1:
		h.grow(6)
		h.putAll(keys, first)
	case 2*n > len(h.slot):
		h.grow(64 - h.shift + 1)
		h.putAll(keys, first)
	default:
		h.put(key, at)
	}
}

func (h *hashIndex) putAll(keys []uint64, first int32) {
	for i, k := range keys[first:] {
		h.put(k, first+int32(i))
	}
}

func (h *hashIndex) put(key uint64, at int32) {
	i := h.start(key)
	for h.slot[i] != 0 {
		i = (i + 1) & (len(h.slot) - 1)
	}
	h.slot[i] = at + 1
}
