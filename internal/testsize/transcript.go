// SPDX-License-Identifier: BSD-3-Clause

package testsize

import (
	"bytes"
	"sync"
)

// Transcript keeps what a program writes. It can be read while the program still writes.
type Transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends to the text.
func (t *Transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

// String returns the text so far.
func (t *Transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}
