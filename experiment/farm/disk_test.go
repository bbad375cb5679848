// SPDX-License-Identifier: BSD-3-Clause

//go:build linux

package farm

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// smallDisk mounts a file system of some kilobytes.
func smallDisk(t *testing.T, kilobytes string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("veil", dir, "tmpfs", 0, "size="+kilobytes+"k"); errors.Is(err, syscall.EPERM) {
		t.Skip("only root can make a small disk")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill leaves no room on a disk.
func fill(t *testing.T, dir string) (free func()) {
	t.Helper()
	name := filepath.Join(dir, "ballast")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 16; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	_ = f.Close()
	return func() { _ = os.Remove(name) }
}

// TestFullRunDisk fills the disk of the run directory: the run ends with an error, and
// goes on when there is room.
func TestFullRunDisk(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.role.Delay *= 4 // or the run is over before the disk is full
	w.dir = filepath.Join(smallDisk(t, "65536"), "run")
	w.serve()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(1500*time.Millisecond) {
		free := fill(t, filepath.Dir(w.dir))
		if !w.run.ended(time.Minute) {
			t.Fatalf("the run did not notice that the disk is full:\n%s", tail(w.run.said.String()))
		}
		free()
		if w.run.err == nil {
			break // it was faster
		}
		n++
		w.start()
	}
	w.finish(n)
}

// TestFullServerDisk fills the disk of the server: whoever watches it starts it again
// when there is room, and everybody goes on.
func TestFullServerDisk(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.serve()
	w.servers[0].kill()
	w.configs[0].Dir = filepath.Join(smallDisk(t, "65536"), "server")
	w.servers[0] = start(t, role{Server: &w.configs[0]})
	w.await(w.url)
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(1500*time.Millisecond) {
		free := fill(t, filepath.Dir(w.configs[0].Dir))
		n++
		w.run.ended(2 * time.Second)
		free()
		w.servers[0].kill()
		w.servers[0] = start(t, role{Server: &w.configs[0]})
		w.await(w.url)
	}
	w.finish(n)
}
