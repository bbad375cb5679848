// SPDX-License-Identifier: BSD-3-Clause

package term

import (
	"os"

	"golang.org/x/term"
)

// IsTerminal reports whether a stream is a file that is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Width returns the number of columns of a terminal, or 0 if the stream is not a terminal.
func Width(stream any) int {
	file, ok := stream.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// WantsColor reports whether the environment does not decline colour (https://no-color.org).
func WantsColor(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}
