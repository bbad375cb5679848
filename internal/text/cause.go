// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"errors"
	"io/fs"
)

// FileCause strips the operation and the file name from an error, for messages that already contain them.
func FileCause(err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err
	}
	return err
}
