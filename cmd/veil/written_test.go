// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/veilplan/veil/cli/frame"
)

// TestMissingFolders: every flag that names a file to write refuses a missing folder before the work.
// Which flags those are is read from their help, so a new flag is tested as soon as it is described.
func TestMissingFolders(t *testing.T) {
	t.Parallel()
	writes := regexp.MustCompile("^(write|keep|draw)\\b.*`(FILE|NAME)`")
	tested := 0
	everyCommand(newRoot(&frame.App{Env: testEnv("")}), func(cmd *cobra.Command) {
		if !cmd.Runnable() {
			return
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !writes.MatchString(f.Usage) {
				return
			}
			tested++
			if err := f.Value.Set("missing/file"); err != nil {
				t.Fatal(err)
			}
			err := cmd.Root().PersistentPreRunE(cmd, nil)
			if err == nil || !strings.Contains(err.Error(), "--"+f.Name+" missing/file: the folder missing does not exist") {
				t.Errorf("%s --%s: %v", cmd.CommandPath(), f.Name, err)
			}
			_ = f.Value.Set("") // it accepted another text before
		})
	})
	if tested < 10 {
		t.Errorf("%d flags were tested", tested)
	}
}
