// SPDX-License-Identifier: BSD-3-Clause

package mines

import "math/big"

// Law is how many layouts make a cell show each number.
type Law [9]*big.Int

// law counts, for every number, the layouts in which c is safe and shows it. The cell
// becomes a question in the network: a number without a need, whose mines are counted
// along the paths. Only the components it touches are counted again.
func (k *Knowledge) law(c int32) (Law, error) {
	q := k.ask(c)
	law := newLaw()
	if q.impossible() {
		return law, nil
	}
	var d diagrams
	if err := d.build(&q.net, k.limit); err != nil {
		return law, err
	}
	n := &counts{}
	if err := n.countRests(&d, k.limit); err != nil {
		return law, err
	}
	for i := range d.components {
		if d.components[i].hi < 0 {
			return law, nil // no layout leaves c safe
		}
	}
	n.mixer.polys = k.untouched(q, n.roots(nil, &d))
	n.mixer.mix(q.off)
	q.read(&law, n, &d)
	return law, nil
}

func newLaw() Law {
	var law Law
	for i := range law {
		law[i] = new(big.Int)
	}
	return law
}

// question is the part of the network that a cell touches, with the cell itself made
// safe and asked how many mines are around it.
type question struct {
	net     network
	off     offCells
	known   int // mines around the cell that are certain
	touched []bool
}

// ask builds the question of cell c.
func (k *Knowledge) ask(c int32) *question {
	s := k.solver
	q := &question{off: s.off, touched: make([]bool, len(s.diagrams.components))}
	near := make([]int8, len(s.net.boxes)) // cells of each box around c
	offNear := int8(0)
	for _, d := range s.grid.around(c) {
		switch {
		case s.fate[d] == mine:
			q.known++
		case s.fate[d] != unsure:
		case s.net.boxOf[d] > 0:
			near[s.net.boxOf[d]-1]++
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
	q.build(s, near, offNear, self)
	return q
}

func (q *question) touch(s *Solver, b int32) { q.touched[s.diagrams.owner[b]] = true }

// build copies the touched components and splits their boxes into the cells around
// the question and the others.
func (q *question) build(s *Solver, near []int8, offNear int8, self int32) {
	renamed := make([]int32, len(s.net.numbers))
	for i, num := range s.net.numbers {
		if q.touched[s.diagrams.owner[num.boxes.list[0]]] {
			renamed[i] = int32(len(q.net.numbers))
			q.net.numbers = append(q.net.numbers, number{cell: num.cell, need: num.need})
		}
	}
	asked := int32(len(q.net.numbers))
	q.net.numbers = append(q.net.numbers, number{free: true})
	q.net.question = asked + 1
	for b := range s.net.boxes {
		if !q.touched[s.diagrams.owner[b]] {
			continue
		}
		var nums touching
		for _, i := range s.net.boxes[b].numbers.all() {
			nums.add(renamed[i])
		}
		far := s.net.boxes[b].size - near[b]
		if int32(b) == self {
			far--
		}
		q.add(nums, far)
		if near[b] > 0 {
			nums.add(asked)
			q.add(nums, near[b])
		}
	}
	q.add(touching{n: 1, list: [maxTouch]int32{asked}}, offNear)
}

func (q *question) add(nums touching, size int8) {
	if size > 0 {
		q.net.boxes[q.net.newBox(nums)].size = size
	}
}

// impossible reports whether making the cell safe leaves a number without room.
func (q *question) impossible() bool {
	for i := range q.net.numbers {
		if num := &q.net.numbers[i]; !num.free && num.need > q.net.room(int32(i)) {
			return true
		}
	}
	return q.off.cells < 0
}

// untouched appends the polynomials of the components the question leaves alone.
func (k *Knowledge) untouched(q *question, polys []poly) []poly {
	for i, p := range k.counts.mixer.polys {
		if !q.touched[i] {
			polys = append(polys, p)
		}
	}
	return polys
}

// read walks the component of the question and takes the counts from its last layer.
func (q *question) read(law *Law, n *counts, d *diagrams) {
	asked := int(q.net.question - 1)
	if q.net.numbers[asked].boxes.n == 0 {
		law[q.known].Set(n.mixer.total())
		return
	}
	i := int(d.owner[q.net.numbers[asked].boxes.list[0]])
	c := &d.components[i]
	last, _ := d.layerOf(c, c.depth())
	shift := d.orderer.slot[asked]
	ends := n.walk(d, i, n.mixer.others(i), nil)
	for j := range ends {
		mines := int(d.key[last+int32(j)]>>shift) & (1<<(2*slotBits) - 1)
		law[q.known+mines].Set(&ends[j])
	}
}
