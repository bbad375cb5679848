// SPDX-License-Identifier: BSD-3-Clause

package tableplayers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/pomdp/tableplayers"
)

// A file is read only where files may be: here nowhere, so only problems that need none are played.
func ExampleDomain() {
	domains := play.Domains{tableplayers.Domain()}
	_, _, err := domains.Match(play.Setup{Domain: "pomdp", Rules: json.RawMessage(`{"file":"tiger.pomdp"}`), Player: "alpha"})
	fmt.Println(err)
	match, setup, err := domains.Match(play.Setup{Domain: "pomdp", Player: "alpha"})
	if err != nil {
		fmt.Println(err)
		return
	}
	match.MaxMoves = 3
	record, err := match.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(setup.Rules))
	for _, ply := range record.Plies {
		fmt.Println(ply.Action, "->", ply.Seen)
	}
	// Output:
	// pomdp: rules: the file tiger.pomdp would be opened: documents open no files here; --allow-files DIR allows those in DIR
	// {"problem":"tiger"}
	// listen -> growl-left
	// listen -> growl-left
	// right -> silence
}
