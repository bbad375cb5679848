// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/veilplan/veil"
)

// glyphs are the signs on the board. Every meaning has a separate sign; colour only repeats it.
type glyphs struct {
	hidden, flag, boom   string
	safe, mine, sure     string // proved safe, proved a mine, a sure win in a narrow cell
	bestLeft, bestRight  string
	bestBoth             string // between two best cells that touch
	exact, bounds, dot   string
	estimate             string
	up, down, left, more string // the board continues there
}

func unicodeGlyphs() glyphs {
	return glyphs{
		hidden: "■", flag: "⚑", boom: "X", safe: "✓", mine: "✕", sure: "✓✓",
		bestLeft: "▐", bestRight: "▌", bestBoth: "█", exact: "●", bounds: "◐", estimate: "○", dot: "·",
		up: "▴", down: "▾", left: "◂", more: "▸",
	}
}

func asciiGlyphs() glyphs {
	return glyphs{
		hidden: ".", flag: "F", boom: "X", safe: "+", mine: "*", sure: "++",
		bestLeft: "{", bestRight: "}", bestBoth: "|", exact: "", bounds: "", estimate: "", dot: "-",
		up: "^", down: "v", left: "<", more: ">",
	}
}

// chooseGlyphs selects Unicode or ASCII signs by the locale.
func chooseGlyphs(get func(string) string) glyphs {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToUpper(get(name)); value != "" {
			if strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8") {
				return unicodeGlyphs()
			}
			return asciiGlyphs()
		}
	}
	return unicodeGlyphs()
}

// badge returns the sign and the word of a value's badge.
func (g glyphs) badge(v veil.Value) string {
	sign := map[veil.Badge]string{veil.Exact: g.exact, veil.Bounds: g.bounds, veil.Estimate: g.estimate}[v.Badge()]
	return strings.TrimSpace(sign + " " + v.Badge().String())
}

// The styles use the sixteen colours of the terminal's theme, so that they are readable on any
// background; no pair is red and green.
func plainStyle() lipgloss.Style { return lipgloss.NewStyle() }
func faintStyle() lipgloss.Style { return lipgloss.NewStyle().Faint(true) }
func boldStyle() lipgloss.Style  { return lipgloss.NewStyle().Bold(true) }
func safeStyle() lipgloss.Style  { return boldStyle().Foreground(lipgloss.Color("4")) }
func mineStyle() lipgloss.Style  { return boldStyle().Foreground(lipgloss.Color("3")) }

// numberStyle returns the colour of a number; each number has a different one.
func numberStyle(n int) lipgloss.Style {
	colors := [...]string{"", "4", "6", "5", "3", "12", "14", "13", "11"}
	if n == 0 {
		return plainStyle()
	}
	return plainStyle().Foreground(lipgloss.Color(colors[n]))
}

// heatStyle returns a background on the cividis ramp, which increases in lightness for every kind
// of colour vision (Nuñez, Anderton and Renslow, 2018): light is good.
func heatStyle(good float64) lipgloss.Style {
	ramp := [...]string{"#00224e", "#2a3f6d", "#575c6d", "#7d7c78", "#a59c74", "#d2c060", "#fee838"}
	i := min(int(good*float64(len(ramp))), len(ramp)-1)
	text := "#ffffff"
	if i >= 3 {
		text = "#000000"
	}
	return plainStyle().Background(lipgloss.Color(ramp[i])).Foreground(lipgloss.Color(text))
}
