// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command modproxy writes the last commit of this repository in the layout of a file-based module
// proxy, so that go install can be tried before there is a release: modproxy DIR VERSION, and then
// GOPROXY=file://DIR,... go install github.com/veilplan/veil/cmd/veil@VERSION.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const path = "github.com/veilplan/veil"

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: modproxy DIR VERSION")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "modproxy:", err)
		os.Exit(1)
	}
}

func write(dir, version string) error {
	dir = filepath.Join(dir, path, "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	for name, text := range map[string]string{"list": version + "\n", version + ".info": fmt.Sprintf("{%q: %q}\n", "Version", version), version + ".mod": string(mod)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	out, err := os.Create(filepath.Join(dir, version+".zip"))
	if err != nil {
		return err
	}
	return errors.Join(zip.CreateFromVCS(out, module.Version{Path: path, Version: version}, ".", "HEAD", ""), out.Close())
}
