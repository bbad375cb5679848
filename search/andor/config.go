// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"errors"
	"fmt"
	"strings"
)

// Method is a way to search.
type Method uint8

// The methods. All but Veil are those of Russell & Wolfe 2005.
const (
	Veil Method = iota // our own: single states first, masks, tables of beliefs
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

// Config chooses a method and its parts. The zero value is our best.
type Config struct {
	Method Method

	// LegalFirst (L) looks at refusals after everything else that can be heard. DUB and
	// DBU always do. For DFS and PNS.
	LegalFirst bool
	// Early (E) judges every state as soon as it is made. DUB, DBU and IPNS always do.
	// For DFS.
	Early bool
	// Greedy (G) gives up an OR node when a step that cannot hurt leads to a lost one
	// (theorem 2). It is applied only where it is sound: after refusals that change no
	// state, and where the problem says so ([SafeStepper]). For DFS, DUB and DBU.
	Greedy bool
	// IllegalFirst (X) looks at refusals before everything else. For DFS.
	IllegalFirst bool

	// The parts of Veil, all on by default.
	NoPrecheck bool // do not ask first whether each state could be won if it were seen
	NoOrder    bool // do not try first what leaves the fewest replies
	NoCover    bool // do not decide the last ply by masks
	NoStrike   bool // do not let the problem decide the last plies of single states
	NoTable    bool // do not keep decided beliefs, to answer for their subsets and supersets
	NoGrowth   bool // do not search a part of a belief before the whole

	// Refutation makes Veil prove a verdict Disproved by a refutation of at most so many
	// nodes, if there is one.
	Refutation int

	// Nodes and States end the search after so many belief nodes expanded or hidden
	// states made; 0 means no limit. The result is the same on any machine.
	Nodes, States int64
	// Memory ends the search when about so many bytes are held; 0 means no limit.
	Memory int64
	// Progress, if set, is called now and then.
	Progress func(Stats)
	// Beliefs puts the hidden states of every node into the plan.
	Beliefs bool
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
			return Config{}, fmt.Errorf("method %q: the letters are L, E, G and X", name)
		}
	}
	if !strings.EqualFold(c.Method.String(), base) {
		return Config{}, fmt.Errorf("method %q: known are veil, DFS, PNS, UDB, DUB, DBU and IPNS", name)
	}
	return c, c.validate()
}

// PaperMethods returns the names of the methods compared in the paper.
func PaperMethods() []string {
	return []string{"DFS", "L-DFS", "E-DFS", "LE-DFS", "GL-DFS", "GX-DFS", "PNS", "UDB", "DUB", "DBU", "GL-DBU", "IPNS"}
}

// ours returns the configuration with our own method in place of another.
func (c Config) ours() Config {
	c.Method, c.LegalFirst, c.Early, c.Greedy, c.IllegalFirst = Veil, false, false, false, false
	return c
}

func (c *Config) validate() error {
	letters := ""
	switch c.Method {
	case DFS, DUB, DBU:
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

// Verdict is the answer of a search.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // the search was ended before it knew
	Proved
	Disproved
)

// String returns the verdict in one word.
func (v Verdict) String() string {
	switch v {
	case Proved:
		return "proved"
	case Disproved:
		return "disproved"
	default:
		return "unknown"
	}
}

// Stats is the work of a search.
type Stats struct {
	Nodes  int64 // belief nodes expanded
	States int64 // hidden states made
	Memory int64 // about how many bytes were held at most
}

// The reasons for which a search ends without a verdict, beside its context.
var (
	ErrNodes   = errors.New("node limit reached")
	ErrStates  = errors.New("state limit reached")
	ErrMemory  = errors.New("memory limit reached")
	ErrEndless = errors.New("refusals change states without end: the rules are not those of a game")
)
