// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// proving is a proof to be made and checked; the word PROOF in a command stands for its file.
type proving struct {
	Make  []string `json:"make"`
	Check []string `json:"check"`
	Input string   `json:"in"`
}

// verb is the kind of a proof.
func (p *proving) verb() string { return strings.Join(p.Make[:2], " ") }

// with returns a command with the file's name in place of PROOF.
func with(command []string, file string) []string {
	var out []string
	for _, word := range command {
		if word == "PROOF" {
			word = file
		}
		out = append(out, word)
	}
	return out
}

func proofName(i int) string { return fmt.Sprintf("made-%d.proof", i+1) }

// makeProofs writes every proof to a file and compares the output as well.
func makeProofs(ctx context.Context, s *side, n int) ([]answer, error) {
	all, err := readLines[proving]("proofs.jsonl")
	if err != nil {
		return nil, err
	}
	var list []answer
	for i, p := range firstOf(all, n) {
		command := with(p.Make, proofName(i))
		a := answer{verb: p.verb(), label: fmt.Sprintf("veil %s < %q", strings.Join(command, " "), p.Input)}
		if a.parts, err = s.run(ctx, p.Input, command...); err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(s.dir, proofName(i)))
		if err != nil {
			a.fault = s.name + " wrote no proof"
		}
		a.parts = append(a.parts, part{"proof", text})
		list = append(list, a)
	}
	return list, nil
}

// checkProofs checks the proofs made by the other side.
func checkProofs(ctx context.Context, s *side, n int) ([]answer, error) {
	all, err := readLines[proving]("proofs.jsonl")
	if err != nil {
		return nil, err
	}
	var list []answer
	for i, p := range firstOf(all, n) {
		a := answer{verb: p.verb(), label: fmt.Sprintf("veil %s", strings.Join(with(p.Check, proofName(i)), " "))}
		if a.parts, err = s.run(ctx, "", with(p.Check, filepath.Join(s.other.dir, proofName(i)))...); err != nil {
			return nil, err
		}
		if code := string(a.parts[0].text); code != "0" {
			a.fault = fmt.Sprintf("%s ends with exit code %s for the proof of %s: %s", s.name, code, s.other.name, a.parts[1].text)
		}
		list = append(list, a)
	}
	return list, nil
}
