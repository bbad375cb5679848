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

With --link it prints a link instead, which contains the same secret after its #: the web
app shows its reader the one command that joins.

It needs the directory of the farm, but not a server that runs.`

type farmInviteFlags struct {
	dir     string
	role    string
	expires time.Duration
	link    string
	servers string
}

func newFarmInvite(a *app) *cobra.Command {
	var f farmInviteFlags
	cmd := frame.Verb("invite NAME", "make an invitation to a farm", farmInviteLong,
		"veil farm invite ann -o ann.invitation", "veil farm invite bob --role runner --expires 24h -o bob.invitation",
		"veil farm invite eve --link https://farm.example.org/ --servers tls://farm.example.org:4222")
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "farm", "`DIR` of the farm")
	flags.StringVar(&f.role, "role", string(farm.RoleWorker), "worker or runner")
	flags.DurationVar(&f.expires, "expires", 30*24*time.Hour, "how `LONG` it is valid; 0 for no limit")
	flags.StringVar(&f.link, "link", "", "print an invitation link to the web server at this `URL` instead of a file")
	flags.StringVar(&f.servers, "servers", "", "`URLS` of the farm's servers, separated by commas, for --link")
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
		if f.link == "" {
			return a.writeSecret(text)
		}
		link, err := farm.Link{Servers: f.servers, Invitation: string(text)}.URL(f.link)
		if err != nil {
			return frame.Usage("--link: "+err.Error(), "it needs --servers URLS, such as tls://farm.example.org:4222")
		}
		return a.writeSecret([]byte(link + "\n"))
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
