// SPDX-License-Identifier: BSD-3-Clause

package count

// question computes how many mines are around a cell that is made safe. It is a copy of the
// components that the cell touches, in which the boxes are split into the cells around it and the
// others, and the cell is a number without a need, whose mines are counted along the paths.
type question struct {
	net     network
	off     offCells
	known   int    // mines around the cell that are certain
	touched []bool // per component of the original
	near    []int8 // per box of the original: cells around the question
	renamed []int32

	diagrams diagrams
}

// ask builds the question of cell c, which must not be a certain mine.
func (q *question) ask(s *Solver, c int32) {
	q.off, q.known = s.off, 0
	q.touched = resized(q.touched, len(s.diagrams.components))
	q.near = resized(q.near, len(s.net.boxes))
	offNear := int8(0)
	for _, d := range s.grid.around(c) {
		switch {
		case s.fate[d] == mine:
			q.known++
		case s.fate[d] != unsure:
		case s.net.boxOf[d] > 0:
			q.near[s.net.boxOf[d]-1]++
			q.touch(s, s.net.boxOf[d]-1)
		default:
			offNear++
		}
	}
	self := s.net.boxOf[c] - 1
	switch {
	case self >= 0:
		q.touch(s, self)
	case s.fate[c] == unsure:
		q.off.cells--
	}
	q.off.cells -= int(offNear)
	q.build(s, offNear, self)
}

func (q *question) touch(s *Solver, b int32) { q.touched[s.diagrams.owner[b]] = true }

// build copies the touched components and splits their boxes.
func (q *question) build(s *Solver, offNear int8, self int32) {
	q.net.numbers, q.net.boxes = q.net.numbers[:0], q.net.boxes[:0]
	q.renamed = resized(q.renamed, len(s.net.numbers))
	for i := range s.net.numbers {
		num := &s.net.numbers[i]
		if q.touched[s.diagrams.owner[num.boxes.list[0]]] {
			q.renamed[i] = int32(len(q.net.numbers))
			q.net.numbers = append(q.net.numbers, number{cell: num.cell, need: num.need})
		}
	}
	q.net.numbers = append(q.net.numbers, number{free: true})
	q.net.question = int32(len(q.net.numbers))
	for b := range s.net.boxes {
		if q.touched[s.diagrams.owner[b]] {
			q.split(&s.net.boxes[b], q.near[b], int32(b) == self)
		}
	}
	q.add(touching{n: 1, list: [maxTouch]int32{q.asked()}}, offNear)
}

// asked returns the index of the question's cell among the numbers.
func (q *question) asked() int32 { return q.net.question - 1 }

// split adds a box as two: its cells around the question and the others, without the cell of the
// question itself.
func (q *question) split(b *box, near int8, self bool) {
	var nums touching
	for _, i := range b.numbers.all() {
		nums.add(q.renamed[i])
	}
	far := b.size - near
	if self {
		far--
	}
	q.add(nums, far)
	if near > 0 {
		nums.add(q.asked())
		q.add(nums, near)
	}
}

func (q *question) add(nums touching, size int8) {
	if size > 0 {
		q.net.boxes[q.net.newBox(nums)].size = size
	}
}

// expand builds the diagrams. It is false if no layout leaves the cell safe.
func (q *question) expand(limit Limit) (bool, error) {
	for i := range q.net.numbers {
		if num := &q.net.numbers[i]; !num.free && num.need > q.net.room(int32(i)) {
			return false, nil
		}
	}
	if err := q.diagrams.build(&q.net, limit); err != nil {
		return false, err
	}
	for i := range q.diagrams.components {
		if q.diagrams.components[i].hi < 0 {
			return false, nil
		}
	}
	return true, nil
}

// component returns the component of the question, or -1 if there is nothing unsure
// around the cell.
func (q *question) component() int {
	boxes := &q.net.numbers[q.asked()].boxes
	if boxes.n == 0 {
		return -1
	}
	return int(q.diagrams.owner[boxes.list[0]])
}

// shown returns the number that the cell shows on paths that end in node v.
func (q *question) shown(v int32) int {
	shift := q.diagrams.orderer.slot[q.asked()]
	return q.known + int(q.diagrams.key[v]>>shift)&(1<<(2*slotBits)-1)
}
