// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"strings"
	"unicode/utf8"
)

// ShortList joins names, and shortens a list that does not fit; it always keeps the first name.
func ShortList(names []string, room int) string {
	if all := strings.Join(names, ", "); len(all) <= room || len(names) == 1 {
		return all
	}
	rest := ", … (" + Plural(len(names), "cell") + ")"
	text := names[0]
	for _, name := range names[1:] {
		if utf8.RuneCountInString(text+", "+name+rest) > room {
			break
		}
		text += ", " + name
	}
	return text + rest
}

// IsAre joins names and adds the verb: "a is", "a and b are".
func IsAre(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are"
}
