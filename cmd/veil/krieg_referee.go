// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

const kriegRefereeLong = `referee runs a game of Kriegspiel for programs, line by line. It reads tries, "W e2e4" or
"B any?", and answers with what each side hears, "white W e2e4 yes" and "black W moved":
the rest of each line is what the command "heard" of veil engine takes. A side hears only
what is announced to it. A try that makes no sense, or is out of turn, is answered
"nonsense" and has no effect. An empty line ends every answer. The last answer has a line
"over" with the result of the game.`

func newKriegReferee(a *app) *cobra.Command {
	var rules, fen string
	cmd := frame.Verb("referee", "referee a game between two programs", kriegRefereeLong,
		`printf 'W e2e4\nB d7d5\nW e4d5\n' | veil krieg referee`,
		`printf 'W b1b8\n' | veil krieg referee --rules wild16 --fen '7k/8/6K1/8/8/8/8/1R6 w - - 0 1'`)
	cmd.Flags().StringVar(&rules, "rules", "berkeley", "`RULESET`: "+rulesetList())
	cmd.Flags().StringVar(&fen, "fen", "", "start from this position, in Forsyth-Edwards `NOTATION`")
	frame.CompleteFlag(cmd, "rules", rulesetNames()...)
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(*cobra.Command, []string) error {
		g, err := newGame(rules, fen)
		if err != nil {
			return err
		}
		return g.serve(a.Stdin, a.Stdout)
	}
	return cmd
}

// judge is a referee's game with the announcements to each side.
type judge struct {
	*referee.Game

	rules krieg.Rules
	told  [2]int // events announced to each side
}

func newGame(rules, fen string) (*judge, error) {
	r, err := krieg.RulesNamed(rules)
	if err != nil {
		return nil, frame.Usage("--rules: "+err.Error(), text.DidYouMean(rules, rulesetNames())...)
	}
	start := krieg.NewHistory(r, krieg.White).Start
	if fen != "" {
		if start, err = chess.ParseFEN(fen); err != nil {
			return nil, frame.Usage("--fen: " + err.Error())
		}
	}
	return &judge{Game: referee.NewGame(r, start), rules: r}, nil
}

// serve answers tries until the game or the input ends.
func (j *judge) serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for !j.Over() && lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		said := j.answer(words)
		if j.Over() {
			said += "over " + j.ending() + "\n"
		}
		if _, err := fmt.Fprintln(out, said); err != nil {
			return err
		}
	}
	return lines.Err()
}

// answer makes a try and returns what each side hears.
func (j *judge) answer(words []string) string {
	side := map[string]krieg.Color{"W": krieg.White, "B": krieg.Black}
	by, ok := side[words[0]]
	if !ok || len(words) != 2 || by != j.ToMove() {
		return "nonsense\n"
	}
	a, err := krieg.ParseAction(words[1])
	if err != nil || j.Try(a).Answer == krieg.Nonsense {
		return "nonsense\n"
	}
	var out strings.Builder
	for c := range krieg.Color(2) {
		for _, line := range j.news(c) {
			fmt.Fprintf(&out, "%v %s\n", c, line)
		}
	}
	return out.String()
}

// news returns the new announcements to a side, as lines of its log.
func (j *judge) news(c krieg.Color) []string {
	full := j.History()
	mine := full.Filter(c)
	var lines []string
	for _, e := range mine.Events[j.told[c]:] {
		lines = append(lines, mine.Line(e))
	}
	j.told[c] = len(mine.Events)
	return lines
}

// ending returns the line about the end of the game.
func (j *judge) ending() string {
	if j.DrawnByRepetition() {
		return "draw repetition"
	}
	result := j.State().Over
	won := result == krieg.Mate || result == krieg.MaterialWin || result == krieg.Stalemate && j.rules.StalemateLoses
	if won {
		return fmt.Sprintf("won %v %v", j.ToMove().Other(), result)
	}
	return "draw " + result.String()
}
