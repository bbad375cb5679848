// SPDX-License-Identifier: BSD-3-Clause

package main

import "github.com/veilplan/veil/api"

// tallyVerb returns the row of the verb for a table of verbs.
func tallyVerb() api.Verb {
	return api.Answer(api.Verb{
		Name: "sample.tally", Operation: "sampleTally", Path: "/sample/tally", Class: api.Short, Summary: "Number of words of a text",
	}, tally)
}
