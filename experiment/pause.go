// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/veilplan/veil/experiment/durable"
)

const (
	pausedName = "paused"
	napTime    = 500 * time.Millisecond
)

// Pause asks the process that plays a run to take no more chunks, or to continue. The request is a
// file in the run directory, so that any process can make it and checking it needs no connection.
func Pause(path string, on bool) error {
	name := filepath.Join(path, pausedName)
	if on {
		f, err := durable.Inside(path).OpenFile(name, os.O_WRONLY|os.O_CREATE)
		if err != nil {
			return err
		}
		return f.Close()
	}
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Paused reports whether a run was asked to wait.
func Paused(path string) bool {
	_, err := os.Lstat(filepath.Join(path, pausedName))
	return err == nil
}

// nap waits while the run is paused.
func (r *session) nap(ctx context.Context) {
	for Paused(r.dir.Path) && ctx.Err() == nil {
		select {
		case <-time.After(napTime):
		case <-ctx.Done():
		}
	}
}
