// SPDX-License-Identifier: BSD-3-Clause

package rusage_test

import (
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
)

func TestUsage(t *testing.T) {
	start := rusage.CPU()
	var held [][]byte
	for rusage.CPU()-start < 20*time.Millisecond {
		page := make([]byte, 1<<20)
		for i := 0; i < len(page); i += 4096 {
			page[i] = 1
		}
		if held = append(held, page); len(held) > 64 {
			held = held[:0]
		}
	}
	if peak := rusage.Peak(); peak < 1<<20 || peak > 1<<40 {
		t.Errorf("the process peaked at %d bytes", peak)
	}
}
