// SPDX-License-Identifier: BSD-3-Clause

package alpha

import "fmt"

// States that observations can never distinguish form one class: the support of every reachable
// belief lies in one class. A class is the observable part of the state, such as the place of a
// rover, though the model does not declare it (Ong, Png, Hsu & Lee, "Planning under uncertainty for
// robotic tasks with mixed observability", 2010, where the model does). Vectors over one class are
// short.

// union is a partition of numbers that grows coarser.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u union) root(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

// join merges two parts and reports whether they were different. The smaller number stays,
// so the result does not depend on the order.
func (u union) join(i, j int32) bool {
	i, j = u.root(i), u.root(j)
	u[max(i, j)] = min(i, j)
	return i != j
}

// arrival is an observation after an action in a class.
type arrival struct{ class, action, seen int32 }

// partition returns the class of every state, by one of its states. If apart, the first belief has
// a separate class, which is not among them.
func (l *listing[S, A, O]) partition(apart bool) (u union, err error) {
	u = newUnion(len(l.states))
	if !apart {
		for _, w := range l.starts {
			u.join(l.starts[0].State, w.State)
		}
	} else if _, err := l.joinSuccessors(u, func(int32) int32 { return -1 }, l.isStart()); err != nil {
		return nil, err
	}
	for changed := true; changed; {
		if changed, err = l.joinSuccessors(u, u.root, nil); err != nil {
			return nil, err
		}
	}
	return u, nil
}

func (l *listing[S, A, O]) isStart() []bool {
	starts := make([]bool, len(l.states))
	for _, w := range l.starts {
		starts[w.State] = true
	}
	return starts
}

// joinSuccessors merges the states that one class can lead to by the same action and
// observation, and reports whether anything changed. If among is not nil, only the states
// marked in it are considered.
func (l *listing[S, A, O]) joinSuccessors(u union, class func(int32) int32, among []bool) (changed bool, err error) {
	met := map[arrival]int32{}
	defer func() { l.room.give(len(met), arrivalSize) }()
	for s := range int32(len(l.states)) {
		if among != nil && !among[s] {
			continue
		}
		for _, st := range l.steps[l.first[s]:l.first[s+1]] {
			for _, o := range st.outs {
				key := arrival{class(s), st.action, o.seen}
				other, ok := met[key]
				if !ok {
					if err := l.room.take(1, arrivalSize); err != nil {
						return false, err
					}
					met[key] = o.to
				} else if u[other] != u[o.to] && u.join(other, o.to) {
					changed = true
				}
				if err := l.room.step(1); err != nil {
					return false, err
				}
			}
		}
	}
	return changed, nil
}

// arrivalSize is the memory of an arrival in a map that grows, in bytes.
const arrivalSize = 64

// widest returns the size of the largest class.
func (u union) widest() int {
	sizes, most := make([]int, len(u)), 0
	for i := range u {
		r := u.root(int32(i))
		sizes[r]++
		most = max(most, sizes[r])
	}
	return most
}

// classes returns the partition with the shorter vectors.
func (l *listing[S, A, O]) classes() (u union, apart bool, err error) {
	if u, err = l.partition(false); err != nil {
		return nil, false, err
	}
	other, err := l.partition(true)
	if err == nil && other.widest() < u.widest() {
		return other, true, nil
	}
	return u, false, err
}

// build returns the table of the listed problem.
func (l *listing[S, A, O]) build() (*table, error) {
	u, apart, err := l.classes()
	if err != nil {
		return nil, err
	}
	t := &table{place: make([]place, len(l.states))}
	number := make([]int32, len(l.states))
	for i := range l.states {
		r := u.root(int32(i))
		if r == int32(i) {
			number[i] = int32(len(t.classes))
			t.classes = append(t.classes, class{})
		}
		c := &t.classes[number[r]]
		t.place[i] = place{number[r], int32(len(c.states))}
		c.states = append(c.states, int32(i))
	}
	t.startClass = t.place[l.starts[0].State].class
	if apart {
		t.startClass = int32(len(t.classes))
		first := class{}
		for _, w := range l.starts {
			first.states = append(first.states, w.State)
		}
		t.classes = append(t.classes, first)
	}
	for i := range t.classes {
		if err := l.fill(t, &t.classes[i]); err != nil {
			return nil, err
		}
	}
	l.begin(t, apart)
	return t, nil
}

// begin sets the first belief.
func (l *listing[S, A, O]) begin(t *table, apart bool) {
	dense := make([]float64, len(t.classes[t.startClass].states))
	for i, w := range l.starts {
		if apart {
			dense[i] += w.P
		} else {
			dense[t.place[w.State].local] += w.P
		}
	}
	t.start, _ = gather(t.startClass, dense)
}

// fill computes the effect of every action in a class.
func (l *listing[S, A, O]) fill(t *table, c *class) error {
	s := c.states[0]
	many := l.first[s+1] - l.first[s]
	c.acts = make([]act, many)
	for k := range c.acts {
		c.acts[k].action = l.steps[l.first[s]+int32(k)].action
		if err := l.fillAct(t, c, k); err != nil {
			return err
		}
	}
	return nil
}

// fillAct computes the rewards and leads of action k in a class. All states of a class must offer
// the same actions: otherwise the offer itself would reveal the hidden state.
func (l *listing[S, A, O]) fillAct(t *table, c *class, k int) error {
	a := &c.acts[k]
	if err := l.room.take(len(c.states), 8); err != nil {
		return err
	}
	a.reward, a.end = make([]float64, len(c.states)), -1
	where := map[int32]int{} // the index of the lead of an observation
	for i, s := range c.states {
		steps := l.steps[l.first[s]:l.first[s+1]]
		if len(steps) != len(c.acts) || steps[k].action != a.action {
			return fmt.Errorf("alpha: actions leak the hidden state: %v and %v cannot be distinguished but offer different actions",
				l.states[c.states[0]], l.states[s])
		}
		a.reward[i], a.end = steps[k].reward, max(a.end, steps[k].over)
		for _, o := range steps[k].outs {
			at, ok := where[o.seen]
			if !ok {
				if err := l.room.take(1, leadSize+4*len(c.states)); err != nil {
					return err
				}
				at = len(a.leads)
				where[o.seen] = at
				a.leads = append(a.leads, lead{seen: o.seen, to: t.place[o.to].class, rows: make([]int32, 1, len(c.states)+1)})
			}
			a.leads[at].add(i, t.place[o.to].local, o.p)
			if err := l.room.step(1); err != nil {
				return err
			}
		}
	}
	for i := range a.leads {
		a.leads[i].reach(len(c.states))
	}
	return nil
}

// leadSize is the memory of a lead besides its rows, in a list and a map that grow, and while its
// entries do, in bytes.
const leadSize = 400

// add adds an entry to row i; rows come in order.
func (d *lead) add(i int, to int32, p float64) {
	d.reach(i)
	d.cols, d.probs = append(d.cols, to), append(d.probs, p)
}

// reach closes the rows before row i.
func (d *lead) reach(i int) {
	for len(d.rows) <= i {
		d.rows = append(d.rows, int32(len(d.cols)))
	}
}
