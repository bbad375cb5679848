// SPDX-License-Identifier: BSD-3-Clause

// Package pomdpx reads problems in the XML format of the APPL toolkit, PomdpX 1.0:
//
//	<pomdpx version="1.0" id="tiger">
//	  <Discount>0.95</Discount>
//	  <Variable>
//	    <StateVar vnamePrev="tiger_0" vnameCurr="tiger_1"><ValueEnum>left right</ValueEnum></StateVar>
//	    <ObsVar vname="growl"><ValueEnum>left right</ValueEnum></ObsVar>
//	    <ActionVar vname="do"><ValueEnum>listen open-left open-right</ValueEnum></ActionVar>
//	    <RewardVar vname="pay"/>
//	  </Variable>
//	  <InitialStateBelief> … <StateTransitionFunction> … <ObsFunction> … <RewardFunction> …
//	</pomdpx>
//
// A state is one value for each state variable, an action and an observation likewise; their names are joined by "-". A
// state variable that is fully observed is part of the observation. Functions are tables (type TBL) or decision
// diagrams (type DD).
//
// Reading is strict: the probabilities of a variable must sum to 1, where those that are not listed
// are 0. Rows that miss 1 by no more than [cassandra.Rounding] are scaled; [tabular.Tables.Scaled]
// names one.
package pomdpx

import (
	"fmt"
	"io"

	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/tabular"
)

// Read parses a problem. Syntax errors are of type [*cassandra.Error].
func Read(r io.Reader) (*tabular.Problem, error) { return ReadWithin(nil, r) }

// ReadWithin is Read with a memory limit.
func ReadWithin(room *tabular.Room, r io.Reader) (*tabular.Problem, error) {
	text, err := io.ReadAll(io.LimitReader(r, cassandra.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > cassandra.MaxBytes {
		return nil, fmt.Errorf("the file is larger than %d MB", cassandra.MaxBytes>>20)
	}
	return ParseWithin(room, string(text))
}

// Parse parses a problem. Syntax errors are of type [*cassandra.Error].
func Parse(text string) (*tabular.Problem, error) { return ParseWithin(nil, text) }

// ParseWithin is Parse with a memory limit. A problem that does not fit is a [*tabular.FullError],
// and is refused before anything is allocated for it.
func ParseWithin(room *tabular.Room, text string) (*tabular.Problem, error) {
	root, err := parseTree(room, text)
	if err != nil {
		return nil, err
	}
	f := &file{room: room}
	for _, read := range []func(*element) error{f.readHead, f.readVariables, f.readFunctions} {
		if err := read(root); err != nil {
			return nil, err
		}
	}
	return f.problem(root)
}
