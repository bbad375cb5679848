// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
)

// rulesetsHead is what the page needs to know about a ruleset: what can be heard.
const rulesetsHead = `// SPDX-License-Identifier: BSD-3-Clause

// The rulesets, made from krieg by UPDATE=1 go test ./web -run TestRulesets. Do not edit.

export interface Rules {
  refusals: boolean; // both hear that a try was refused
  captured: boolean; // a pawn or a piece was taken
  capturer: boolean; // a pawn or a piece took
  passant: boolean; // en passant is said
  promotion: boolean;
  any: boolean; // "Are there any?"
  tries: "" | "whether" | "count" | "squares"; // captures by pawns, before a turn
}

export const RULESETS: Record<string, Rules> = {
`

// TestRulesets: the page has the rulesets of the engine.
func TestRulesets(t *testing.T) {
	tries := map[krieg.TriesPolicy]string{
		krieg.NoTries: "", krieg.TriesWhether: "whether", krieg.TriesCount: "count", krieg.TriesSquares: "squares",
	}
	var text strings.Builder
	text.WriteString(rulesetsHead)
	for _, r := range krieg.Rulesets() {
		said, ok := tries[r.PawnTries]
		if !ok {
			t.Fatalf("%v announces captures by pawns in a way that the page does not know", r)
		}
		fmt.Fprintf(&text, "  %s: { refusals: %v, captured: %v, capturer: %v, passant: %v, promotion: %v, any: %v, tries: %q },\n",
			r, r.PublicRefusals, r.CapturedClass, r.CapturerClass, r.AnnounceEnPassant, r.AnnouncePromotion, r.Any != krieg.NoAny, said)
	}
	text.WriteString("};\n")
	committed(t, "page/krieg/rulesets.ts", []byte(text.String()))
}
