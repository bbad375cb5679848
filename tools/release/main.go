// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command release builds a complete release without publishing it: programs for every system,
// archives, Debian and RPM packages, a Homebrew formula, a Scoop manifest, checksums and the bill
// of materials.
//
//	go run -modfile=tools.mod -tags tools ./tools/release -out dist/release
//
// It runs at the top of the repository, after make assets. The same commit gives the same bytes:
// times are that of the commit, and names are sorted. With -verify it reads a finished release and
// checks that its files agree; with -program it builds only the program of a container image.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	r := release{flavours: flavours()}
	flag.StringVar(&r.out, "out", "dist/release", "where the files go")
	flag.StringVar(&r.with, "with", "", "add the files in this directory: packages of other languages, the site")
	version := flag.String("version", "", "the version (default: the tag of the commit, or 0.0.0-dev)")
	targets := flag.String("targets", "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64", "systems to build for")
	program := flag.String("program", "", "build only veil for Linux on this architecture, into this file")
	verify := flag.String("verify", "", "build nothing, and check the release in this directory")
	flag.Parse()
	ctx := context.Background()
	var err error
	switch {
	case *verify != "":
		err = verifyAll(*verify)
	case *program != "":
		err = r.inScratch(func() error { return build{&r, r.flavours[0], "linux", runtime.GOARCH}.compile(ctx, *program) })
	default:
		err = r.inScratch(func() error { return r.run(ctx, *version, strings.Fields(*targets)) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release holds the properties that all files of a release share.
type release struct {
	out, work string
	with      string // a directory with files to add, or empty
	version   string // without a v
	when      time.Time
	flavours  []flavour
	extras    []entry // companions of every program: licences, and for the full one manual pages and completions
}

// flavour is a build of veil.
type flavour struct {
	name, tags, about string
	manuals           bool
}

func flavours() []flavour {
	return []flavour{
		{"veil", "", "exact and bounded play when you cannot see everything: Minesweeper, Kriegspiel, POMDPs, fault isolation", true},
		{"veil-lite", "lite", "veil without experiments, farms, the server and any use of a network", false},
	}
}

// inScratch runs do with a temporary directory, which it removes.
func (r *release) inScratch(do func() error) (err error) {
	if r.work, err = os.MkdirTemp("", "veil-release"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.work)) }()
	return do()
}

func (r *release) run(ctx context.Context, version string, targets []string) error {
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return r.date(ctx, version) },
		func(context.Context) error { return r.joined("changes") },
		func(context.Context) error { return os.RemoveAll(r.out) },
		func(context.Context) error { return os.MkdirAll(r.out, 0o755) },
		r.collect,
		func(ctx context.Context) error { return r.buildAll(ctx, targets) },
		func(context.Context) error { return r.add() },
		func(context.Context) error { return r.finish() },
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// date determines the version and the time of the commit.
func (r *release) date(ctx context.Context, version string) error {
	when, err := output(ctx, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(when, 10, 64)
	if err != nil {
		return err
	}
	if version == "" {
		version = "0.0.0-dev"
		if tag, err := output(ctx, "git", "describe", "--tags", "--exact-match", "--match", "v[0-9]*"); err == nil {
			version = tag
		}
	}
	r.when, r.version = time.Unix(seconds, 0).UTC(), strings.TrimPrefix(version, "v")
	return nil
}

// joined refuses a version whose changes are not yet in the changelog.
func (r *release) joined(folder string) error {
	left, err := filepath.Glob(filepath.Join(folder, "*.md"))
	left = slices.DeleteFunc(left, func(name string) bool { return filepath.Base(name) == "README.md" })
	if err != nil || len(left) == 0 || strings.HasSuffix(r.version, "-dev") {
		return err
	}
	return fmt.Errorf("%s is not in CHANGELOG.md: run go run ./cmd/veil-dev changes -version %s, and commit", left[0], r.version)
}

// output runs a program and returns its output without surrounding space.
func output(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// buildAll builds and packs every flavour for every system.
func (r *release) buildAll(ctx context.Context, targets []string) error {
	for _, target := range targets {
		system, arch, ok := strings.Cut(target, "/")
		if !ok {
			return fmt.Errorf("target %q: want SYSTEM/ARCHITECTURE, such as linux/amd64", target)
		}
		for _, f := range r.flavours {
			b := build{r, f, system, arch}
			if err := b.compile(ctx, b.program()); err != nil {
				return err
			}
			if err := b.pack(); err != nil {
				return fmt.Errorf("%s for %s: %w", f.name, target, err)
			}
			fmt.Println(filepath.Base(b.archive()))
		}
	}
	return nil
}
