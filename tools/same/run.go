// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// playRuns plays every experiment of testdata/runs and compares the summary, all episodes and the
// manifest. Times are in a separate file, which is left out.
func playRuns(ctx context.Context, s *side, n int) ([]answer, error) {
	specs, err := fs.Glob(data, "testdata/runs/*.yaml")
	if err != nil {
		return nil, err
	}
	var list []answer
	for _, spec := range firstOf(specs, n) {
		a, err := s.play(ctx, spec)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// play plays one experiment of testdata.
func (s *side) play(ctx context.Context, spec string) (answer, error) {
	text, err := data.ReadFile(spec)
	if err != nil {
		return answer{}, err
	}
	return s.playText(ctx, spec, string(text))
}

// playSpecs plays the specs that testdata/specs.tsv names, as NEW has them, with few episodes.
func playSpecs(ctx context.Context, s *side, n int) ([]answer, error) {
	lines, err := data.ReadFile("testdata/specs.tsv")
	if err != nil {
		return nil, err
	}
	root := s.root
	if s.name == "OLD" {
		root = s.other.root
	}
	var list []answer
	for _, line := range firstOf(strings.Split(strings.TrimSpace(string(lines)), "\n"), n) {
		spec, episodes, _ := strings.Cut(line, "\t")
		text, err := os.ReadFile(filepath.Join(root, spec))
		if err != nil {
			return nil, err
		}
		a, err := s.playText(ctx, spec, reduced(string(text), episodes))
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

var (
	episodesLine = regexp.MustCompile(`(?m)^episodes: \d+$`)
	recordLine   = regexp.MustCompile(`(?m)^record: .*$`)
)

// reduced returns a spec with another number of episodes, which records no times.
func reduced(spec, episodes string) string {
	return recordLine.ReplaceAllString(episodesLine.ReplaceAllString(spec, "episodes: "+episodes), "record: [work]")
}

var nameLine = regexp.MustCompile(`(?m)^name: (\S+)$`)

// playText plays one experiment. Chunks have a fixed size; otherwise their size would depend on the time.
func (s *side) playText(ctx context.Context, spec, text string) (a answer, err error) {
	name := nameLine.FindStringSubmatch(text)
	if name == nil {
		return answer{}, fmt.Errorf("%s has no name", spec)
	}
	a = answer{verb: strings.TrimPrefix(name[1], "same-"), label: "veil exp run " + spec}
	if a.parts, err = s.run(ctx, text, "exp", "run", "-", "--runs", "runs", "--chunk", "10", "--threads", "1", "--no-progress", "--json"); err != nil {
		return answer{}, err
	}
	episodes, err := s.run(ctx, "", "exp", "export", name[1], "--runs", "runs", "--as", "jsonl")
	if err != nil {
		return answer{}, err
	}
	a.parts = append(a.parts, episodes...)
	for _, file := range []string{"summary.json", "manifest.yaml"} {
		text, err := os.ReadFile(filepath.Join(s.dir, "runs", name[1], file))
		if err != nil {
			a.fault = s.name + ": " + err.Error()
		}
		a.parts = append(a.parts, part{file, text})
	}
	return a, nil
}
