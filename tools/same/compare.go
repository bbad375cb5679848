// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// answer contains all replies of a program to one question.
type answer struct {
	verb  string // of the question
	label string // the question, for people
	parts []part
	// fault is the reason why the answer is wrong regardless of the other side, or empty.
	fault string
}

// part is a status, a header, a body or a file.
type part struct {
	name string
	text []byte
}

// allowance is a difference that does not count: the match of a pattern, except its first group.
type allowance struct {
	why     string
	pattern *regexp.Regexp
}

// allowances lists every allowed difference: at most three.
func allowances() []allowance {
	return []allowance{
		{"random name of a job", regexp.MustCompile(`("id":"(?:an|se)_)[A-Z2-7]{26}`)},
		{"commit of the program that played a run", regexp.MustCompile(`(?m)^(  veil: devel)(?: \([0-9a-f]{12}\))?$`)},
	}
}

// masked returns a text without the parts that may differ.
func masked(text []byte) []byte {
	for _, a := range allowances() {
		text = a.pattern.ReplaceAll(text, []byte("${1}<"+a.why+">"))
	}
	return text
}

// difference is a question with two different answers.
type difference struct {
	nth   int
	label string
	what  string
}

// result is the comparison of one section.
type result struct {
	section     string
	verbs       map[string]int
	asked       int
	allowed     int // answers that are equal except for allowed differences
	differences []difference
}

// match compares the answers of both sides, or only the nth pair if nth is not 0.
func match(section string, before, after []answer, nth int) *result {
	r := &result{section: section, verbs: map[string]int{}}
	for i := range max(len(before), len(after)) {
		if nth != 0 && i+1 != nth {
			continue
		}
		r.asked++
		r.pair(i+1, at(before, i), at(after, i))
	}
	return r
}

// align pairs the answers of both sides by label. Those that only NEW has come last, or are dropped
// if NEW may grow.
func align(before, after []answer, grows bool) (a, b []answer) {
	byLabel := map[string]answer{}
	for _, x := range after {
		byLabel[x.label] = x
	}
	for _, x := range before {
		y, ok := byLabel[x.label]
		if !ok {
			y = answer{fault: "NEW lacks it"}
		}
		a, b = append(a, x), append(b, y)
		delete(byLabel, x.label)
	}
	for _, y := range after {
		if _, ok := byLabel[y.label]; ok && !grows {
			a, b = append(a, answer{fault: "OLD lacks it"}), append(b, y)
		}
	}
	return a, b
}

// at returns an answer, or an empty one where a side has fewer.
func at(list []answer, i int) answer {
	if i >= len(list) {
		return answer{label: "(nothing)"}
	}
	return list[i]
}

func (r *result) pair(nth int, a, b answer) {
	r.verbs[cmp.Or(a.verb, b.verb)]++
	what, exact := compareParts(a, b)
	switch {
	case what != "":
		r.differences = append(r.differences, difference{nth, cmp.Or(a.label, b.label), what})
	case !exact:
		r.allowed++
	}
}

// compareParts returns the first difference, or "", and whether all bytes are equal.
func compareParts(a, b answer) (what string, exact bool) {
	if fault := cmp.Or(a.fault, b.fault); fault != "" {
		return fault, false
	}
	if a.label != b.label {
		return fmt.Sprintf("OLD has %s, NEW has %s", a.label, b.label), false
	}
	if len(a.parts) != len(b.parts) {
		return fmt.Sprintf("OLD has %d parts, NEW has %d", len(a.parts), len(b.parts)), false
	}
	exact = true
	for i, p := range a.parts {
		q := b.parts[i]
		exact = exact && bytes.Equal(p.text, q.text)
		if x, y := masked(p.text), masked(q.text); p.name != q.name || !bytes.Equal(x, y) {
			return p.name + "\n" + diff(x, y), false
		}
	}
	return "", exact
}

// around is the length of the equal text shown before a difference; shown is the length shown of
// each side.
const (
	around = 40
	shown  = 160
)

// diff shows two texts from a little before their first difference.
func diff(a, b []byte) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	line := 1 + bytes.Count(a[:n], []byte("\n"))
	return fmt.Sprintf("    byte %d, line %d\n    OLD %q\n    NEW %q", n, line, excerpt(a, n), excerpt(b, n))
}

func excerpt(text []byte, at int) []byte {
	return text[max(0, at-around):min(len(text), at+shown)]
}

// listed is how many differences are printed in full.
const listed = 20

// print prints a line of counts, a line of the verbs and every difference.
func (r *result) print(out io.Writer) {
	fmt.Fprintf(out, "%s %d, equal %d", r.section, r.asked, r.asked-len(r.differences))
	if r.allowed > 0 {
		fmt.Fprintf(out, " (%d except for allowed differences)", r.allowed)
	}
	fmt.Fprintf(out, ", different %d\n", len(r.differences))
	r.printVerbs(out)
	for i, d := range r.differences {
		if i == listed {
			fmt.Fprintf(out, "  and %d more\n", len(r.differences)-listed)
			return
		}
		fmt.Fprintf(out, "  %s %d: %s\n  %s\n    repeat: go run ./tools/same -only %s OLD NEW\n", r.section, d.nth, d.label, d.what, repeat(r.section, d.nth))
	}
}

// repeat returns the value of -only that asks one question again. A proof is made before it is checked.
func repeat(section string, nth int) string {
	one := fmt.Sprintf("%s:%d", section, nth)
	if section == "checks" {
		return fmt.Sprintf("proofs:%d,%s", nth, one)
	}
	return one
}

func (r *result) printVerbs(out io.Writer) {
	var list []string
	for verb, n := range r.verbs {
		list = append(list, fmt.Sprintf("%s %d", verb, n))
	}
	slices.Sort(list)
	fmt.Fprintf(out, "  %s\n", strings.Join(list, ", "))
}

// both runs work on the two sides concurrently.
func both[T any](before, after *side, work func(*side) (T, error)) (a, b T, err error) {
	var wait sync.WaitGroup
	var errA, errB error
	wait.Go(func() { a, errA = work(before) })
	wait.Go(func() { b, errB = work(after) })
	wait.Wait()
	return a, b, cmp.Or(errA, errB)
}
