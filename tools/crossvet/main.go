// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command crossvet runs the checks of go vet, but reads the types of all packages from source,
// which for a foreign system takes an eighth of the time of compiling them.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/suite/vet"
)

func main() { multichecker.Main(vet.Suite...) }
