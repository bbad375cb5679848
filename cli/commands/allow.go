// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
)

// allowFlags set what a document from somebody else may reach: names typed on the command line are
// trusted, names in a spec, a run or a message are not.
type allowFlags struct {
	exec  bool
	files string
}

func (f *allowFlags) register(flags *pflag.FlagSet, document string) {
	flags.BoolVar(&f.exec, "allow-exec", false, "let "+document+" start any program, as you (exec: players)")
	flags.StringVar(&f.files, "allow-files", "", "let "+document+" open files in this `DIR`, such as policies")
}

// library returns the domains and players that a document may name, within its permissions.
func (a *app) library(f allowFlags) play.Library {
	access := play.Access{Programs: f.exec, Dir: a.Dir}
	if f.files != "" {
		access.Files = a.Path(f.files)
	}
	return a.reaching(access)
}

// typed returns the domains and players that can be named on the command line.
func (a *app) typed() play.Library { return a.reaching(play.Typed(a.Dir)) }

func (a *app) reaching(access play.Access) play.Library {
	return execplayer.Library{Domains: a.domains, Access: access, Alone: a.Alone}
}

// unresolved explains a document whose names cannot be resolved. A missing permission is not
// reported as a fault of the document.
func unresolved(what string, err error, notes ...string) error {
	if _, refused := errors.AsType[*play.RefusedError](err); refused {
		return &frame.Failure{
			Code: frame.ExitUsage, Kind: frame.KindRefused, What: what, Cause: err,
			Notes: []string{"nothing was opened or started; allow it only if you know who wrote that name"},
		}
	}
	return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindSpec, What: what, Cause: err, Notes: notes}
}
