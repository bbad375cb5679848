// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"
	"testing"
)

// TestPlaySetup: what play is told on the command line.
func TestPlaySetup(t *testing.T) {
	for args, want := range map[string]string{
		"mines play":                     "standard input is not one",
		"mines play expert":              "standard input is not one",
		"mines play expret":              "did you mean expert?",
		"mines play 9x9":                 "number of mines is missing",
		"mines play 9x9/81":              "error:",
		"mines play 2x2/1 --first zero":  "error:",
		"mines play --engine maybe":      "want on or off",
		"mines play --json":              "press s in the game to save it",
		"mines play beginner 9x9/10":     "unexpected argument",
		"mines play --first sometimes":   "want any, safe or zero",
		"mines play --seed -1":           "want a whole number from 0",
		"mines play beginner --seed 0x7": "standard input is not one",
	} {
		got := try(testEnv("", strings.Fields(args)...))
		if got.code != 2 || got.out != "" && !strings.Contains(args, "json") || !strings.Contains(got.errors, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	e := testEnv("", "mines", "play")
	e.StdinTTY = true
	if got := try(e); got.code != 2 || !strings.Contains(got.errors, "standard output is not one") {
		t.Errorf("%+v", got)
	}
}
