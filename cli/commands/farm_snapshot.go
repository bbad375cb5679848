// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/durable"
	"github.com/veilplan/veil/web"
)

const farmSnapshotLong = `snapshot writes /experiments/ of veil serve as files for any web server: the farm, all runs in a
directory, their figures and specs, but no episodes. Workers without --public-name are only
counted. It reads the directory while runs are played, and needs no server. Called again, it
replaces files and deletes none.`

func newFarmSnapshot(a *app) *cobra.Command {
	var runs runsFlag
	var out string
	cmd := frame.Verb("snapshot", "write the page of a farm as static files", farmSnapshotLong,
		"veil farm snapshot --out public", "veil farm snapshot --runs /var/lib/veil/runs --out /var/www/farm")
	runs.register(cmd.Flags())
	cmd.Flags().StringVar(&out, "out", "snapshot", "`DIR` to write to")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.farmSnapshot(cmd.Context(), runs, out) }
	return cmd
}

func (a *app) farmSnapshot(ctx context.Context, runs runsFlag, out string) error {
	if info, err := os.Stat(a.Path(runs.dir)); err != nil || !info.IsDir() {
		return frame.Usage("there is no directory "+runs.dir+" with runs", "name the one in which veil exp run stores them: --runs DIR")
	}
	shelf := a.newShelf(runs.dir, false)
	shelf.published = true
	dir, n := a.Path(out), 0
	files := durable.Inside(dir)
	err := web.Snapshot(ctx, shelf.runs(), time.Now(), func(name string, text []byte) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := files.MkdirAll(filepath.Dir(path)); err != nil {
			return err
		}
		n++
		return durable.WriteText(files, path, text)
	})
	if err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "no whole snapshot was written: " + err.Error(), Cause: err}
	}
	return a.Print(fmt.Appendf(nil, "%d files in %s\n", n, out))
}
