// SPDX-License-Identifier: BSD-3-Clause

package cloud_test

import (
	"fmt"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
)

// after returns a cloud after some quiet moves of both sides, with Black to move.
func after(b *testing.B, boards int) *cloud.Cloud {
	b.Helper()
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\nW d2d4 yes\nB moved\nW g1f3 yes\nB moved\nW f1c4 yes\nB moved\nW c2c3 yes\n")
	if err != nil {
		b.Fatal(err)
	}
	c, err := cloud.Follow(b.Context(), &h, cloud.Config{Boards: boards})
	if err != nil {
		b.Fatal(err)
	}
	return c
}

func BenchmarkHear(b *testing.B) {
	for _, boards := range []int{100, 300, 1000} {
		c := after(b, boards)
		hear := func(b *testing.B, e krieg.Event) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Hear(b.Context(), e); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(fmt.Sprintf("event=hidden/boards=%d", boards), func(b *testing.B) { hear(b, krieg.Event{By: krieg.Black}) })
		b.Run(fmt.Sprintf("event=refusal/boards=%d", boards), func(b *testing.B) {
			hear(b, krieg.Event{By: krieg.Black, Heard: krieg.Percept{Answer: krieg.No}})
		})
	}
}
