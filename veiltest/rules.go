// SPDX-License-Identifier: BSD-3-Clause

package veiltest

import (
	"bytes"
	"encoding"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// deterministic plays every episode again; a few times, because a map's order may
// come out the same twice.
func (c *checker[S, A, O]) deterministic() error {
	ignore := func(*S, []A, string) {}
	for seed := range uint64(c.cfg.Episodes) {
		first := c.play(seed, ignore)
		for range 3 {
			if again := c.play(seed, ignore); again != first {
				return fmt.Errorf("not deterministic: seed %d gave\n%s\nand then\n%s", seed, first, again)
			}
		}
	}
	return nil
}

// copies steps a copy of every state and checks that the original is unchanged.
func (c *checker[S, A, O]) copies() error {
	r := rand.New(rand.NewPCG(1, 0))
	for _, m := range c.met {
		before, original := c.cfg.Key(m.state), m.state
		for _, a := range m.actions {
			s := original
			c.Step(r, &s, a)
		}
		if after := c.cfg.Key(original); after != before {
			return fmt.Errorf("copies of a state are not independent: stepping one changed\n%s\ninto\n%s", before, after)
		}
	}
	return nil
}

// leaks compares the actions offered in different hidden states after the same history;
// an episode that is over offers none.
func (c *checker[S, A, O]) leaks() error {
	offered := map[string][]A{}
	var fault error
	for seed := range uint64(c.cfg.Episodes * 50) {
		c.play(seed, func(_ *S, actions []A, history string) {
			seen, ok := offered[history]
			if !ok {
				offered[history] = slices.Clone(actions)
			} else if fault == nil && !slices.Equal(seen, actions) {
				fault = fmt.Errorf("actions leak the hidden state: after %q they are %v in one state, %v in another", history, seen, actions)
			}
		})
		if fault != nil {
			return fault
		}
	}
	return nil
}

// judged compares a Judge's verdict with the done of Step.
func (c *checker[S, A, O]) judged() error {
	judge, ok := c.Model.(veil.Judge[S])
	if !ok {
		return nil
	}
	r := rand.New(rand.NewPCG(2, 0))
	for _, m := range c.met {
		if got := judge.Status(&m.state); got != veil.Open {
			return fmt.Errorf("a state still in play is judged %v: %s", got, c.cfg.Key(m.state))
		}
		for _, a := range m.actions {
			s := m.state
			if _, _, done := c.Step(r, &s, a); done != (judge.Status(&s) != veil.Open) {
				return fmt.Errorf("done is %v but the state is judged %v: %s", done, judge.Status(&s), c.cfg.Key(s))
			}
		}
	}
	return nil
}

// codec encodes and decodes every state met.
func (c *checker[S, A, O]) codec() error {
	if c.cfg.Encode == nil {
		return nil
	}
	for _, m := range c.met {
		text, err := c.cfg.Encode(m.state)
		if err != nil {
			return fmt.Errorf("codec: encode %s: %w", c.cfg.Key(m.state), err)
		}
		back, err := c.cfg.Decode(text)
		if err != nil {
			return fmt.Errorf("codec: decode %q: %w", text, err)
		}
		if c.cfg.Key(back) != c.cfg.Key(m.state) {
			return fmt.Errorf("codec: %q reads back as %s, was %s", text, c.cfg.Key(back), c.cfg.Key(m.state))
		}
		if again, err := c.cfg.Encode(back); err != nil || !bytes.Equal(again, text) {
			return fmt.Errorf("codec: %q is written as %q the second time (%w)", text, again, err)
		}
	}
	return nil
}

// texts reads back the text form of every action, if actions have one.
func (c *checker[S, A, O]) texts() error {
	for _, m := range c.met {
		for _, a := range m.actions {
			if err := readBack(a); err != nil {
				return err
			}
		}
	}
	return nil
}

func readBack[T comparable](v T) error {
	marshal, ok := any(v).(encoding.TextMarshaler)
	if !ok {
		return nil
	}
	text, err := marshal.MarshalText()
	if err != nil {
		return fmt.Errorf("text of %v: %w", v, err)
	}
	var back T
	unmarshal, ok := any(&back).(encoding.TextUnmarshaler)
	if !ok {
		return fmt.Errorf("%T can be written as text but not read", v)
	}
	if err := unmarshal.UnmarshalText(text); err != nil {
		return fmt.Errorf("text %q: %w", text, err)
	}
	if back != v {
		return fmt.Errorf("text %q reads back as %v, was %v", text, back, v)
	}
	return nil
}
