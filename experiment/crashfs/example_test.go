// SPDX-License-Identifier: BSD-3-Clause

package crashfs_test

import (
	"fmt"

	"github.com/veilplan/veil/experiment/crashfs"
	"github.com/veilplan/veil/experiment/durable"
)

// A file that is replaced by durable.WriteText is the old or the new one after a crash, whatever was on its way to the
// disk.
func ExampleFS_Crash() {
	disk := crashfs.New()
	disk.Write("dir/settings", []byte("old"))
	broken := disk.Clone(crashfs.Plan{Seed: 1, Fault: crashfs.Crash, At: 5})
	err := durable.WriteText(broken, "dir/settings", []byte("new"))
	fmt.Println(err)
	for seed := range uint64(4) {
		text, _ := broken.Crash(seed).Read("dir/settings")
		fmt.Println(string(text))
	}
	// Output:
	// crashfs: the machine is down
	// new
	// old
	// new
	// new
}
