// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

const farmRevokeLong = `revoke makes every invitation under a name worthless. The servers close its connections as
soon as they know; each keeps that on its disk and passes it on to the others. It needs the
directory with the keys of the farm, and at least one server that runs.

What was played under the name stays, unless it is found to be wrong.`

func newFarmRevoke(a *app) *cobra.Command {
	var dir, servers string
	cmd := verb("revoke NAME", "take back an invitation", farmRevokeLong,
		"veil farm revoke ann",
		"veil farm revoke ann --servers tls://farm.example.org:4222")
	cmd.Flags().StringVar(&dir, "dir", "farm", "`DIR` of the farm")
	cmd.Flags().StringVar(&servers, "servers", "", "`URLS` of the farm's servers, with commas between (default: nats://127.0.0.1:4222)")
	cmd.Args = oneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		trust, err := a.openTrust(dir)
		if err != nil {
			return err
		}
		if err := trust.Revoke(args[0]); err != nil {
			return usage(err.Error(), "see: veil farm revoke --help")
		}
		n, err := trust.Announce(cmd.Context(), servers, time.Now())
		if err != nil {
			return &failure{
				code: exitUsage, kind: kindFarm, what: "the servers do not know yet: " + err.Error(), cause: err,
				notes: []string{"run the same command again when a server can be reached"},
			}
		}
		return a.write(fmt.Appendf(nil, "%s is not let in any more; servers that know: %d\n", args[0], n))
	}
	return cmd
}
