// SPDX-License-Identifier: BSD-3-Clause

package main

import "github.com/veilplan/veil/cli/frame"

// topics returns the help pages without a command.
func topics(a *app) []frame.Topic {
	return []frame.Topic{
		{Name: "formats", Page: "reference/formats.md", Text: func() string { return formatsTopic }},
		{Name: "exit-codes", Page: "reference/exit-codes.md", Text: frame.ExitCodesTopic},
		{Name: "environment", Page: "reference/cli/README.md#help-topics", Text: frame.EnvironmentTopic},
		{Name: "json", Page: "reference/cli/README.md#help-topics", Text: frame.JSONTopic},
		{Name: "batch", Page: "reference/cli/README.md#help-topics", Text: func() string { return batchTopic }},
		{Name: "verbs", Page: "reference/api.md#verbs", Text: a.verbsTopic},
		{Name: "kriegspiel", Page: "reference/kriegspiel-formats.md", Text: func() string { return kriegspielTopic }},
		{Name: "rulesets", Page: "reference/rulesets.md", Text: rulesetsTopic},
		{Name: "rules", Page: "reference/cli/README.md#help-topics", Text: func() string { return rulesTopic }},
		{Name: "reproducibility", Page: "reference/cli/README.md#help-topics", Text: func() string { return reproducibilityTopic }},
	}
}

const formatsTopic = `A board is a header and a grid, one character per cell; spaces are ignored:

    4x4/4
    1...
    ....
    ....
    ....

The header is width x height / mines. It may be left out, but without a mine count veil can
use only the numbers on the board.

  hidden       .  also U H - ?   and # where a row of the right width has it
  open number  0 to 8, also _ for 0
  flag         F  also !    hidden, unless you give --trust-flags
  known mine   *  also M X @

U, H, F and M may be lower case. A line that starts with "# " is a comment.

Also read: MINESWEEPER-BOARD files (.board), the WxHxM text form, MBF bytes, the addresses
?b=…&m=… and ?analysis=… of web solvers and the links of veil's own page, also as an
argument in place of a file. "veil mines convert" writes them.
`

const batchTopic = `With --batch the commands that answer about one Minesweeper position (solve, why, hint,
check, prove) answer about many. They read questions from a file or standard input:

  a board      any text format; an empty line ends it
  a document   one line of JSON: a mines.position/1, as "gen --json" prints it
  an address   one line
  an object    one line: {"position": TEXT or DOCUMENT, "cells": ["r1c3"], "level": 2};
               cells are for why, level is for hint

and print one JSON document per line, in the order of the questions: what the same command
prints with --json for that position alone, and "question", the number of the question from
1. They use all cores, and hold only a few questions in memory. A question that has no
answer gets a veil.problem/1 in its place, whose line is that of the input; the exit code is
then the worst of all questions: 70 before 2 before 3 before 4.
`

const rulesTopic = `How the first click is protected is a parameter, because it changes the odds:

  safe   the clicked cell is never a mine (Windows); the default
  zero   neither is any of its neighbours (GNOME): the first click opens a zero
  any    nothing is protected

It is read from the board if the format includes it, or given by --first. It matters only
while no cell is open; afterwards every layout that fits the numbers is equally likely.

Flags are the player's opinions. They are not taken as facts unless you give --trust-flags;
a flag on a cell that is certainly safe is reported.
`

const reproducibilityTopic = `The same version, input and seed give the same bytes on any machine. A result stopped by a
time limit or by Ctrl-C is marked cut and exits with code 4 or 130.

Every number has a badge: exact (a fraction of counted layouts), bounds (a
proved interval) or estimate (with its confidence interval and sample size). Percentages
are rounded, but never to a certainty: what is possible does not print as 0%, and what is
not certain does not print as 100%.
`

const kriegspielTopic = `What you know about a Kriegspiel game is written in one of three ways.

A position (.ks): your men, and where the opponent's men may be:

    ruleset: english
    to move: white
    me:   8/7B/8/2K5/2N5/8/8/1R6          # FEN of my men only
    opp:  k@a4  q|r|b|n@e1                # kind@where; ? before it: maybe
    goal: mate in 2

  where is a square, {a8,c8}, *, dark, light, rank1 to rank8 or filea to fileh. Instead of
  me and opp, "belief:" may be followed by whole boards, one per line, each with a weight
  or none; or "history: FILE" names a game.

A referee log, one line for each thing heard:

    ruleset berkeley_any
    W e2e4 yes
    B moved
    W e4f5 no
    W f1b5 yes check long
    B moved
    W b5c6 yes takes c6 check long
    B takes c6
    W any? yes
    W e4d5 yes takes d5

  A move is e2e4 or e4, g1f3 or Nf3. Words: yes no moved takes SQUARE [pawn|piece] [by
  pawn|piece] [ep] promotes check file|rank|long|short|knight any? tries N mate stalemate
  draw. "fen FEN" gives another start, "me black" another player.

Kriegspiel PGN: the opponent's moves are ??, and a comment after each move says
{capture,checks:refused tries}:

    [Variant "Berkeley"]
    [Filtered "white"]
    1. e4 {:} ?? {:0} 2. Bb5 {,L:exf5} ?? {:0} 3. Bxc6 {c6,L:} ?? {c6:1} *
`
