// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

// Command veil-wasm is the engine in a browser when it is built for js/wasm. Built for anything
// else, it answers the same questions, one per line, on standard input and output, so that the two
// can be compared. The engine for games takes a role: player, coach or referee.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
)

func main() {
	table, err := verbs(role())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		tell := func(doc []byte) { fmt.Printf("%s\n", doc) }
		tell(table.Ask(context.Background(), lines.Bytes(), tell))
		fmt.Println("null")
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
