// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/krieg"
)

// rulesetsTopic returns a table of the announcements under each ruleset, from the rules themselves.
func rulesetsTopic() string {
	var text strings.Builder
	rules := krieg.Rulesets()
	names := rulesetRow{"", func(r krieg.Rules) string { return r.Name }}
	for _, row := range append([]rulesetRow{names}, rulesetRows()...) {
		columns := []string{fmt.Sprintf("%-23s", row.what)}
		for _, r := range rules {
			columns = append(columns, fmt.Sprintf("%-13s", row.of(r)))
		}
		text.WriteString(strings.TrimRight(strings.Join(columns, " "), " ") + "\n")
	}
	text.WriteString(`
All announce that a move was made, checks with their direction (file, rank, long or short
diagonal, knight), mate, stalemate, and that neither side can mate. Promotions and castling
are silent otherwise. Refused tries may not be repeated in the same turn.

+material after a name, as berkeley+material, ends the game in favour of a side whose king
guards enough to mate a bare king, as the Berkeley problems read it.
`)
	return text.String()
}

// rulesetRow is one question about a ruleset, with a function that answers it.
type rulesetRow struct {
	what string
	of   func(r krieg.Rules) string
}

func yesNo(f func(r krieg.Rules) bool) func(r krieg.Rules) string {
	return func(r krieg.Rules) string {
		if f(r) {
			return "yes"
		}
		return "no"
	}
}

func rulesetRows() []rulesetRow {
	return []rulesetRow{
		{"refusals are heard by", func(r krieg.Rules) string {
			if r.PublicRefusals {
				return "both"
			}
			return "the mover"
		}},
		{"a capture tells", func(r krieg.Rules) string {
			said := "square"
			if r.CapturedClass {
				said += ", what"
			}
			if r.CapturerClass {
				said += ", by what"
			}
			return said
		}},
		{"en passant is said", yesNo(func(r krieg.Rules) bool { return r.AnnounceEnPassant })},
		{"promotion is said", yesNo(func(r krieg.Rules) bool { return r.AnnouncePromotion })},
		{"pawn captures announced", func(r krieg.Rules) string {
			return map[krieg.TriesPolicy]string{
				krieg.NoTries: "no", krieg.TriesWhether: "whether", krieg.TriesCount: "how many", krieg.TriesSquares: "from where",
			}[r.PawnTries]
		}},
		{"\"Are there any?\"", func(r krieg.Rules) string {
			return map[krieg.AnyPolicy]string{krieg.NoAny: "no", krieg.AnyComplete: "then take", krieg.AnyTry: "then try one"}[r.Any]
		}},
		{"stalemate", func(r krieg.Rules) string {
			if r.StalemateLoses {
				return "loses"
			}
			return "draws"
		}},
		{"repetition", func(r krieg.Rules) string {
			return map[krieg.DrawPolicy]string{krieg.NoDraws: "plays on", krieg.ChessDraws: "as in chess", krieg.SameMoves: "same moves x3"}[r.Draws]
		}},
	}
}
