// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers the writer of .deb
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers the writer of .rpm
)

const homepage = "https://github.com/veilplan/veil"

// distribute writes a Linux package.
func (b build) distribute(format string, w io.Writer) error {
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	contents, err := b.contents(format)
	if err != nil {
		return err
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: b.name, Arch: b.arch, Platform: "linux", Version: b.version, Release: "1", MTime: b.when,
		Section: "games", Priority: "optional", Maintainer: "The veil authors <veil@users.noreply.github.com>",
		Description: b.about, Vendor: "The veil authors", Homepage: homepage, License: "BSD-3-Clause", DisableGlobbing: true,
		Overridables: nfpm.Overridables{
			Contents: contents, Umask: 0o022, RPM: nfpm.RPM{BuildHost: "localhost", Compression: "gzip", Group: "Amusements/Games", Summary: b.about},
		},
	})
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	return packager.Package(info, w)
}

// contents returns the files of a package at the places that distributions prescribe.
func (b build) contents(format string) (files.Contents, error) {
	places := map[string]string{
		"LICENSE":                     "/usr/share/doc/" + b.name + "/copyright",
		"THIRD_PARTY_NOTICES":         "/usr/share/doc/" + b.name + "/THIRD_PARTY_NOTICES",
		"CHANGELOG.md":                "/usr/share/doc/" + b.name + "/changelog.gz",
		"sbom.cdx.json":               "/usr/share/doc/" + b.name + "/sbom.cdx.json",
		"systemd/veil.service":        "/usr/lib/systemd/system/veil.service",
		"systemd/veil.conf":           "/usr/lib/sysusers.d/veil.conf",
		"completions/veil.bash":       "/usr/share/bash-completion/completions/veil",
		"completions/veil.fish":       "/usr/share/fish/vendor_completions.d/veil.fish",
		"completions/veil.zsh":        map[string]string{"deb": "/usr/share/zsh/vendor-completions/_veil", "rpm": "/usr/share/zsh/site-functions/_veil"}[format],
		b.name:                        "/usr/bin/" + b.name,
		"README.md":                   "", // not packaged
		"completions/veil.powershell": "",
	}
	var list files.Contents
	if format == "rpm" { // rpm removes only directories that a package owns
		list = append(list, &files.Content{Destination: "/usr/share/doc/" + b.name, Type: files.TypeDir, FileInfo: &files.ContentFileInfo{Mode: 0o755, Owner: "root", Group: "root", MTime: b.when}})
	}
	for _, e := range b.files() {
		to, known := places[e.name]
		if strings.HasPrefix(e.name, "man1/") {
			to, known = "/usr/share/man/"+e.name+".gz", true
		}
		if !known {
			return nil, errors.New("no place for " + e.name)
		}
		if to == "" {
			continue
		}
		from, err := b.zipped(e.from, path.Ext(to) == ".gz")
		if err != nil {
			return nil, err
		}
		list = append(list, &files.Content{Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: e.mode, Owner: "root", Group: "root", MTime: b.when}})
	}
	return list, nil
}

// zipped returns a file, compressed if zip is set.
func (b build) zipped(file string, zip bool) (string, error) {
	if !zip {
		return file, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	to := filepath.Join(b.work, filepath.Base(file)+".gz")
	return to, b.create(to, func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		_, err = z.Write(text)
		return errors.Join(err, z.Close())
	})
}
