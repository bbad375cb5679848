// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

const farmCredentialsLong = `credentials makes the file with which a server of a farm starts (veil farm up --credentials).
It contains statements signed with the keys of the farm, and a certificate for the names of
the server, but not the keys themselves: breaking into a server does not let anyone issue
invitations.`

func newFarmCredentials(a *app) *cobra.Command {
	var dir string
	var hosts []string
	cmd := frame.Verb("credentials", "make credentials for a farm server", farmCredentialsLong,
		"veil farm credentials --host farm.example.org -o server.credentials",
		"veil farm credentials --dir keys --host 10.0.0.7 -o server.credentials")
	cmd.Flags().StringVar(&dir, "dir", "farm", "`DIR` of the farm")
	cmd.Flags().StringSliceVar(&hosts, "host", nil, "`NAME` or address by which others reach the server")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(*cobra.Command, []string) error {
		keyring, err := a.openKeyring(dir)
		if err != nil {
			return err
		}
		text, err := keyring.Credentials(atHome(hosts), time.Now())
		if err != nil {
			return frame.Usage(err.Error(), "see: veil farm credentials --help")
		}
		return a.writeSecret(text)
	}
	return cmd
}

// atHome adds the names by which a machine reaches itself.
func atHome(hosts []string) []string {
	return slices.Concat(hosts, []string{"localhost", "127.0.0.1", "::1"})
}
