// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// decoder parses the lines that [Spec.appendEpisode] writes. It is written by hand for speed,
// because a report reads millions of them.
type decoder struct {
	spec  *Spec
	heads []string // per policy: the text between the episode's number and its result
	keep  struct{ guesses, work, values, actions bool }
}

func newDecoder(spec *Spec) *decoder {
	d := &decoder{spec: spec}
	for _, p := range spec.Policies {
		d.heads = append(d.heads, `,"policy":`+string(appendString(nil, p.ID))+`,"result":"`)
	}
	d.keep.guesses, d.keep.work = spec.keeps(Guesses), spec.keeps(Work)
	d.keep.values, d.keep.actions = spec.keeps(Values), spec.keeps(Actions)
	return d
}

// line parses the line of one policy, without its newline. It reports whether the line is complete
// and valid.
func (d *decoder) line(text []byte, policy int, e *Episode) bool {
	body, ok := bytes.CutSuffix(text, []byte("}"))
	return ok && d.body(body, policy, e)
}

// body parses a line that lacks its closing brace.
func (d *decoder) body(text []byte, policy int, e *Episode) bool {
	c := cursor{rest: text}
	index := c.uint(`{"episode":`)
	if policy == 0 {
		e.Index = index
	}
	c.expect(d.heads[policy])
	p := &e.Plays[policy]
	p.Outcome = c.outcome()
	p.Score = c.float(`","score":`)
	p.Moves = c.count(`,"moves":`)
	if d.keep.guesses {
		p.Guesses = c.count(`,"guesses":`)
	}
	if d.keep.work {
		p.Simulations, p.Nodes = c.count(`,"simulations":`), c.count(`,"nodes":`)
	}
	if d.keep.values {
		p.Values = readList(&c, `,"values":[`, p.Values[:0], func() float64 { return c.float("") })
	}
	if d.keep.actions {
		p.Actions = readList(&c, `,"actions":[`, p.Actions[:0], c.string)
		p.Seen = readList(&c, `,"seen":[`, p.Seen[:0], c.string)
	}
	return index == e.Index && !c.bad && len(c.rest) == 0
}

// cursor is a position in a line. After the first error it stays invalid.
type cursor struct {
	rest []byte
	bad  bool
}

func (c *cursor) expect(text string) {
	if c.bad = c.bad || len(c.rest) < len(text) || string(c.rest[:len(text)]) != text; !c.bad {
		c.rest = c.rest[len(text):]
	}
}

// number returns the bytes of a number after the given text.
func (c *cursor) number(before string) []byte {
	c.expect(before)
	n := 0
	for n < len(c.rest) && c.rest[n] != ',' && c.rest[n] != ']' {
		n++
	}
	digits := c.rest[:n]
	c.rest = c.rest[n:]
	return digits
}

func (c *cursor) uint(before string) uint64 {
	n, ok := whole(c.number(before))
	c.bad = c.bad || !ok
	return n
}

// whole parses an integer of at most 19 digits in canonical form.
func whole(digits []byte) (n uint64, ok bool) {
	if len(digits) == 0 || len(digits) > 19 || digits[0] == '0' && len(digits) > 1 {
		return 0, false
	}
	for _, d := range digits {
		if d -= '0'; d > 9 {
			return 0, false
		}
		n = 10*n + uint64(d)
	}
	return n, true
}

func (c *cursor) count(before string) int {
	n := c.uint(before)
	c.bad = c.bad || n > 1<<62
	return int(n)
}

func (c *cursor) float(before string) float64 {
	digits := c.number(before)
	if n, ok := whole(digits); ok && n < 1<<53 {
		return float64(n)
	}
	if rest, negative := bytes.CutPrefix(digits, []byte("-")); negative {
		if n, ok := whole(rest); ok && n > 0 && n < 1<<53 {
			return -float64(n)
		}
	}
	f, err := strconv.ParseFloat(string(digits), 64)
	var buf [32]byte
	c.bad = c.bad || err != nil || string(appendFloat(buf[:0], f)) != string(digits)
	return f
}

func (c *cursor) outcome() Outcome {
	for _, o := range [...]Outcome{Done, Won, Lost} {
		if word := o.String(); len(c.rest) > len(word) && string(c.rest[:len(word)]) == word {
			c.rest = c.rest[len(word):]
			return o
		}
	}
	c.bad = true
	return Done
}

func (c *cursor) string() string {
	c.expect(`"`)
	for i := 0; i < len(c.rest); i++ {
		switch c.rest[i] {
		case '\\':
			i++
		case '"':
			raw := c.rest[:i]
			c.rest = c.rest[i+1:]
			return c.unescape(raw)
		}
	}
	c.bad = true
	return ""
}

// unescape returns the string between the quotes.
func (c *cursor) unescape(raw []byte) string {
	s := string(raw)
	if strings.ContainsRune(s, '\\') {
		c.bad = c.bad || json.Unmarshal([]byte(`"`+s+`"`), &s) != nil
	}
	written := appendString(nil, s)
	c.bad = c.bad || string(written[1:len(written)-1]) != string(raw)
	return s
}

// readList parses items up to the closing bracket.
func readList[T any](c *cursor, before string, list []T, item func() T) []T {
	c.expect(before)
	for !c.bad {
		if len(list) == 0 && len(c.rest) > 0 && c.rest[0] == ']' {
			break
		}
		list = append(list, item())
		if len(c.rest) == 0 || c.rest[0] != ',' {
			break
		}
		c.rest = c.rest[1:]
	}
	c.expect("]")
	return list
}
