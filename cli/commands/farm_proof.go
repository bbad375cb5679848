// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/text"
)

const farmProofLong = `proof checks a proof that a worker of a farm has signed something wrong, as veil exp run --farm
stores it in the directory of the run (farm.proof.NAME.json). It needs neither the farm nor
the run: it checks the signatures, and plays again what the worker has signed.

The exit code is 1 if the document proves nothing.`

func newFarmProof(a *app) *cobra.Command {
	cmd := frame.Verb("proof FILE", "check a proof against a worker", farmProofLong,
		"veil farm proof runs/doors/farm.proof.ann.json", "veil farm proof --json runs/doors/farm.proof.ann.json")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		proven, err := a.checkProof(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		return a.Emit((*provenReport)(proven))
	}
	return cmd
}

// maxProofFile bounds the file: a longer one is not a proof.
const maxProofFile = 8 << 20

// checkProof reads a proof and checks it with this program.
func (a *app) checkProof(ctx context.Context, name string) (*farm.Proven, error) {
	f, err := os.Open(a.Path(name))
	if err != nil {
		return nil, &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot read the proof " + name + ": " + text.FileCause(err).Error(), Cause: err}
	}
	defer f.Close() //nolint:errcheck // only read
	content, err := io.ReadAll(io.LimitReader(f, maxProofFile))
	if err != nil {
		return nil, &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot read the proof " + name + ": " + text.FileCause(err).Error(), Cause: err}
	}
	proof, err := farm.ReadProof(content)
	var proven *farm.Proven
	if err == nil {
		proven, err = proof.Check(ctx, a.build(), func(spec experiment.Spec) (*experiment.Plan, error) { return experiment.Resolve(spec, a.domains) })
	}
	if err != nil {
		return nil, notProven(name, err)
	}
	return proven, nil
}

// notProven explains why a document is not a valid proof.
func notProven(name string, err error) error {
	f := &frame.Failure{Code: frame.ExitNo, Kind: frame.KindFarm, What: farm.Quote(name) + ": " + farm.Quote(err.Error()), Cause: err}
	if errors.Is(err, farm.ErrOtherBuild) {
		f.Notes = []string{"check the proof with the same build: see veil version"}
	}
	return f
}

type provenReport farm.Proven

func (p *provenReport) Text(page *text.Page) {
	page.Line("proven    the worker %s signed a wrong result for episode %d (%s)", farm.Quote(p.Worker), p.Episode, p.Kind)
	page.Line("key       %s", p.Key)
	if p.Farm == "" {
		page.Line("farm      no farm states the owner of this key: the worker was not invited")
	} else {
		page.Line("farm      %s states that the key is the worker's", p.Farm)
	}
	page.Line("build     %s", farm.Quote(p.Build))
}

func (p *provenReport) Rows() [][]string {
	return [][]string{{"worker", "episode", "kind", "key", "farm", "build"}, {p.Worker, fmt.Sprint(p.Episode), p.Kind, p.Key, p.Farm, p.Build}}
}

func (p *provenReport) Document() any {
	return struct {
		Schema string `json:"schema"`
		*farm.Proven
	}{"farm.proven/1", (*farm.Proven)(p)}
}
