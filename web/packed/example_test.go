// SPDX-License-Identifier: BSD-3-Clause

package packed_test

import (
	"fmt"
	"testing/fstest"

	"github.com/veilplan/veil/web/packed"
)

// A compressed file is of use only while the list has the tag of what it was made of.
func ExampleRead() {
	page := fstest.MapFS{
		"veil.js":       {Data: []byte("let a = 2")},
		"veil.js.br":    {Data: []byte("…")},
		packed.ListName: {Data: []byte(`{"level":11,"tags":{"veil.js":"` + packed.Tag([]byte("let a = 1")) + `"}}`)},
	}
	list, err := packed.Read(page)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("fresh:", list.Tags["veil.js"] == packed.Tag(page["veil.js"].Data))
	// Output:
	// fresh: false
}
