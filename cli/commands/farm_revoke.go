// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

const farmRevokeLong = `revoke cancels every invitation under a name. A server closes its connections at once,
remembers the revocation across restarts, and passes it on to the other servers. The
command needs the directory with the keys of the farm, and at least one running server.

Episodes played under the name are kept, unless a check finds them wrong.`

func newFarmRevoke(a *app) *cobra.Command {
	var dir, servers string
	cmd := frame.Verb("revoke NAME", "revoke an invitation", farmRevokeLong,
		"veil farm revoke ann",
		"veil farm revoke ann --servers tls://farm.example.org:4222")
	cmd.Flags().StringVar(&dir, "dir", "farm", "`DIR` of the farm")
	cmd.Flags().StringVar(&servers, "servers", "", "`URLS` of the farm's servers, separated by commas (default: nats://127.0.0.1:4222)")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		keyring, err := a.findKeyring(dir)
		if err != nil {
			return err
		}
		if err := keyring.Revoke(args[0]); err != nil {
			return frame.Usage(err.Error(), "see: veil farm revoke --help")
		}
		n, err := keyring.Announce(cmd.Context(), servers, time.Now())
		if err != nil {
			return &frame.Failure{
				Code: frame.ExitUsage, Kind: frame.KindFarm, What: "no server has confirmed the revocation: " + err.Error(), Cause: err,
				Notes: []string{"run the same command again when a server can be reached"},
			}
		}
		return a.Print(fmt.Appendf(nil, "revoked %s; servers that confirmed it: %d\n", args[0], n))
	}
	return cmd
}
