// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package durable_test

import (
	"path/filepath"
	"testing"

	"github.com/veilplan/veil/experiment/durable"
)

// TestLock: the second one is refused until the first lets go.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	first, err := durable.Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := durable.Lock(name); err == nil {
		t.Error("two have the lock", second.Close())
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := durable.Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}
