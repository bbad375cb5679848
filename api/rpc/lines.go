// SPDX-License-Identifier: BSD-3-Clause

package rpc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
)

// line is a line of the input: its text, or its length if it is too long.
type line struct {
	text  []byte
	long  bool
	bytes int
	err   error
}

// readLines reads in a goroutine, so that a blocked read does not delay the end of the
// conversation. It never holds more than limit bytes of a line.
func readLines(ctx context.Context, in io.Reader, limit int) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(in); ; {
			l, more := nextLine(r, limit)
			if l.bytes == 0 && !more && l.err == nil {
				return
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
			if !more {
				return
			}
		}
	}()
	return lines
}

// nextLine reads up to the end of a line. more is false after the end of the input or an error.
func nextLine(r *bufio.Reader, limit int) (l line, more bool) {
	for {
		part, err := r.ReadSlice('\n')
		l.bytes += len(part)
		if l.long = l.bytes > limit+1; !l.long { // the end of the line does not count
			l.text = append(l.text, part...)
		}
		switch {
		case err == nil:
			l.text = bytes.TrimSpace(l.text)
			return l, true
		case errors.Is(err, io.EOF):
			l.text = bytes.TrimSpace(l.text)
			return l, false
		case !errors.Is(err, bufio.ErrBufferFull):
			l.err = err
			return l, false
		}
	}
}
