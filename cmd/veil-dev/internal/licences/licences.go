// SPDX-License-Identifier: BSD-3-Clause

// Package licences lists the modules that are linked into veil, on any system: with the texts of
// their licences in THIRD_PARTY_NOTICES, and as a bill of materials in sbom.cdx.json. The npm package has
// notices of what its engines link. The page
// docs/reference/dependencies.md explains those that veil's own code imports.
//
//	veil-dev licences
package licences

import (
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
)

// Command defines no flags. It returns the function that writes the lists of the module in the
// current directory.
func Command(*flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	return func(context.Context, io.Writer, io.Writer) error { return writeAll(".") }
}

// The files that are written.
const (
	noticesName = "THIRD_PARTY_NOTICES"
	npmName     = "clients/npm/THIRD_PARTY_NOTICES"
	sbomName    = "sbom.cdx.json"
)

func writeAll(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the files for a module at a root.
func generate(root string) (map[string][]byte, error) {
	all, err := components(root, programs(), vendored(root))
	if err != nil {
		return nil, err
	}
	inNPM, err := components(root, npm())
	if err != nil {
		return nil, err
	}
	bill, err := sbom(all)
	if err != nil {
		return nil, err
	}
	page, err := dependencies(root)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{noticesName: notices(all), npmName: notices(inNPM), sbomName: bill, pageName: page}, nil
}
