// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
)

const farmQuarantineLong = `quarantine excludes a worker from all runs of a farm, with a statement that is signed with the
keys of the farm: runs and workers believe no other. A run that finds a worker wrong excludes
it from itself, and stores a proof; --proof checks that proof first and gives it as the reason.

What the worker has played stays in the runs, and is played again by others; only what is wrong
is dropped. --lift lets the worker in again. The command needs the directory with the keys of the
farm, and a running server.`

type farmQuarantineFlags struct {
	dir, servers, reason, proof string
	lift                        bool
}

func newFarmQuarantine(a *app) *cobra.Command {
	var f farmQuarantineFlags
	cmd := frame.Verb("quarantine NAME", "exclude a worker from all runs", farmQuarantineLong,
		"veil farm quarantine ann --proof runs/doors/farm.proof.ann.json", "veil farm quarantine ann --lift")
	cmd.Flags().StringVar(&f.dir, "dir", "farm", "`DIR` of the farm")
	cmd.Flags().StringVar(&f.servers, "servers", "", "`URLS` of the farm's servers, separated by commas (default: nats://127.0.0.1:4222)")
	cmd.Flags().StringVar(&f.reason, "reason", "", "`TEXT` sent to the worker")
	cmd.Flags().StringVar(&f.proof, "proof", "", "`FILE` with a proof against the worker (see: veil farm proof)")
	cmd.Flags().BoolVar(&f.lift, "lift", false, "readmit the worker")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.farmQuarantine(cmd, &f, args[0]) }
	return cmd
}

func (a *app) farmQuarantine(cmd *cobra.Command, f *farmQuarantineFlags, name string) error {
	keyring, err := a.findKeyring(f.dir)
	if err != nil {
		return err
	}
	if f.proof != "" {
		proven, err := a.checkProof(cmd.Context(), f.proof)
		if err != nil {
			return err
		}
		if proven.Worker != name || proven.Farm != keyring.Farm() {
			return frame.Usage(fmt.Sprintf("the proof is against %s of the farm %s, not against %s of this one", farm.Quote(proven.Worker), farm.Quote(proven.Farm), farm.Quote(name)))
		}
		if f.reason == "" {
			f.reason = fmt.Sprintf("wrong result for episode %d (%s)", proven.Episode, proven.Kind)
		}
	}
	q := farm.Quarantine{Worker: name, Reason: f.reason, Lifted: f.lift, At: time.Now().UTC()}
	if _, err := keyring.State(q); err != nil {
		return frame.Usage(err.Error(), "see: veil farm quarantine --help")
	}
	if err := keyring.Quarantine(cmd.Context(), f.servers, q); err != nil {
		return &frame.Failure{
			Code: frame.ExitUsage, Kind: frame.KindFarm, What: "no server has stored the statement: " + farm.Quote(err.Error()), Cause: err,
			Notes: []string{"run the same command again when a server can be reached"},
		}
	}
	done := "excluded"
	if f.lift {
		done = "let in again:"
	}
	return a.Print(fmt.Appendf(nil, "%s %s\n", done, name))
}

// findKeyring reads the keys of a farm, which must exist.
func (a *app) findKeyring(dir string) (*farm.Keyring, error) {
	keyring, err := farm.FindKeyring(filepath.Join(a.Path(dir), "keys"), time.Now())
	if err != nil {
		return nil, &frame.Failure{
			Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot read the keys of the farm: " + err.Error(), Cause: err,
			Notes: []string{"name the directory in which the invitation was made: --dir DIR"},
		}
	}
	return keyring, nil
}
