// SPDX-License-Identifier: BSD-3-Clause

package tiger

import "fmt"

func names() [3]string { return [3]string{"listen", "left", "right"} }

// String returns "listen", "left" or "right".
func (a Action) String() string { return names()[a] }

// MarshalText returns the action's name.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the action's name.
func (a *Action) UnmarshalText(text []byte) error {
	for i, name := range names() {
		if string(text) == name {
			*a = Action(i)
			return nil
		}
	}
	return fmt.Errorf("action %q: want listen, left or right", text)
}

// String returns "silence", "growl-left" or "growl-right".
func (o Sound) String() string { return [3]string{"silence", "growl-left", "growl-right"}[o] }
