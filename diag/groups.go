// SPDX-License-Identifier: BSD-3-Clause

package diag

import (
	"fmt"
	"slices"
)

// group reads the lines "group" and "setup", and returns the setup cost of each group.
func (p *parser) group() (setups []string, err error) {
	t := p.table
	fail := func(test int, format string, args ...any) error {
		return &Error{Line: max(p.at, 1), Column: test + 3, What: fmt.Sprintf(format, args...)}
	}
	for i, name := range p.groups {
		if name == "" {
			continue
		}
		at := slices.IndexFunc(t.Groups, func(g Group) bool { return g.Name == name })
		if at < 0 {
			if at = len(t.Groups); at == MaxGroups {
				return nil, fail(i, "more than %d groups", MaxGroups)
			}
			t.Groups, setups = append(t.Groups, Group{Name: name}), append(setups, "")
		}
		t.Tests[i].Group = at + 1
	}
	for i, cost := range p.setups {
		if cost == "" {
			continue
		}
		if _, err := decimals(cost); err != nil {
			return nil, fail(i, "setup %q: %v", cost, err)
		}
		g := t.Tests[i].Group - 1
		if g < 0 {
			return nil, fail(i, "%s is in no group, so there is nothing to set up", t.Tests[i].Name)
		}
		if setups[g] != "" && setups[g] != cost {
			return nil, fail(i, "setup %s: that of %s was %s before", cost, t.Groups[g].Name, setups[g])
		}
		setups[g] = cost
	}
	for g := range setups {
		if setups[g] == "" {
			return nil, fail(0, `what does it cost to set up %s? Give it in a line "setup"`, t.Groups[g].Name)
		}
	}
	return setups, nil
}
