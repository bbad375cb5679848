// SPDX-License-Identifier: BSD-3-Clause

package baseline

import (
	"errors"
	"fmt"
	"strings"
)

// Method is a way to search.
type Method uint8

// The methods. All except Veil are those of Russell & Wolfe 2005.
const (
	Veil Method = iota // that of package andor
	DFS                // depth-first over whole beliefs
	PNS                // proof-number search over whole beliefs
	UDB                // uncertainty, depth, breadth: LE-DFS
	DUB                // depth, uncertainty, breadth: one branch of the tree at a time
	DBU                // depth, breadth, uncertainty: one hidden state at a time
	IPNS               // proof-number search, one hidden state at a time
	methods
)

// String returns the name in the paper.
func (m Method) String() string {
	if m >= methods {
		return fmt.Sprintf("Method(%d)", uint8(m))
	}
	return [methods]string{"veil", "DFS", "PNS", "UDB", "DUB", "DBU", "IPNS"}[m]
}

// Config chooses a method and its improvements (Russell & Wolfe 2005, §5.2). The zero
// value chooses the prover of package andor, so that [Prove] runs every method to be compared.
type Config struct {
	Method Method

	// LegalFirst (L) searches refusals after all other announcements. It is for DFS and PNS; UDB,
	// DUB and DBU always do so.
	LegalFirst bool
	// Early (E) judges every state as soon as it is made. It is for DFS; DUB, DBU and
	// IPNS always do so.
	Early bool
	// Greedy (G) disproves an OR node as soon as a step that never hurts leads to a lost one
	// (theorem 2). It applies only where that is sound: after refusals that change no state, and
	// after steps that the problem declares (andor.SafeStepper). It is for DFS, UDB, DUB and DBU.
	Greedy bool
	// IllegalFirst (X) searches refusals before all other announcements. It is for DFS.
	IllegalFirst bool
}

// Named returns the configuration with a name as in the paper, such as "GX-DFS",
// "GL-DBU" or "IPNS", or "veil".
func Named(name string) (Config, error) {
	letters, base, ok := strings.Cut(name, "-")
	if !ok {
		letters, base = "", name
	}
	var c Config
	for c.Method = range methods {
		if strings.EqualFold(c.Method.String(), base) {
			break
		}
	}
	for _, letter := range strings.ToUpper(letters) {
		switch letter {
		case 'L':
			c.LegalFirst = true
		case 'E':
			c.Early = true
		case 'G':
			c.Greedy = true
		case 'X':
			c.IllegalFirst = true
		default:
			return Config{}, fmt.Errorf("method %q: the letters before a method are L, E, G and X; want veil, or one such as %s", name, strings.Join(Names(), ", "))
		}
	}
	if !strings.EqualFold(c.Method.String(), base) {
		return Config{}, fmt.Errorf("method %q: want veil, or one of the paper, such as %s", name, strings.Join(Names(), ", "))
	}
	return c, c.validate()
}

// Names returns the names of the methods compared in the paper.
func Names() []string {
	return []string{"DFS", "L-DFS", "E-DFS", "LE-DFS", "GL-DFS", "GX-DFS", "PNS", "UDB", "DUB", "DBU", "GL-DBU", "IPNS"}
}

func (c *Config) validate() error {
	letters := ""
	switch c.Method {
	case DFS, UDB, DUB, DBU:
		letters = "LG"
	case PNS:
		letters = "L"
	default:
	}
	switch {
	case c.Method >= methods:
		return fmt.Errorf("no such method: %v", c.Method)
	case c.LegalFirst && c.IllegalFirst:
		return errors.New("legal first and illegal first exclude each other")
	case c.LegalFirst && !strings.Contains(letters, "L"):
		return fmt.Errorf("%v has no L", c.Method)
	case (c.Early || c.IllegalFirst) && c.Method != DFS:
		return fmt.Errorf("%v has no E or X", c.Method)
	case c.Greedy && !strings.Contains(letters, "G"):
		return fmt.Errorf("%v has no G", c.Method)
	}
	return nil
}

// Source returns where the paper describes the method: Russell & Wolfe, "Efficient belief-state AND-OR search, with
// application to Kriegspiel", IJCAI 2005, pp. 278–285.
func (c Config) Source() string {
	where := map[Method]string{
		Veil: "package search/andor", DFS: "fig. 2 and 3", PNS: "§5.1", UDB: "§6.1", DUB: "fig. 6", DBU: "fig. 5", IPNS: "§6.1",
	}[c.Method]
	if c.Method == Veil {
		return where
	}
	source := "Russell & Wolfe 2005, pp. 278–285, " + where
	if c.LegalFirst || c.Early || c.Greedy || c.IllegalFirst {
		source += " with the letters of §5.2"
	}
	return source
}
