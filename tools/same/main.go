// SPDX-License-Identifier: BSD-3-Clause

// Command same compares two builds of veil byte by byte: it asks both the same questions and fails
// if an answer differs. It proves that a change only moved code.
//
//	go run ./tools/same OLD NEW
//
// OLD and NEW are checkouts in which "make build" has run, with GOFLAGS=-buildvcs=false, so that both are of version
// devel, which documents name. Only the programs bin/veil and bin/page/*.wasm, the documents under docs and, with
// -goldens, testdata are read there, so packages may have other paths. Node is needed.
//
// The sections, in this order; -only picks some of them, and questions:17 the seventeenth question alone:
//
//	questions  500 questions over every verb, by HTTP, command line and, where there is no other way, WebAssembly
//	proofs     40 proofs, written by both
//	checks     the proofs of OLD checked by NEW, and those of NEW by OLD
//	runs       9 experiments: summary, episodes and manifest
//	specs      12 specs of experiments with few episodes, as NEW has them: the same files
//	wasm       60 positions in the four engines of the web app
//	help       help, manual, completions, OpenAPI, schemas
//	time       20 questions to the engines of the web app: CPU time of NEW over OLD; -time fails above 1.05
//
// All questions are in testdata and limited by nodes, games or simulations, never by time; both
// sides have one thread (GOMAXPROCS=1). veil engine and the WASM engines report progress every 150
// ms: of WASM only the last document is compared, and the searches of veil engine end before the
// second report. Boards and games were drawn once with a fixed seed. In a question the string
// "@name" stands for the file testdata/texts/name.
//
// Goldens that name packages change with the packages. -names FILE has lines "old<tab>new" that are
// first applied to the help of OLD (testdata/house.tsv has the names of ADR 13); -goldens also
// compares every file under a folder testdata, with its path and its text mapped in the same way.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
)

func main() {
	var o options
	only := flag.String("only", "", "`SECTIONS` to compare, separated by commas; questions:17 for one question")
	names := flag.String("names", "", "`FILE` of lines old<tab>new, applied to the help and goldens of OLD")
	flag.BoolVar(&o.goldens, "goldens", false, "compare the files under testdata too")
	flag.BoolVar(&o.time, "time", false, "fail if the engines of the web app are slower than 1.05 of OLD")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := o.read(*only, *names, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		fmt.Fprintln(os.Stderr, "usage: same [-only SECTIONS] [-names FILE] [-goldens] [-time] OLD NEW")
		os.Exit(2)
	}
	ok, err := o.compare(ctx, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// options select the parts to compare.
type options struct {
	old, new      string
	only          []pick // none for all
	names         *naming
	goldens, time bool
}

// pick names a section, or one question of it, counted from 1.
type pick struct {
	section string
	nth     int
}

func (o *options) read(only, names string, args []string) (err error) {
	if len(args) != 2 {
		return fmt.Errorf("got %d directories, want OLD and NEW", len(args))
	}
	o.old, o.new = args[0], args[1]
	if o.only, err = readPicks(only); err != nil {
		return err
	}
	o.names, err = readNaming(names)
	return err
}

func readPicks(text string) (list []pick, err error) {
	if text == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		name, number, numbered := strings.Cut(word, ":")
		p := pick{section: name}
		if numbered {
			p.nth, err = strconv.Atoi(number)
		}
		if err != nil || !slices.ContainsFunc(sections(), func(s section) bool { return s.name == name }) {
			return nil, fmt.Errorf("-only %s: want one of %s", word, sectionNames())
		}
		list = append(list, p)
	}
	return list, nil
}

// wants reports whether a section is compared, and the number of its only question, or 0 for all.
func (o *options) wants(name string) (nth int, ok bool) {
	if len(o.only) == 0 {
		return 0, name != "goldens" || o.goldens
	}
	i := slices.IndexFunc(o.only, func(p pick) bool { return p.section == name })
	if i < 0 {
		return 0, false
	}
	return o.only[i].nth, true
}

// section is a part of the comparison.
type section struct {
	name string
	// ask returns the answers of one side to the first n questions, or to all if n is 0.
	ask func(ctx context.Context, s *side, n int) ([]answer, error)
	// named answers are paired by label, because package names change their order.
	named bool
	grows bool // NEW may have more
}

// sections lists all sections that compare answers; the section time compares figures.
func sections() []section {
	return []section{
		{name: "questions", ask: askQuestions},
		{name: "proofs", ask: makeProofs},
		{name: "checks", ask: checkProofs},
		{name: "runs", ask: playRuns},
		{name: "specs", ask: playSpecs},
		{name: "wasm", ask: askEngines},
		{name: "help", ask: printHelp, named: true},
		{name: "goldens", ask: readGoldens, named: true, grows: true},
		{name: "time"},
	}
}

func sectionNames() string {
	var list []string
	for _, s := range sections() {
		list = append(list, s.name)
	}
	return strings.Join(list, ", ")
}

// compare reports whether both sides are the same.
func (o *options) compare(ctx context.Context, out io.Writer) (ok bool, err error) {
	before, err := open(ctx, "OLD", o.old)
	if err != nil {
		return false, err
	}
	defer before.close()
	after, err := open(ctx, "NEW", o.new)
	if err != nil {
		return false, err
	}
	defer after.close()
	before.other, after.other = after, before
	if err := sameVersion(ctx, before, after); err != nil {
		return false, err
	}
	ok = true
	for _, s := range sections() {
		nth, wanted := o.wants(s.name)
		if !wanted {
			continue
		}
		same, err := o.section(ctx, out, s, nth, before, after)
		if err != nil {
			return false, fmt.Errorf("%s: %w", s.name, err)
		}
		ok = ok && same
	}
	return ok, nil
}

func (o *options) section(ctx context.Context, out io.Writer, s section, nth int, before, after *side) (ok bool, err error) {
	if s.name == "time" {
		return compareTimes(ctx, out, before, after, o.time)
	}
	n := nth
	if s.named {
		n = 0
	}
	a, b, err := both(before, after, func(side *side) ([]answer, error) { return s.ask(ctx, side, n) })
	if err != nil {
		return false, err
	}
	if s.named {
		o.names.apply(a)
		a, b = align(a, b, s.grows)
	}
	r := match(s.name, a, b, nth)
	r.print(out)
	return len(r.differences) == 0, nil
}
