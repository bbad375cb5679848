// SPDX-License-Identifier: BSD-3-Clause

// Made from the table of verbs by UPDATE=1 go test ./web -run TestNPMTypes. Do not edit.

// The methods of each subject, and the field that is the first argument of each.
export const verbs = {
  mines: {
    analysis: "position",
    explanation: "position",
    hint: "position",
    check: "position",
    review: "game",
    board: "size",
    convert: "input",
  },
  krieg: {
    belief: "position",
    why: "position",
    mend: "position",
    mate: "position",
    whatif: "rules",
    check: "proof",
    print: "proof",
    think: "rules",
    game: "rules",
  },
  diag: {
    next: "table",
    solve: "table",
    check: "table",
    table: "table",
    advise: "table",
    policy: "table",
    prove: "table",
    replay: "table",
    review: "table",
    sensitivity: "table",
    testability: "table",
    learn: "table",
  },
  pomdp: {
    info: "problem",
    solve: "problem",
    play: "problem",
  },
};

// Fields that are an object with a text, for which a string will do.
export const texts = ["game", "input", "position"];
