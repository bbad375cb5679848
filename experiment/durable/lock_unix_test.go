// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
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

// TestSyncDirForces: a directory that cannot be forced to a disk shows that this is tried.
func TestSyncDirForces(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	if err := durable.SyncDir("/proc"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("got %v, want %v", err, syscall.EINVAL)
	}
}

// TestPipes: what would wait for ever is not opened.
func TestPipes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (durable.OS{}).Open(name); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("open: %v", err)
	}
	if _, err := (durable.OS{}).OpenFile(name, os.O_WRONLY); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("open to write: %v", err)
	}
	if _, err := durable.ReadText(durable.OS{}, os.DevNull, 10); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("a device: %v", err)
	}
}
