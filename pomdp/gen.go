// SPDX-License-Identifier: BSD-3-Clause

package pomdp

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/problems/hallway"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/problems/tiger"
)

// Names returns the names that [Named] accepts.
func Names() []string { return []string{"tiger", "tag", "hallway", "hallway2", "rocksample-N-K"} }

// Named builds a problem of one of the built-in domains, as tables. The error lists the names.
func Named(name string) (*tabular.Problem, error) {
	var n, k int
	switch {
	case name == "tiger":
		return tabular.From(tiger.Model{}, tiger.Discount, maxStates)
	case name == "tag":
		return tabular.From(tag.New(), tag.Discount, maxStates)
	case name == "hallway":
		return building(1)
	case name == "hallway2":
		return building(2)
	case scanned(name, &n, &k):
		m, err := rocksample.Standard(n, k, 0)
		if err != nil {
			return nil, api.NewProblem(api.Unsupported, name+" cannot be listed", err.Error())
		}
		if n*n<<k > 1<<16 {
			return nil, api.NewProblem(api.TooLarge, name+" is too large for a file", "")
		}
		return tabular.From(m, rocksample.Discount, maxStates)
	}
	return nil, api.NewProblem(api.Unsupported, fmt.Sprintf("no problem %q", name), "there are "+strings.Join(Names(), ", "))
}

func building(n int) (*tabular.Problem, error) {
	m, err := hallway.New(n)
	if err != nil {
		return nil, err
	}
	return tabular.From(m, hallway.Discount, maxStates)
}

// scanned parses rocksample-N-K.
func scanned(name string, n, k *int) bool {
	_, err := fmt.Sscanf(name, "rocksample-%d-%d", n, k)
	return err == nil && name == fmt.Sprintf("rocksample-%d-%d", *n, *k)
}

// Text returns a problem in the format of pomdp-solve.
func Text(p *tabular.Problem) ([]byte, error) {
	var b bytes.Buffer
	err := cassandra.Write(&b, p)
	return b.Bytes(), err
}
