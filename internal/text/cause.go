// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"errors"
	"io/fs"
)

// FileCause leaves out what an error about a file repeats.
func FileCause(err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err
	}
	return err
}
