// SPDX-License-Identifier: BSD-3-Clause

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
  berkeley: { refusals: true, captured: false, capturer: false, passant: false, promotion: false, any: false, tries: "" },
  berkeley_any: { refusals: true, captured: false, capturer: false, passant: false, promotion: false, any: true, tries: "" },
  english: { refusals: true, captured: false, capturer: false, passant: true, promotion: false, any: true, tries: "" },
  cincinnati: { refusals: true, captured: true, capturer: false, passant: false, promotion: false, any: false, tries: "whether" },
  wild16: { refusals: false, captured: true, capturer: false, passant: false, promotion: false, any: false, tries: "count" },
  rand: { refusals: true, captured: true, capturer: false, passant: false, promotion: true, any: false, tries: "squares" },
  dutch: { refusals: true, captured: false, capturer: true, passant: true, promotion: false, any: true, tries: "" },
};
