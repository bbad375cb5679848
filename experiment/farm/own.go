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

// maxOwn is the largest of the files that a farm keeps in the directory of a run: ten million confirmations.
const maxOwn = 2 << 30

// ownFile opens a file that the farm keeps in the directory of a run, for its owner only. A link that somebody put
// there is not followed, and a pipe is not waited for.
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

// readOwn reads such a file.
func readOwn(dir, name string) ([]byte, error) {
	f, err := ownFile(dir, name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxOwn))
	return text, errors.Join(err, f.Close())
}

// writeOwn writes such a file.
func writeOwn(dir, name string, text []byte) error {
	f, err := ownFile(dir, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}
