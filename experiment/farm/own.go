// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/veilplan/veil/experiment/durable"
)

// maxOwn is the maximum size of a file that a farm keeps in a run directory: ten million confirmations.
const maxOwn = 2 << 30

// ownFile opens a file that the farm keeps in a run directory, readable by its owner only. Links
// are not followed, and opening a pipe does not block.
func ownFile(dir, name string, flag int) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // nothing was written through it
	switch info, err := root.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s in %s: %w", name, dir, durable.ErrNotRegular)
	}
	return root.OpenFile(name, flag, 0o600)
}

// readOwn reads a file of the farm in a run directory.
func readOwn(dir, name string) ([]byte, error) {
	f, err := ownFile(dir, name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxOwn))
	return text, errors.Join(err, f.Close())
}

// writeOwn writes a file of the farm in a run directory.
func writeOwn(dir, name string, text []byte) error {
	f, err := ownFile(dir, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}
