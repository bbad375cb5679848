// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command crossvet checks what go vet checks, but reads the types of all packages from
// source, which for a foreign system takes an eighth of the time of compiling them.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/suite/vet"
)

func main() { multichecker.Main(vet.Suite...) }
