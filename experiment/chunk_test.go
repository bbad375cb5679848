// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

// TestPlayedElsewhere lets chunks be played by strangers who answer late and out of
// order: the result is the same.
func TestPlayedElsewhere(t *testing.T) {
	p := plan(t, toySpec, toys{})
	here, there := t.TempDir(), t.TempDir()
	run(t, here, p, experiment.Options{})
	summary, episodes := result(t, here)
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(1, 1))
	run(t, there, p, experiment.Options{Workers: 20, Chunk: 11, Play: experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
		mu.Lock()
		delay := time.Duration(r.Int64N(int64(5 * time.Millisecond)))
		mu.Unlock()
		time.Sleep(delay)
		return p.Play(ctx, first, end, nil)
	})})
	same(t, "played elsewhere", there, summary, episodes)
}

func TestChunksAgree(t *testing.T) {
	p := plan(t, toySpec, toys{})
	a, err1 := p.Play(t.Context(), 3, 9, nil)
	b, err2 := p.Play(t.Context(), 3, 9, nil)
	c, err3 := p.Play(t.Context(), 3, 10, nil)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if a.Digest() != b.Digest() || a.Digest() == c.Digest() || !bytes.HasPrefix(c.Lines, a.Lines) {
		t.Errorf("digests %s %s %s", a.Digest(), b.Digest(), c.Digest())
	}
}

// TestDamagedChunksAreRefused: whoever plays chunks elsewhere is not trusted.
func TestDamagedChunksAreRefused(t *testing.T) {
	p := plan(t, toySpec, toys{})
	for name, spoil := range map[string]func(c *experiment.Chunk) *experiment.Chunk{
		"nothing":      func(*experiment.Chunk) *experiment.Chunk { return nil },
		"too few":      func(c *experiment.Chunk) *experiment.Chunk { c.End--; return c },
		"others":       func(c *experiment.Chunk) *experiment.Chunk { c.First, c.End = c.First+1, c.End+1; return c },
		"a line short": func(c *experiment.Chunk) *experiment.Chunk { c.Lines = c.Lines[:len(c.Lines)-2]; return c },
		"half missing": func(c *experiment.Chunk) *experiment.Chunk { c.Lines = c.Lines[:len(c.Lines)/2]; return c },
		"twice": func(c *experiment.Chunk) *experiment.Chunk {
			c.Lines = append(c.Lines, c.Lines...)
			return c
		},
		"rubbish":         func(c *experiment.Chunk) *experiment.Chunk { c.Lines[40] = 0; return c },
		"another episode": func(c *experiment.Chunk) *experiment.Chunk { c.Lines[11]++; return c },
	} {
		d, _, err := experiment.Create(t.TempDir(), p, madeBy())
		if err != nil {
			t.Fatal(err)
		}
		_, err = experiment.Run(t.Context(), d, p, experiment.Options{Chunk: 10, Play: experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
			c, err := p.Play(ctx, first, end, nil)
			return spoil(c), err
		})})
		if !errors.Is(err, experiment.ErrDamaged) || d.Have() != 0 {
			t.Errorf("%s: %v, %d episodes stored", name, err, d.Have())
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLessThanAsked lets strangers play as much as they like: the rest is played by
// others, also when nothing else is left to do.
func TestLessThanAsked(t *testing.T) {
	p := plan(t, toySpec, toys{})
	here, there := t.TempDir(), t.TempDir()
	run(t, here, p, experiment.Options{})
	summary, episodes := result(t, here)
	run(t, there, p, experiment.Options{Workers: 5, Chunk: 300, Play: experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
		return p.PlayUntil(ctx, first, end, nil, func(c *experiment.Chunk) bool { return c.End-c.First > first%7 })
	})})
	same(t, "less than asked", there, summary, episodes)
}

// TestTarget lets an episode take a millisecond, and says so: chunks become as long as
// they should be, and shorter when episodes get longer.
func TestTarget(t *testing.T) {
	p := plan(t, strings.Replace(toySpec, "700", "9000", 1), toys{})
	var sizes []uint64
	run(t, t.TempDir(), p, experiment.Options{Target: 200 * time.Millisecond, Clock: func() time.Duration { return 0 }, Play: experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
		c, err := p.Play(ctx, first, end, nil)
		each := time.Millisecond
		if first > 5000 {
			each *= 4
		}
		c.Times = &experiment.ChunkTimes{Nanoseconds: int64(each) * int64(end-first)}
		sizes = append(sizes, end-first)
		return c, err
	})})
	if want := []uint64{1, 4, 16, 64, 200, 200}; !slices.Equal(sizes[:6], want) || sizes[len(sizes)-2] != 50 {
		t.Errorf("chunks of %v", sizes)
	}
}

// TestChunksOfOneResultTogether: what comes back at once, in however many stretches, is
// forced to the disk once.
func TestChunksOfOneResultTogether(t *testing.T) {
	p := plan(t, toySpec, toys{})
	dir := t.TempDir()
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	single := func(ctx context.Context, spans []experiment.Span) (all []*experiment.Chunk, err error) {
		for e := spans[0].First; e < spans[0].End; e++ {
			c, err := p.Play(ctx, e, e+1, nil)
			if err != nil {
				return nil, err
			}
			all = append(all, c)
		}
		return all, nil
	}
	if _, err := experiment.Run(t.Context(), d, p, experiment.Options{Chunk: 350, Play: single, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "episodes", "000001.jsonl"))
	if n := bytes.Count(text, []byte(`{"batch":`)); n != 2 || err != nil {
		t.Errorf("%d batches (%v), want 2", n, err)
	}
	first := t.TempDir()
	run(t, first, p, experiment.Options{})
	s1, e1 := result(t, first)
	if s2, e2 := result(t, dir); !bytes.Equal(s1, s2) || !bytes.Equal(e1, e2) {
		t.Error("the result differs")
	}
}
