// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"strings"
)

// Topic is a help page without a command.
type Topic struct {
	Name string
	Page string // in docs/
	Text func() string
}

func (a *App) topicNames() []string {
	var names []string
	for _, t := range a.Topics {
		names = append(names, t.Name)
	}
	return names
}

func (a *App) findTopic(name string) (Topic, bool) {
	for _, t := range a.Topics {
		if t.Name == name {
			return t, true
		}
	}
	return Topic{}, false
}

// ExitCodesTopic lists the exit codes and what they mean.
func ExitCodesTopic() string {
	var text strings.Builder
	for _, row := range exitCodes() {
		fmt.Fprintf(&text, "%4d  %s\n", row.code, row.meaning)
	}
	return text.String()
}

// EnvironmentTopic lists the variables that a program reads.
func EnvironmentTopic() string {
	return `NO_COLOR       if set, no colour (as with --color never)
TERM           if "dumb", no colour
COLUMNS        width of the output if it is not a terminal (default 80)
VEIL_<FLAG>    the value of any flag that is not given: VEIL_COLOR=never, VEIL_FIRST=zero,
               VEIL_TRUST_FLAGS=true; the command line wins

veil reads no configuration file and writes only what you ask for. Only farm, serve, krieg
bot, exp run --farm and doctor --servers use the network.
`
}

// JSONTopic describes the form of documents.
func JSONTopic() string {
	return `With --json a command prints one JSON document on one line. Its "schema" is a name and a
version, such as mines.analysis/2: within a version, fields are only ever added.

  counts       strings, because they outgrow 2^53: "layouts":"660"
  chances      a fraction of counts: {"num":"165","den":"660"}
  cells        names: "r3c4" is row 3, column 4, from 1, top left first
  values       carry "kind": exact, bounds, estimate, or none while not computed

A failure prints a document of schema veil.problem/1 with "type", "title", "detail" and
"exit"; the message for people goes to standard error as always.
`
}
