// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"bytes"
	"context"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/alpha"
)

// policyParams select the source of a policy.
type policyParams struct {
	// Walks is the number of walks of the solver that computes the policy before the first episode.
	Walks int `json:"walks,omitempty"`
	// Policy is a file written by "veil pomdp solve --policy" or another program.
	Policy string `json:"policy,omitempty"`
	// SHA256 is the file's checksum, so that an experiment records which policy it used.
	SHA256 string `json:"sha256,omitempty"`
}

// given reports whether there is a policy.
func (p *policyParams) given() bool { return p.Walks > 0 || p.Policy != "" }

// settle checks the parameters and completes the checksum.
func (p *policyParams) settle(out play.Access) error {
	switch {
	case p.Walks < 0:
		return fmt.Errorf("walks %d: want 0 or more", p.Walks)
	case p.Walks > 0 && p.Policy != "":
		return fmt.Errorf("walks %d and the policy %s: want one of them", p.Walks, p.Policy)
	case p.Policy == "":
		return nil
	}
	_, err := p.read(out)
	return err
}

// maxPolicy is the size of the largest policy that is read.
const maxPolicy = 1 << 28

// read returns the file if its checksum matches the one given, or fills in the checksum.
func (p *policyParams) read(out play.Access) ([]byte, error) {
	data, sum, err := out.Read(play.File{Name: p.Policy, SHA256: p.SHA256, Most: maxPolicy})
	if err == nil {
		p.SHA256 = sum
	}
	return data, err
}

// exactProblem is the form of a problem that the solver takes.
type exactProblem[S, A, O comparable] struct {
	veil.Model[S, A, O]
	veil.Enumerator[S, A, O]
}

// policy returns the policy, which is computed or loaded when it is first asked for.
func (p *Problem[S, A, O]) policy(out play.Access, params policyParams) *shared[*alpha.Policy[S, A, O]] {
	model := exactProblem[S, A, O]{p.Model, p.Exact}
	return share(func(ctx context.Context) (*alpha.Policy[S, A, O], error) {
		if params.Policy != "" {
			data, err := params.read(out)
			if err != nil {
				return nil, err
			}
			found, err := alpha.Read(bytes.NewReader(data), model)
			if err != nil {
				err = fmt.Errorf("%s: %w", params.Policy, err)
			}
			return found, err
		}
		s, err := alpha.Solve(ctx, model, veil.Budget{Simulations: params.Walks}, alpha.Config{Discount: p.Discount})
		if err != nil {
			return nil, err
		}
		return s.Policy, nil
	})
}
