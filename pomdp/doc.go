// SPDX-License-Identifier: BSD-3-Clause

// Package pomdp answers every question about a problem with rewards that is given as a file:
// how large it is, what best play is worth, and what a policy earns.
package pomdp

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/pomdpx"
	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/search/alpha"
)

// Policy is what to do in every belief of a problem.
type Policy = alpha.Policy[tabular.State, tabular.Action, tabular.Seen]

// MaxText is the size of the largest file that is read.
const MaxText = cassandra.MaxBytes

// maxStates limits what is listed.
const maxStates = 1 << 20

// Read reads a problem, in the format of pomdp-solve or of PomdpX, which is XML. What is wrong with it is an [api.Problem] with line and column.
func Read(text []byte) (*tabular.Problem, error) {
	read := cassandra.Read
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		read = pomdpx.Read
	}
	p, err := read(bytes.NewReader(text))
	if fault, ok := errors.AsType[*cassandra.Error](err); ok {
		doc := api.NewProblem(api.Malformed, fmt.Sprintf("line %d, column %d: the problem cannot be read", fault.Line, fault.Column), fault.Message)
		doc.Line, doc.Column = fault.Line, fault.Column
		return nil, doc
	}
	if err != nil {
		return nil, api.NewProblem(api.TooLarge, "the problem cannot be read", err.Error())
	}
	return p, nil
}

// Load reads a policy of the problem.
func Load(r io.Reader, p *tabular.Problem) (*Policy, error) {
	policy, err := alpha.Read(r, p)
	if err != nil {
		return nil, api.NewProblem(api.Malformed, "the policy cannot be used", err.Error())
	}
	return policy, nil
}

// Info returns the size of a problem.
func Info(p *tabular.Problem) (*api.PomdpInfo, error) {
	v, err := alpha.Measure(p, maxStates)
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	t := p.Tables()
	return &api.PomdpInfo{
		Schema: "pomdp.info/1", States: len(t.States), Actions: len(t.Actions), Observations: len(t.Observations),
		Discount: t.Discount, Starts: len(t.Start), Reachable: v.States, Outcomes: v.Outcomes,
		Classes: v.Classes, Widest: v.Widest, Least: v.Least, Most: v.Most,
	}, nil
}
