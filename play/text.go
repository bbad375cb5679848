// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"fmt"
	"strings"
)

// Text is the text form of a type. Parse must return the value that Format wrote.
type Text[T any] struct {
	Format func(T) string
	Parse  func(string) (T, error)
}

// Words returns the text form of a type with few values, each with its own name.
func Words[T interface {
	comparable
	fmt.Stringer
}](all ...T) Text[T] {
	byName, names := make(map[string]T, len(all)), make([]string, len(all))
	for i, v := range all {
		names[i] = v.String()
		byName[names[i]] = v
	}
	return Text[T]{
		Format: T.String,
		Parse: func(name string) (T, error) {
			v, ok := byName[name]
			if !ok {
				return v, fmt.Errorf("%q: want one of %s", name, strings.Join(names, ", "))
			}
			return v, nil
		},
	}
}
