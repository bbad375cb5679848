// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
)

const farmInviteLong = `invite makes a file that lets its holder into a farm, as a worker or, with --role runner, to
run experiments. A worker can take chunks and return results in its own name, nothing else.
The file contains a secret, and the certificate by which the holder recognises the server.

It needs the directory of the farm, but not a server that runs.`

type farmInviteFlags struct {
	dir     string
	role    string
	expires time.Duration
}

func newFarmInvite(a *app) *cobra.Command {
	var f farmInviteFlags
	cmd := frame.Verb("invite NAME", "make an invitation to a farm", farmInviteLong,
		"veil farm invite ann -o ann.invitation", "veil farm invite bob --role runner --expires 24h -o bob.invitation")
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "farm", "`DIR` of the farm")
	flags.StringVar(&f.role, "role", string(farm.RoleWorker), "worker or runner")
	flags.DurationVar(&f.expires, "expires", 30*24*time.Hour, "how `LONG` it is valid; 0 for no limit")
	frame.CompleteFlag(cmd, "role", string(farm.RoleWorker), string(farm.RoleRunner))
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		now := time.Now()
		keyring, err := a.openKeyring(f.dir)
		if err != nil {
			return err
		}
		until := time.Time{}
		if f.expires != 0 {
			until = now.Add(f.expires)
		}
		text, err := keyring.Invite(farm.Role(f.role), args[0], until)
		if err != nil {
			return frame.Usage(err.Error(), "see: veil farm invite --help")
		}
		return a.writeSecret(text)
	}
	return cmd
}

// openKeyring reads the keys of a farm, and creates them if there are none.
func (a *app) openKeyring(dir string) (*farm.Keyring, error) {
	keyring, err := farm.OpenKeyring(filepath.Join(a.Path(dir), "keys"), time.Now())
	if err != nil {
		return nil, &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot read the keys of the farm: " + err.Error(), Cause: err}
	}
	return keyring, nil
}

// writeSecret writes a file that only its owner can read.
func (a *app) writeSecret(text []byte) error {
	if a.Output.File == "" || a.Output.File == "-" {
		return a.Print(text)
	}
	if err := os.WriteFile(a.Path(a.Output.File), text, 0o600); err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: fmt.Sprintf("cannot write %s: %v", a.Output.File, err), Cause: err}
	}
	return nil
}
