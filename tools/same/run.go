// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
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

// play plays one experiment. Chunks have a fixed size; otherwise their size would depend on the time.
func (s *side) play(ctx context.Context, spec string) (answer, error) {
	text, err := data.ReadFile(spec)
	if err != nil {
		return answer{}, err
	}
	name := "same-" + strings.TrimSuffix(filepath.Base(spec), ".yaml")
	a := answer{verb: strings.TrimPrefix(name, "same-"), label: "veil exp run " + spec}
	if a.parts, err = s.run(ctx, string(text), "exp", "run", "-", "--runs", "runs", "--chunk", "10", "--threads", "1", "--no-progress", "--json"); err != nil {
		return answer{}, err
	}
	episodes, err := s.run(ctx, "", "exp", "export", name, "--runs", "runs", "--as", "jsonl")
	if err != nil {
		return answer{}, err
	}
	a.parts = append(a.parts, episodes...)
	for _, file := range []string{"summary.json", "manifest.yaml"} {
		text, err := os.ReadFile(filepath.Join(s.dir, "runs", name, file))
		if err != nil {
			a.fault = s.name + ": " + err.Error()
		}
		a.parts = append(a.parts, part{file, text})
	}
	return a, nil
}
