// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestForget forgets what one of three workers played, in the middle of a run and after
// it: exactly that is missing, and the run ends as if he had never been there.
func TestForget(t *testing.T) {
	p := plan(t, toySpec, toys{})
	first, dir := t.TempDir(), t.TempDir()
	run(t, first, p, experiment.Options{})
	summary, episodes := result(t, first)
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]uint64{}
	var stored int
	options := experiment.Options{Chunk: 9, Play: experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
		c, err := p.Play(ctx, first, end, nil)
		c.By = []string{"ann", "bob", "cid"}[first/9%3]
		c.Stored = func() { stored++ }
		theirs[c.By] += end - first
		return c, err
	})}
	if _, err := experiment.Run(t.Context(), d, p, options); err != nil {
		t.Fatal(err)
	}
	if n, err := d.PlayedBy("bob"); err != nil || n != theirs["bob"] || stored != 78 {
		t.Errorf("%d episodes by bob, want %d (%v); %d chunks stored", n, theirs["bob"], err, stored)
	}
	if d.Lacks(9, 18) || !d.Lacks(700, 800) {
		t.Error("what is there, and what is not?")
	}
	for range 2 {
		if err := d.Forget("bob"); err != nil {
			t.Fatal(err)
		}
	}
	if d.Have() != 700-theirs["bob"] || !d.Lacks(9, 18) || d.Lacks(8, 10) {
		t.Errorf("%d episodes are left", d.Have())
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	again, torn, err := experiment.Create(dir, p, madeBy())
	if err != nil || torn != 0 || again.Have() != 700-theirs["bob"] {
		t.Fatalf("opened again: %d torn bytes, %d episodes, %v", torn, again.Have(), err)
	}
	if n, err := again.PlayedBy("bob"); n != 0 || err != nil {
		t.Errorf("%d episodes still by bob (%v)", n, err)
	}
	_, err = experiment.Run(t.Context(), again, p, experiment.Options{Chunk: 4})
	if err := errors.Join(err, again.Close()); err != nil {
		t.Fatal(err)
	}
	same(t, "forgotten", dir, summary, episodes)
}

// TestAgain plays again what one of three workers played, of which some episodes are wrong.
// At no time is an episode missing that was there; a run that is stopped on the way goes on
// where it was, and ends as if he had never been there.
func TestAgain(t *testing.T) {
	p := plan(t, toySpec, toys{})
	first, dir := t.TempDir(), t.TempDir()
	run(t, first, p, experiment.Options{})
	summary, episodes := result(t, first)
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	options := experiment.Options{Chunk: 9, Play: experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
		c, err := p.Play(ctx, first, end, nil)
		if c.By = []string{"ann", "bob", "cid"}[first/9%3]; c.By == "bob" {
			c.Lines = bytes.ReplaceAll(c.Lines, []byte(`"score":`), []byte(`"score":9`))
		}
		return c, err
	})}
	if _, err := experiment.Run(t.Context(), d, p, options); err != nil {
		t.Fatal(err)
	}
	if _, wrong := result(t, dir); bytes.Equal(wrong, episodes) {
		t.Fatal("bob was right")
	}
	have := d.Have()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for left := uint64(1); left > 0; ctx = t.Context() {
		if options.Again, err = d.Of("bob"); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(options.Again) // what several have played is in no order
		options.Play = experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
			c, err := p.Play(ctx, first, end, nil)
			c.By = "dan"
			return c, err
		})
		options.Progress = func(experiment.Progress) {
			if d.Have() != have {
				t.Errorf("%d episodes are there, and there were %d", d.Have(), have)
			}
			stop()
		}
		_, err := experiment.Run(ctx, d, p, options)
		if err := errors.Join(d.Close(), ignore(err, context.Canceled)); err != nil {
			t.Fatal(err)
		}
		if d, _, err = experiment.Create(dir, p, madeBy()); err != nil || d.Have() != have {
			t.Fatalf("%v, %d episodes are there, and there were %d", err, d.Have(), have)
		}
		if left, err = d.PlayedBy("bob"); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := d.PlayedBy("dan"); n == 0 || err != nil {
		t.Errorf("%d episodes by dan (%v)", n, err)
	}
	times, err := d.Times()
	if err := errors.Join(err, d.Close()); err != nil || times.Episodes != have {
		t.Errorf("%d episodes are in the times, want %d (%v)", times.Episodes, have, err)
	}
	same(t, "played again", dir, summary, episodes)
}

func ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}
