// SPDX-License-Identifier: BSD-3-Clause

package main

// colored reports whether the answer may carry colour: asked for, or on a terminal
// that did not decline (https://no-color.org).
func (a *app) colored() bool {
	switch a.output.color {
	case "always":
		return true
	case "never":
		return false
	default:
		return a.stdoutTTY && a.output.file == "" && a.get("NO_COLOR") == "" && a.get("TERM") != "dumb"
	}
}

// paint adds colour to words that already carry the meaning by themselves: nothing is
// said by colour alone, and no pair of colours is red and green.
type paint struct{ on bool }

func (p paint) sgr(code, text string) string {
	if !p.on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p paint) safe(text string) string { return p.sgr("1;34", text) } // blue
func (p paint) mine(text string) string { return p.sgr("33", text) }   // orange
func (p paint) best(text string) string { return p.sgr("1", text) }
func (p paint) dim(text string) string  { return p.sgr("2", text) }
