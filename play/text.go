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

	all    []T         // see [Listed]; empty if the values are not listed
	number func(T) int // place in all, or -1
}

// Listed returns the text form with the list of all values, so that each also has a number: its
// place in the list.
func Listed[T comparable](t Text[T], all ...T) Text[T] {
	numbers := make(map[T]int, len(all))
	for i, v := range all {
		numbers[v] = i
	}
	t.all = all
	t.number = func(v T) int {
		if i, ok := numbers[v]; ok {
			return i
		}
		return -1
	}
	return t
}

// Names returns the text of all values by number, or nothing if they are not listed.
func (t Text[T]) Names() []string {
	var names []string
	for _, v := range t.all {
		names = append(names, t.Format(v))
	}
	return names
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
	return Listed(Text[T]{
		Format: T.String,
		Parse: func(name string) (T, error) {
			v, ok := byName[name]
			if !ok {
				return v, fmt.Errorf("%q: want one of %s", name, strings.Join(names, ", "))
			}
			return v, nil
		},
	}, all...)
}
