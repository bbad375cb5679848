// SPDX-License-Identifier: BSD-3-Clause

//go:build (play || kriegspiel) && !js

package main

import "github.com/veilplan/veil/krieg/ending"

// book returns the tables of endings.
func book() *ending.Book {
	b, err := ending.Standard()
	if err != nil {
		return nil // the engine then plays without tables
	}
	return b
}
