// SPDX-License-Identifier: BSD-3-Clause

// Command hideout plays, solves and measures a problem with hidden information.
package main

import "github.com/veilplan/veil/cli"

func main() { cli.Main(Domain()) }
