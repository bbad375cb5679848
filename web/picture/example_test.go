// SPDX-License-Identifier: BSD-3-Clause

package picture_test

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/veilplan/veil/web/picture"
)

// The card of a position, as other sites show it beside a link.
func ExampleCard_PNG() {
	board, err := picture.ReadMines("4x4-4-safe-1_______________")
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := picture.Card{Title: "57.42%", Lines: []string{"660 layouts", "open r1c3"}, Board: board}.PNG()
	if err != nil {
		fmt.Println(err)
		return
	}
	config, err := png.DecodeConfig(bytes.NewReader(file))
	fmt.Println(config.Width, config.Height, err)
	// Output:
	// 1200 630 <nil>
}
