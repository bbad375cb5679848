// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/proof"
)

// ReadProof reads a document of [Prove]. It checks the form, not the proof.
func ReadProof(r io.Reader) (*api.DiagProof, error) {
	doc := &api.DiagProof{}
	if err := proof.ReadJSON(r, doc); err != nil {
		return nil, err
	}
	if err := proves(doc); err != nil {
		return nil, err
	}
	return doc, nil
}

// proves returns an error for a document that cannot be a proof.
func proves(doc *api.DiagProof) error {
	switch {
	case doc.Schema != "diag.proof/1":
		return fmt.Errorf("schema %q: want diag.proof/1", doc.Schema)
	case doc.Verdict != "proved" || doc.Proof == nil:
		return errors.New("the document has no plan, so it proves nothing")
	}
	return nil
}

// Replay performs the plan of a proof for every fault of a table, by the rules alone: it uses
// nothing of the search, and trusts no figure of the document.
func Replay(ctx context.Context, t *diag.Table, doc *api.DiagProof) (*api.DiagReplay, error) {
	out := &api.DiagReplay{Schema: "diag.replay/1", Within: doc.Within}
	if doc.Proof.Plies > doc.Within+1 {
		out.Why = fmt.Sprintf("the plan takes up to %d tests, not %d", doc.Proof.Plies-1, doc.Within)
		return out, nil
	}
	m, states := diag.NewModel(t)
	var rules proof.Rules[diag.State, diag.Action, uint16] = m
	report, err := proof.Check(ctx, rules, states, doc.Proof)
	switch {
	case errors.Is(err, proof.ErrRejected):
		out.Why = strings.TrimPrefix(err.Error(), proof.ErrRejected.Error()+": ")
		return out, nil
	case err != nil:
		return nil, api.ProblemOf(err)
	}
	out.Holds, out.Faults, out.Steps = true, report.States, report.Steps
	return out, nil
}
