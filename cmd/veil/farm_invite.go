// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/farm"
)

const farmInviteLong = `invite makes a file that lets its holder into a farm, as a worker or, with --role runner, to
run experiments. A worker can take chunks and give results in its own name, nothing else.
The file holds a secret, and the certificate by which the holder knows the server.

It needs the directory of the farm, but not a server that runs.`

type farmInviteFlags struct {
	dir     string
	role    string
	expires time.Duration
}

func newFarmInvite(a *app) *cobra.Command {
	var f farmInviteFlags
	cmd := verb("invite NAME", "let somebody into a farm", farmInviteLong,
		"veil farm invite ann -o ann.invitation", "veil farm invite bob --role runner --expires 24h -o bob.invitation")
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "farm", "`DIR` of the farm")
	flags.StringVar(&f.role, "role", string(farm.RoleWorker), "worker or runner")
	flags.DurationVar(&f.expires, "expires", 30*24*time.Hour, "how `LONG` it is valid; 0 means for ever")
	completeFlag(cmd, "role", string(farm.RoleWorker), string(farm.RoleRunner))
	cmd.Args = oneTo(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		now := time.Now()
		trust, err := a.openTrust(f.dir)
		if err != nil {
			return err
		}
		until := time.Time{}
		if f.expires != 0 {
			until = now.Add(f.expires)
		}
		text, err := trust.Invite(farm.Role(f.role), args[0], until)
		if err != nil {
			return usage(err.Error(), "see: veil farm invite --help")
		}
		return a.writeSecret(text)
	}
	return cmd
}

// openTrust reads the keys of a farm, and makes them if there are none.
func (a *app) openTrust(dir string) (*farm.Trust, error) {
	trust, err := farm.OpenTrust(filepath.Join(a.path(dir), "keys"), time.Now())
	if err != nil {
		return nil, &failure{code: exitUsage, kind: kindFile, what: "cannot read the keys of the farm: " + err.Error(), cause: err}
	}
	return trust, nil
}

// writeSecret writes a file that only its owner can read.
func (a *app) writeSecret(text []byte) error {
	if a.output.file == "" || a.output.file == "-" {
		return a.write(text)
	}
	if err := os.WriteFile(a.path(a.output.file), text, 0o600); err != nil {
		return &failure{code: exitUsage, kind: kindFile, what: fmt.Sprintf("cannot write %s: %v", a.output.file, err), cause: err}
	}
	return nil
}
