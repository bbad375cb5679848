// SPDX-License-Identifier: BSD-3-Clause

// Made from the table of verbs by UPDATE=1 go test ./web -run TestNPMTypes. Do not edit.

import type { Answer, Fields } from "./client.js";
import type * as T from "./types.js";

export interface MinesVerbs {
  /** Analyse a position */
  analysis(position: string | T.Input, fields?: Fields<T.MinesAnalyseQuestion, "position">): Answer<T.MinesAnalysis>;
  /** Why cells are safe, mines, or risky */
  explanation(position: string | T.Input, fields: Fields<T.MinesExplainQuestion, "position">): Answer<T.MinesExplanation>;
  /** Help to find a safe cell */
  hint(position: string | T.Input, fields?: Fields<T.MinesHintQuestion, "position">): Answer<T.MinesHint>;
  /** Can the board exist, and is a guess forced? */
  check(position: string | T.Input, fields?: Fields<T.MinesCheckQuestion, "position">): Answer<T.MinesCheck>;
  /** Split a game into mistakes and luck */
  review(game: string | T.Input, fields?: Fields<T.MinesGame, "game">): Answer<T.MinesReview>;
  /** Draw a board from a seed */
  board(size: string, fields?: Fields<T.MinesGenerateQuestion, "size">): Answer<T.MinesBoard>;
  /** Write a board in another format */
  convert(input: string | T.Input, fields: Fields<T.MinesConvertQuestion, "input">): Answer<T.Converted>;
}

export interface KriegVerbs {
  /** Which positions fit what was heard */
  belief(position: string | T.KriegInput, fields?: Fields<T.KriegBeliefQuestion, "position">): Answer<T.KriegBelief>;
  /** What could be heard after a try */
  why(position: string | T.KriegInput, fields: Fields<T.KriegWhyQuestion, "position">): Answer<T.KriegWhy>;
  /** What was misheard, if no position fits */
  mend(position: string | T.KriegInput, fields?: Fields<T.KriegMendQuestion, "position">): Answer<T.KriegMends>;
  /** Can mate be forced whatever is hidden? */
  mate(position: string | T.KriegInput, fields?: Fields<T.KriegMateQuestion, "position">): Answer<T.KriegMate>;
  /** What becomes of a mate after a try */
  whatif(rules: string, fields: Fields<T.KriegWhatIfQuestion, "rules">): Answer<T.KriegWhatIf>;
  /** Replay a proof with the independent checker */
  check(proof: T.KriegProof, fields?: Fields<T.KriegCheckQuestion, "proof">): Answer<T.KriegCheck>;
  /** A proof as text, PGN or DOT */
  print(proof: T.KriegProof, fields: Fields<T.KriegPrintQuestion, "proof">): Answer<T.KriegPrinted>;
  /** What one side of a game would try, and its belief */
  think(rules: string, fields: Fields<T.KriegThinkQuestion, "rules">): Answer<T.KriegThought>;
  /** How a game stands, and what each side sees and has heard */
  game(rules: string, fields: Fields<T.KriegGameQuestion, "rules">): Answer<T.KriegGame>;
}

export interface DiagVerbs {
  /** Which test to perform now, and why */
  next(table: string, fields?: Fields<T.DiagQuestion, "table">): Answer<T.DiagNext>;
  /** The whole plan of least expected cost */
  solve(table: string, fields?: Fields<T.DiagQuestion, "table">): Answer<T.DiagPlan>;
  /** What the tests can tell, and what readings come to */
  check(table: string, fields?: Fields<T.DiagQuestion, "table">): Answer<T.DiagCheck>;
  /** The faults and tests of a table, and whether its tests err */
  table(table: string, fields?: Fields<T.DiagTableQuestion, "table">): Answer<T.DiagTable>;
  /** What to do now if tests err, and why */
  advise(table: string, fields?: Fields<T.DiagAdviceQuestion, "table">): Answer<T.DiagAdvice>;
  /** The whole plan of least expected cost if tests err */
  policy(table: string, fields?: Fields<T.DiagAdviceQuestion, "table">): Answer<T.DiagPolicy>;
  /** Is every fault found within a given number of tests? */
  prove(table: string, fields: Fields<T.DiagProveQuestion, "table">): Answer<T.DiagProof>;
  /** Does a proof hold for a table? */
  replay(table: string, fields: Fields<T.DiagReplayQuestion, "table">): Answer<T.DiagReplay>;
  /** What each step of a finished job cost, compared with the best one */
  review(table: string, fields?: Fields<T.DiagAdviceQuestion, "table">): Answer<T.DiagReview>;
  /** Which test is worth improving, and what that saves */
  sensitivity(table: string, fields?: Fields<T.DiagAdviceQuestion, "table">): Answer<T.DiagSensitivity>;
  /** Which faults the tests detect, isolate and confuse */
  testability(table: string, fields?: Fields<T.DiagTableQuestion, "table">): Answer<T.DiagTestability>;
  /** A table learned from closed cases, and how far its costs are known */
  learn(table: string, fields: Fields<T.DiagLearnQuestion, "table">): Answer<T.DiagLearned>;
}

export interface PomdpVerbs {
  /** The size of a problem with rewards */
  info(problem: string, fields?: Fields<T.PomdpInfoQuestion, "problem">): Answer<T.PomdpInfo>;
  /** Bounds on the value of best play */
  solve(problem: string, fields?: Fields<T.PomdpSolveQuestion, "problem">): Answer<T.PomdpSolution>;
  /** What a policy earns */
  play(problem: string, fields?: Fields<T.PomdpPlayQuestion, "problem">): Answer<T.PomdpPlay>;
}
