// SPDX-License-Identifier: BSD-3-Clause

package count

import "github.com/veilplan/veil/mines"

// maxTouch is the largest number of boxes around a number, and of numbers around a box: a cell has
// eight neighbours.
const maxTouch = 8

// number is an open cell with unsure neighbours.
type number struct {
	cell  int32
	need  int8 // mines still to be found around it
	free  bool // a question, not a constraint: how many mines are around cell?
	boxes touching
}

// box is a set of unsure cells that touch exactly the same numbers. Only how many of
// them are mines matters; which of them are is a binomial.
type box struct {
	size    int8
	first   int32 // first of its cells, chained by network.next
	numbers touching
}

// touching is a small list of indices.
type touching struct {
	n    int8
	list [maxTouch]int32
}

func (t *touching) add(i int32) {
	t.list[t.n] = i
	t.n++
}

func (t *touching) all() []int32 { return t.list[:t.n] }

// network links the numbers with the unsure cells they touch.
type network struct {
	numbers  []number
	boxes    []box
	question int32   // the free number + 1, or 0
	boxOf    []int32 // per cell: its box + 1, or 0
	rank     []int32 // per cell: its number + 1, or 0
	next     []int32 // per cell: the next cell of its box + 1, or 0
}

func (w *network) reset(cells int) {
	w.numbers = w.numbers[:0]
	w.boxes = w.boxes[:0]
	if len(w.boxOf) != cells {
		w.boxOf = make([]int32, cells)
		w.rank = make([]int32, cells)
		w.next = make([]int32, cells)
		return
	}
	clear(w.boxOf)
	clear(w.rank)
}

// collect builds the network of the unsure cells, and counts the unsure cells outside it.
func (s *Solver) collect() {
	w := &s.net
	w.reset(len(s.fate))
	for c, numbered := range s.numbered {
		if numbered && s.left[c] > 0 {
			w.numbers = append(w.numbers, number{cell: int32(c), need: s.need[c]})
			w.rank[c] = int32(len(w.numbers))
		}
	}
	for i := range w.numbers {
		for _, c := range s.grid.around(w.numbers[i].cell) {
			if s.fate[c] == unsure && w.boxOf[c] == 0 {
				w.place(c, s.touched(c))
			}
		}
	}
	s.offList = s.offList[:0]
	for c, f := range s.fate {
		if f == unsure && w.boxOf[c] == 0 {
			s.offList = append(s.offList, int32(c))
		}
	}
	s.off = offCells{cells: len(s.offList), mines: s.mines, counted: s.rules.Mines != mines.UnknownMines}
}

// touched lists the numbers around a cell, in reading order.
func (s *Solver) touched(c int32) touching {
	var t touching
	for _, d := range s.grid.around(c) {
		if i := s.net.rank[d]; i > 0 {
			t.add(i - 1)
		}
	}
	return t
}

// place puts a cell into the box of the numbers it touches.
func (w *network) place(c int32, touched touching) {
	b := w.find(&touched)
	if b < 0 {
		b = w.newBox(touched)
	}
	w.next[c] = w.boxes[b].first
	w.boxes[b].first = c + 1
	w.boxes[b].size++
	w.boxOf[c] = b + 1
}

func (w *network) newBox(touched touching) int32 {
	b := int32(len(w.boxes))
	w.boxes = append(w.boxes, box{numbers: touched})
	for _, i := range touched.all() {
		w.numbers[i].boxes.add(b)
	}
	return b
}

// find returns the box that touches exactly these numbers, or -1. Every box is listed by each of
// its numbers, so searching the list of the first is enough.
func (w *network) find(touched *touching) int32 {
	for _, b := range w.numbers[touched.list[0]].boxes.all() {
		if w.boxes[b].numbers == *touched {
			return b
		}
	}
	return -1
}

// room returns the number of unsure cells around a number.
func (w *network) room(i int32) int8 {
	room := int8(0)
	for _, b := range w.numbers[i].boxes.all() {
		room += w.boxes[b].size
	}
	return room
}
