// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

// TestAccounts counts the episodes and the time of three workers over two months, before and after
// one of them is forgotten and others have played again what it had, or a part of a chunk.
func TestAccounts(t *testing.T) {
	p := plan(t, toySpec, toys{})
	dir := t.TempDir()
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"ann", "bob", ""}
	play := func(month string) experiment.Options {
		return experiment.Options{Chunk: 10, Play: experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
			c, err := p.Play(ctx, first, end, nil)
			c.By, c.Month = names[first/10%uint64(len(names))], month
			c.Times = &experiment.ChunkTimes{Nanoseconds: int64(end-first) * 1000}
			return c, err
		})}
	}
	if _, err := experiment.Run(t.Context(), d, p, play("2026-10")); err != nil {
		t.Fatal(err)
	}
	account := func(by, month string, n uint64) experiment.Account {
		return experiment.Account{By: by, Month: month, Episodes: n, Busy: time.Duration(n) * time.Microsecond}
	}
	wantAccounts(t, d, account("ann", "2026-10", 240), account("bob", "2026-10", 230))
	names = []string{"cid"}
	err = errors.Join(d.Forget("bob"), d.Close())
	if d, _, _ = experiment.Create(dir, p, madeBy()); err != nil {
		t.Fatal(err)
	}
	wantAccounts(t, d, account("ann", "2026-10", 240))
	if _, err := experiment.Run(t.Context(), d, p, play("2026-11")); err != nil {
		t.Fatal(err)
	}
	wantAccounts(t, d, account("ann", "2026-10", 240), account("cid", "2026-11", 230))
	again := play("2026-11")
	again.Again = []experiment.Span{{First: 0, End: 4}}
	if _, err := experiment.Run(t.Context(), d, p, again); err != nil {
		t.Fatal(err)
	}
	wantAccounts(t, d, account("ann", "2026-10", 236), account("cid", "2026-11", 234))
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func wantAccounts(t *testing.T, d *experiment.Dir, want ...experiment.Account) {
	t.Helper()
	if got, err := d.Accounts(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("accounts: %v (%v), want %v", got, err, want)
	}
}
