// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"
)

// written is the annotation of a flag whose value is a file that the command writes.
const written = "veil_written"

// Written marks flags whose values are files that the command writes in the end. A missing folder is then
// refused before the work instead of after it.
func Written(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		if err := flags.SetAnnotation(name, written, []string{"yes"}); err != nil {
			panic(err) // the flag does not exist: a bug of the caller
		}
	}
}

// foldersExist checks the folder of every file that the command will write.
func (a *App) foldersExist(flags *pflag.FlagSet) (failed error) {
	flags.VisitAll(func(f *pflag.Flag) {
		if failed == nil && f.Annotations[written] != nil {
			failed = a.folderExists(f)
		}
	})
	return failed
}

func (a *App) folderExists(f *pflag.Flag) error {
	name := f.Value.String()
	if name == "" || name == "-" {
		return nil
	}
	folder := filepath.Dir(name)
	info, err := os.Stat(a.Path(folder))
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return Usage(fmt.Sprintf("--%s %s: %s is a file, not a folder", f.Name, name, folder))
	default:
		return Usage(fmt.Sprintf("--%s %s: the folder %s does not exist", f.Name, name, folder), "create it with: mkdir -p "+folder)
	}
}
