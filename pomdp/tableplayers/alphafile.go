// SPDX-License-Identifier: BSD-3-Clause

package tableplayers

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/pomdp/tabular"
)

// alphaFile is a policy of the APPL toolkit: vectors over the hidden part of the state, by the value of
// the observed part. State s has the observed value s/hidden and the hidden one s%hidden.
type alphaFile struct {
	hidden int
	plans  [][]alphaPlan // by observed value
}

// alphaPlan is the value of a plan in every hidden state, and its first action.
type alphaPlan struct {
	action tabular.Action
	values []float64
}

// alphaXML is the form of the file.
type alphaXML struct {
	XMLName xml.Name `xml:"Policy"`
	Set     struct {
		Hidden  int        `xml:"vectorLength,attr"`
		Seen    int        `xml:"numObsValue,attr"`
		Dense   []alphaRow `xml:"Vector"`
		Entries []alphaRow `xml:"SparseVector"`
	} `xml:"AlphaVector"`
}

// alphaRow is one vector: all its numbers, or pairs of an index and a number.
type alphaRow struct {
	Action int      `xml:"action,attr"`
	Seen   int      `xml:"obsValue,attr"`
	Text   string   `xml:",chardata"`
	Pairs  []string `xml:"Entry"`
}

// readAlphaFile parses a policy for a problem of that size.
func readAlphaFile(data []byte, states, actions int) (*alphaFile, error) {
	in := xml.NewDecoder(bytes.NewReader(data))
	in.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is all ASCII
	var doc alphaXML
	if err := in.Decode(&doc); err != nil {
		return nil, fmt.Errorf("want a policy of the APPL toolkit, <Policy> with an <AlphaVector>: %w", err)
	}
	seen, hidden := doc.Set.Seen, doc.Set.Hidden
	if seen < 1 || hidden < 1 || seen > states || hidden > states || seen*hidden != states {
		return nil, fmt.Errorf("the policy is for %d × %d states, and the problem has %d", seen, hidden, states)
	}
	f := &alphaFile{hidden, make([][]alphaPlan, seen)}
	for i, row := range append(doc.Set.Dense, doc.Set.Entries...) {
		if row.Action < 0 || row.Action >= actions || row.Seen < 0 || row.Seen >= seen {
			return nil, fmt.Errorf("vector %d: action %d, obsValue %d: want less than %d and %d", i+1, row.Action, row.Seen, actions, seen)
		}
		values, err := row.values(hidden)
		if err != nil {
			return nil, fmt.Errorf("vector %d: %w", i+1, err)
		}
		f.plans[row.Seen] = append(f.plans[row.Seen], alphaPlan{tabular.Action(row.Action), values})
	}
	return f, nil
}

// values returns the numbers of a vector.
func (r *alphaRow) values(n int) ([]float64, error) {
	list, pairs := make([]float64, n), len(r.Pairs) > 0
	words := strings.Fields(r.Text)
	if !pairs && len(words) != n {
		return nil, fmt.Errorf("%d numbers, want %d", len(words), n)
	}
	for i, word := range words {
		if err := put(list, i, word); err != nil {
			return nil, err
		}
	}
	for _, pair := range r.Pairs {
		at, word, _ := strings.Cut(strings.TrimSpace(pair), " ")
		i, err := strconv.Atoi(at)
		if err != nil {
			return nil, fmt.Errorf("entry %.40q: want an index and a number", pair)
		}
		if err := put(list, i, strings.TrimSpace(word)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// put parses a number into a list.
func put(list []float64, i int, word string) error {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || i < 0 || i >= len(list) {
		return fmt.Errorf("entry %d, %.40q: want a number in place 0 to %d", i, word, len(list)-1)
	}
	list[i] = x
	return nil
}

// best returns the action and the value of the best plan for states with weights, whose sum may be
// any. The observed part is seen: if the states differ in it, the value is that of a player who is told,
// and the action that of the likeliest. A part without plans, such as the end, is worth 0.
func (f *alphaFile) best(list []veil.Weighted[tabular.State]) (action tabular.Action, value float64) {
	likeliest := -1.0
	for len(list) > 0 {
		seen := int(list[0].State) / f.hidden
		var here, rest []veil.Weighted[tabular.State]
		for _, w := range list {
			if int(w.State)/f.hidden == seen {
				here = append(here, w)
			} else {
				rest = append(rest, w)
			}
		}
		a, x, p := f.bestOf(f.plans[seen], here)
		value += x
		if p > likeliest {
			action, likeliest = a, p
		}
		list = rest
	}
	return action, value
}

// bestOf returns the best of some plans, its value, and the sum of the weights.
func (f *alphaFile) bestOf(plans []alphaPlan, list []veil.Weighted[tabular.State]) (action tabular.Action, value, weight float64) {
	for _, w := range list {
		weight += w.P
	}
	for i := range plans {
		sum := 0.0
		for _, w := range list {
			sum += float64(w.P * plans[i].values[int(w.State)%f.hidden])
		}
		if i == 0 || sum > value {
			action, value = plans[i].action, sum
		}
	}
	return action, value, weight
}
