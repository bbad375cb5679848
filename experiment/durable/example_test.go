// SPDX-License-Identifier: BSD-3-Clause

package durable_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/veilplan/veil/experiment/durable"
)

// WriteText replaces a file at once and returns when it is on the disk.
func ExampleWriteText() {
	dir, err := os.MkdirTemp("", "durable")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "settings")
	for _, text := range []string{"old", "new"} {
		if err := durable.WriteText(durable.OS{}, name, []byte(text)); err != nil {
			fmt.Println(err)
			return
		}
	}
	text, err := durable.ReadText(durable.OS{}, name, 1<<10)
	fmt.Println(string(text), err)
	// Output:
	// new <nil>
}
