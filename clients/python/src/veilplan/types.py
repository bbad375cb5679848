# SPDX-License-Identifier: BSD-3-Clause
"""The questions and documents of veil, as types.

Made from the table of verbs by UPDATE=1 go test -run TestPythonTypes ./cmd/veil. Do not edit.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict


class Bounds(TypedDict):
    lo: float
    hi: float


class _Branch(TypedDict):
    announce: str
    next: int


class Branch(_Branch, total=False):
    reply: str
    refused: bool


class Budget(TypedDict, total=False):
    # Time limit; without nodes the search uses all of it
    time_ms: int
    # Limit of positions searched
    nodes: int
    # Search exactly if at most this many layouts fit
    max_layouts: int
    # Memory limit
    memory_mb: int
    # Games of an estimate if the exact search does not finish; 0 for no estimate
    games: int


class Certificate(TypedDict):
    no_guess: bool
    # Whether every move was proved safe by counting all layouts
    verified_by: Literal['exact']
    # Number of boards generated until one needed no guess
    attempts: int


class _Change(TypedDict):
    kind: Literal['exact', 'estimate']
    # Difference, between -1 and 1 for one turn
    by: float


class Change(_Change, total=False):
    # Estimate: 95% confidence interval
    ci95: List[float]


class _Converted(TypedDict):
    schema: Literal['mines.converted/1']
    format: str
    text: str


class Converted(_Converted, total=False):
    encoding: Literal['base64']


class _DiagAction(TypedDict):
    # What to do; unknown where a limit ended the search
    do: Literal['test', 'replace', 'name', 'stop', 'give up', 'unknown']


class DiagAction(_DiagAction, total=False):
    # Test to perform, fault whose part is replaced, or fault that is named
    what: str


class _DiagAdvice(TypedDict):
    schema: Literal['diag.advice/1']
    # running: a better document follows; partial: a limit was reached; done: complete
    state: Literal['running', 'partial', 'done']
    # Possible faults, most likely first
    faults: List[DiagFault]
    # What to do now
    action: DiagAction
    # Least expected cost from here
    cost: DiagBounds
    # The cheapest way to end now
    end: DiagEnd
    # Expected saving against ending now
    saves: float
    # Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does; 0 while running
    sure: float
    # Factor by which the price of being wrong was raised to be sure enough
    scale: float


class DiagAdvice(_DiagAdvice, total=False):
    # Whether the time limit ended the work; another machine may get further
    cut: bool
    # Readings and failed repairs that were given
    seen: List[str]
    # Cost of the action, unless it ends the job
    price: float
    # Cost of the tests and repairs performed so far
    paid: float
    # Actions that may be best, best first
    actions: List[DiagChoice]
    # Possible results of the action
    answers: List[DiagEffect]


class _DiagAdviceQuestion(TypedDict):
    # CSV table with chances, repairs and the price of being wrong
    table: str


class DiagAdviceQuestion(_DiagAdviceQuestion, total=False):
    # Readings and repairs so far, as TEST=READING or replace FAULT=failed
    seen: List[str]
    # Confidence to reach, by raising the price of being wrong; if omitted the table's price decides
    sure: float
    budget: DiagBudget


class _DiagAnswer(TypedDict):
    reading: str
    chance: float
    # Possible faults after this reading
    left: List[str]


class DiagAnswer(_DiagAnswer, total=False):
    # The test to perform next
    then: str


class DiagBounds(TypedDict):
    lo: float
    hi: float
    # Relative gap of the bounds
    gap: float


class DiagBranch(TypedDict):
    reading: str
    next: DiagStep


class DiagBudget(TypedDict, total=False):
    time_ms: int
    # Limit of sets of faults searched
    nodes: int
    memory_mb: int


class _DiagCheck(TypedDict):
    schema: Literal['diag.check/1']
    faults: int
    tests: int


class DiagCheck(_DiagCheck, total=False):
    # Groups of faults that no test separates
    alike: List[List[str]]
    # Tests with the same reading for all faults
    idle: List[str]
    # Readings that were given
    seen: List[str]
    # Faults that explain them
    left: List[str]
    # Minimal set of readings that no fault explains
    conflict: List[str]


class DiagChoice(TypedDict):
    action: DiagAction
    cost: DiagBounds


class DiagConfusion(TypedDict):
    one: str
    other: str
    # Most that one of the two, equally likely, is taken for the other after every test was performed once
    most: float


class _DiagCost(TypedDict):
    kind: Literal['exact', 'bounds']
    lo: float
    hi: float


class DiagCost(_DiagCost, total=False):
    fraction: str


class _DiagEffect(TypedDict):
    # Reading of a test, or works or failed after a replacement
    result: str
    chance: float


class DiagEffect(_DiagEffect, total=False):
    # Likeliest faults after it
    faults: List[DiagFault]
    then: DiagAction


class DiagEnd(TypedDict):
    action: DiagAction
    cost: float


class _DiagEstimate(TypedDict):
    fault: str
    # Cases in which it was seen
    cases: int
    chance: float
    # Lower end of the 95% interval
    lo: float
    # Upper end of the 95% interval
    hi: float


class DiagEstimate(_DiagEstimate, total=False):
    # Omitted for the prior of the fault
    test: str
    reading: str


class DiagFault(TypedDict):
    fault: str
    chance: float


class DiagGroup(TypedDict):
    faults: List[str]
    # Prior of the group
    chance: float


class DiagImprovement(TypedDict):
    test: str
    # Mean chance of another reading than the likeliest one of the fault
    error: float
    # Saving if every error is half as likely
    half: DiagSaving
    # Saving if the test never errs
    perfect: DiagSaving


class _DiagLearnQuestion(TypedDict):
    # CSV table with the faults, tests, readings and prices; its priors and chances are not used
    table: str
    # CSV of closed cases: the fault that was found, and the readings that were taken
    cases: str


class DiagLearnQuestion(_DiagLearnQuestion, total=False):
    # Seed of the drawn tables
    seed: int
    budget: DiagBudget


class _DiagLearned(TypedDict):
    schema: Literal['diag.learned/1']
    state: Literal['partial', 'done']
    # Closed cases that were read
    cases: int
    # The table with the expected priors and chances
    table: str
    # Least expected cost under the learned table
    cost: DiagBounds
    # Least expected cost under all tables drawn from what the cases leave open
    widened: DiagBounds
    # Tables drawn
    draws: int
    # What was learned about each prior, and each reading of tests that were performed; at most 1,000
    cells: List[DiagEstimate]


class DiagLearned(_DiagLearned, total=False):
    # Whether the time limit ended the work: fewer tables were drawn
    cut: bool


class _DiagMove(TypedDict):
    action: DiagAction
    # Chance of getting here
    chance: float


class DiagMove(_DiagMove, total=False):
    # Omitted at ends and where the chance is small
    results: List[DiagThen]


class _DiagNext(TypedDict):
    schema: Literal['diag.next/1']
    state: Literal['partial', 'done']
    # Possible faults, most likely first
    left: List[DiagFault]
    # Least expected cost to find the fault from here
    cost: DiagCost


class DiagNext(_DiagNext, total=False):
    # Whether the time limit ended the work; another machine may get further
    cut: bool
    # Readings that were given
    seen: List[str]
    # Whether no test could reveal more
    found: bool
    # The test to perform now
    test: str
    # Cost of the test, preparation included
    price: float
    # Cost of the tests performed so far
    paid: float
    # Informative tests, best first
    tests: List[DiagTest]
    # Possible readings of the test
    answers: List[DiagAnswer]


class _DiagPlan(TypedDict):
    schema: Literal['diag.plan/1']
    state: Literal['partial', 'done']
    # Least expected cost of any plan
    cost: DiagCost
    # Expected cost of the plan
    plan: DiagSpend
    # Expected cost of always choosing the test with the most information per cost
    greedy: DiagSpend
    steps: DiagStep


class DiagPlan(_DiagPlan, total=False):
    # Whether the time limit ended the work; another machine may get further
    cut: bool


class _DiagPolicy(TypedDict):
    schema: Literal['diag.policy/1']
    state: Literal['partial', 'done']
    # Least expected cost of any plan
    cost: DiagBounds
    # The cheapest way to end at once
    end: DiagEnd
    # Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does
    sure: float
    # Factor by which the price of being wrong was raised to be sure enough
    scale: float
    steps: DiagMove


class DiagPolicy(_DiagPolicy, total=False):
    # Whether the time limit ended the work; another machine may get further
    cut: bool


class _DiagProof(TypedDict):
    schema: Literal['diag.proof/1']
    # Limit of tests
    within: int
    verdict: Literal['proved', 'disproved', 'unknown']
    # Whether the independent checker accepted the proof
    checked: bool


class DiagProof(_DiagProof, total=False):
    proof: Plan
    # The proof as a runbook
    steps: DiagStep
    # The table that the proof is about, for replays
    table: str


class _DiagProveQuestion(TypedDict):
    # CSV table: a line per fault with its prior and the reading of each test
    table: str
    within: int


class DiagProveQuestion(_DiagProveQuestion, total=False):
    budget: DiagBudget


class _DiagQuestion(TypedDict):
    # CSV table: a line per fault with its prior and the reading of each test
    table: str


class DiagQuestion(_DiagQuestion, total=False):
    # Readings so far, as TEST=READING
    seen: List[str]
    budget: DiagBudget


class _DiagReplay(TypedDict):
    schema: Literal['diag.replay/1']
    holds: bool
    # Limit of tests
    within: int
    # Number of faults from which the plan was replayed
    faults: int
    # Number of pairs of node and fault replayed
    steps: int


class DiagReplay(_DiagReplay, total=False):
    # Reason why it does not hold
    why: str


class DiagReplayQuestion(TypedDict):
    # CSV table: a line per fault with its prior and the reading of each test
    table: str
    proof: DiagProof


class _DiagReview(TypedDict):
    schema: Literal['diag.review/1']
    state: Literal['partial', 'done']
    # Cost of all tests and repairs of the job
    paid: float
    # Expected cost that better choices would have saved, in all steps listed
    lost: DiagBounds
    steps: List[DiagReviewed]


class DiagReview(_DiagReview, total=False):
    # Whether the time limit ended the work: steps may be missing, and bounds wide
    cut: bool


class DiagReviewed(TypedDict):
    # The reading or repair, as given
    did: str
    action: DiagAction
    # What should have been done
    best: DiagAction
    # Least expected cost at this point
    cost: DiagBounds
    # Expected cost that the best action would have saved
    lost: DiagBounds


class DiagSaving(TypedDict):
    lo: float
    hi: float


class _DiagSensitivity(TypedDict):
    schema: Literal['diag.sensitivity/1']
    state: Literal['partial', 'done']
    # Least expected cost with the tests as they are
    cost: DiagBounds
    # Tests that err, the one most worth improving first
    tests: List[DiagImprovement]


class DiagSensitivity(_DiagSensitivity, total=False):
    # Whether the time limit ended the work: tests may be missing, and bounds wide
    cut: bool


class DiagSpend(TypedDict):
    expected: float
    fraction: str
    # Cost for the most expensive fault
    worst: float
    # The most tests on one way
    tests: int


class _DiagStep(TypedDict):
    # Possible faults at this node
    left: List[str]


class DiagStep(_DiagStep, total=False):
    test: str
    branches: List[DiagBranch]


class _DiagTable(TypedDict):
    schema: Literal['diag.table/1']
    # erring: diag.advise and diag.policy plan with the table; certain: diag.next and diag.solve
    kind: Literal['certain', 'erring']
    faults: List[DiagTableFault]
    tests: List[DiagTableTest]


class DiagTable(_DiagTable, total=False):
    # Whether the table has prices of repairs and of being wrong
    money: bool
    # Cost of giving up; omitted if it is not allowed
    give_up: float


class _DiagTableFault(TypedDict):
    fault: str


class DiagTableFault(_DiagTableFault, total=False):
    # Cost of replacing the part and trying; omitted if it cannot be replaced
    repair: float


class DiagTableQuestion(TypedDict):
    # CSV table; its tests may err
    table: str


class _DiagTableTest(TypedDict):
    test: str
    # Cost of the test, without the preparation of its group
    cost: float
    # Words that the test may read
    readings: List[str]


class DiagTableTest(_DiagTableTest, total=False):
    # Whether the test errs independently each time
    repeat: bool


class DiagTest(TypedDict):
    test: str
    cost: DiagCost


class _DiagTestability(TypedDict):
    schema: Literal['diag.testability/1']
    # Share of faults that the tests distinguish from every other fault, by prior
    isolated: float
    # Proved bounds on the chance of naming a wrong fault after every test was performed once
    wrong: DiagSaving


class DiagTestability(_DiagTestability, total=False):
    # Share of faults that a test distinguishes from none, by prior; omitted without the fault none
    detected: float
    # Faults that no test distinguishes, the likeliest group first
    groups: List[DiagGroup]
    # Pairs of faults that are confused most, hardest first
    pairs: List[DiagConfusion]


class _DiagThen(TypedDict):
    result: str


class DiagThen(_DiagThen, total=False):
    next: DiagMove


class EnvAdvice(TypedDict):
    schema: Literal['env.advice/1']
    # Actions that the adviser considered, best first
    choices: List[EnvChoice]


class _EnvAdviseQuestion(TypedDict):
    env: int


class EnvAdviseQuestion(_EnvAdviseQuestion, total=False):
    # The copy; the first if omitted
    copy: int


class EnvChoice(TypedDict):
    action: int
    # Expected return from here under best play; in win, lo and hi also for rewards and costs
    value: Value


class EnvCloseQuestion(TypedDict):
    env: int


class EnvClosed(TypedDict):
    schema: Literal['env.closed/1']
    env: int


class _EnvOpenQuestion(TypedDict):
    # Name of the problem, as veil methods lists them
    domain: str


class EnvOpenQuestion(_EnvOpenQuestion, total=False):
    # Rules of the problem, an object; defaults if omitted
    rules: Any
    # Number of episodes that run side by side; 1 if omitted
    copies: int
    # Moves after which an episode is truncated; the limit of the problem if omitted
    max_moves: int
    # Whether answers contain everything the player has seen
    views: bool
    # Player or method that env.advise asks; none if omitted
    adviser: str
    # Parameters of the adviser, an object; defaults if omitted
    params: Any


class _EnvOpened(TypedDict):
    schema: Literal['env.opened/1']
    # Number that the other questions name
    env: int
    domain: str
    # Rules with every default filled in
    rules: Any
    copies: int
    # Every action of any episode; its place is its number
    actions: List[str]
    # Factor on a reward one move later
    discount: float
    # Moves after which an episode is truncated
    max_moves: int


class EnvOpened(_EnvOpened, total=False):
    # Every observation of any episode; if omitted, observations are text
    observations: List[str]


class _EnvResetQuestion(TypedDict):
    env: int


class EnvResetQuestion(_EnvResetQuestion, total=False):
    # Seed of the experiment; 0 counts as 1
    seed: int
    # Episode of the first copy; the others take the next ones
    episode: int
    # Copies to reset; all if omitted. With it, seed and episode must be omitted: the copies take their next episode
    which: List[int]


class _EnvStarted(TypedDict):
    schema: Literal['env.started/1']
    # Number of the episode of each copy asked for
    episodes: List[int]


class EnvStarted(_EnvStarted, total=False):
    # Available actions of each copy as a bitmap in base64: action n is bit n%8 of byte n/8; empty if all are available; omitted if all are for every copy
    legal: List[str]
    # What each player has seen, if views were asked for
    views: List[Any]


class _EnvStepQuestion(TypedDict):
    env: int
    # Number of the action of each copy; -1 starts its next episode
    actions: List[int]


class EnvStepQuestion(_EnvStepQuestion, total=False):
    # Copies that the actions are for; all if omitted
    which: List[int]


class _EnvStepped(TypedDict):
    schema: Literal['env.stepped/1']
    rewards: List[float]


class EnvStepped(_EnvStepped, total=False):
    # Number of each observation; -1 for a new episode; omitted if observations are text
    seen: List[int]
    # Each observation as text, if observations are text; empty for a new episode
    texts: List[str]
    # Places in this answer of episodes that are over
    terminated: List[int]
    # Places in this answer of episodes that reached max_moves
    truncated: List[int]
    # Available actions, as in env.started/1
    legal: List[str]
    # What each player has seen, if views were asked for
    views: List[Any]


class Fraction(TypedDict):
    # Exact quotient of two counts
    kind: Literal['exact']
    num: str
    den: str


class _Input(TypedDict):
    # The position or game, in any format veil reads
    text: str


class Input(_Input, total=False):
    # Format of the text; detected if omitted
    format: Literal['board', 'json', 'hand', 'jsm', 'jsm-url', 'mbf']
    # base64 if the text encodes bytes, as required for mbf
    encoding: Literal['base64']
    # First-click rule, if the text does not contain it
    first: Literal['any', 'safe', 'zero']
    # Number of mines, if the text does not contain it
    mines: int
    # Whether to treat flags as facts
    trust_flags: bool


_KriegBelief = TypedDict("_KriegBelief", {
    "schema": "Literal['krieg.belief/2']",
    "positions": "int",
    "kind": "Literal['exact', 'estimate']",
})
_KriegBeliefMore = TypedDict("_KriegBeliefMore", {
    "rules": "str",
    "me": "Literal['white', 'black']",
    "to_move": "Literal['white', 'black']",
    "bits": "float",
    "estimate": "KriegEstimate",
    "heat": "Dict[str, Dict[str, float]]",
    "events": "List[KriegStep]",
    "boards": "List[str]",
    "drawn": "Literal['uniform', 'weighed']",
    "from": "int",
    "shares": "List[float]",
    "weights": "Literal['positions', 'given', 'histories', 'random', 'sensible']",
    "own": "str",
    "goal": "int",
    "tries": "List[KriegTry]",
    "tries_of": "int",
}, total=False)


class KriegBelief(_KriegBelief, _KriegBeliefMore):
    pass


_KriegBeliefQuestion = TypedDict("_KriegBeliefQuestion", {
    "position": "KriegInput",
})
_KriegBeliefQuestionMore = TypedDict("_KriegBeliefQuestionMore", {
    "piece": "str",
    "list": "int",
    "from": "int",
    "sample": "int",
    "seed": "int",
    "tries": "bool",
    "max_boards": "int",
}, total=False)


class KriegBeliefQuestion(_KriegBeliefQuestion, _KriegBeliefQuestionMore):
    pass


class _KriegBranch(TypedDict):
    # Announcement in words
    heard: str
    verdict: Literal['mate', 'no mate', 'unknown']
    # Plies of the mate, or the plies searched
    plies: int
    boards: int


class KriegBranch(_KriegBranch, total=False):
    # Whether the try was refused; it is still your turn
    refused: bool
    # Result, if the try ended the game without your win
    over: str
    # Boards, unless too many
    states: List[str]


class KriegBudget(TypedDict, total=False):
    time_ms: int
    # Limit of beliefs expanded
    nodes: int
    # Limit of hidden states
    states: int
    memory_mb: int


_KriegCandidate = TypedDict("_KriegCandidate", {
    "try": "str",
    "value": "float",
    "legal": "float",
})
_KriegCandidateMore = TypedDict("_KriegCandidateMore", {
}, total=False)


class KriegCandidate(_KriegCandidate, _KriegCandidateMore):
    pass


class _KriegCase(TypedDict):
    announced: str
    boards: int
    verdict: Literal['mate', 'no mate', 'unknown']
    plies: int


class KriegCase(_KriegCase, total=False):
    keys: List[str]
    all_keys: bool
    winnable: int
    covered: int
    plan: Plan
    # Plan in words, node by node
    told: List[KriegTold]
    refutation: Refutation


class _KriegCheck(TypedDict):
    schema: Literal['krieg.check/1']
    holds: bool
    verdict: str
    boards: int
    # Total nodes of plans and refutations
    nodes: int
    # Number of pairs of node and board replayed
    steps: int
    # False if the verdict comes from exhaustive search, without certificate
    proved: bool


class KriegCheck(_KriegCheck, total=False):
    # Reason why it does not hold
    why: str


class KriegCheckQuestion(TypedDict):
    proof: KriegProof


class _KriegEstimate(TypedDict):
    # Maximum sample size at each opponent move
    carried: int
    # Seed of the sample
    seed: int
    # Effective sample size before the opponent's last move
    effective: float


class KriegEstimate(_KriegEstimate, total=False):
    # Number of times no board was left
    deaths: int
    # Number of times the sample was rebuilt from an earlier move because few or no boards were left
    repairs: int
    # Number of repairs that changed the hidden moves of single boards, which makes their weights unreliable
    mended: int
    # Whether the sample was lost: boards may exist, but none is known
    lost: bool


class _KriegHeard(TypedDict):
    # Line as in a referee log
    heard: str
    # Announcement in words
    words: str
    # Number of boards on which it may be announced
    boards: int
    # Probability under the given weights and a random opponent
    share: float


class KriegHeard(_KriegHeard, total=False):
    # Boards on which it is announced, in the order of the belief; omitted if many
    which: List[int]


class _KriegInput(TypedDict):
    # A position (.ks), a referee log or Kriegspiel PGN
    text: str


class KriegInput(_KriegInput, total=False):
    # Ruleset that replaces that of the position
    rules: str
    # What every percentage assumes: that all positions count the same, that all sequences of moves that fit do, that the opponent moved at random, or that it preferred captures, recaptures and promotions. Those that a position gives, or positions, if left out
    weights: Literal['positions', 'histories', 'random', 'sensible']


class _KriegMate(TypedDict):
    schema: Literal['krieg.mate/1']
    rules: str
    me: Literal['white', 'black']
    verdict: Literal['mate', 'no mate', 'unknown']
    # Plies of the mate, or the limit requested
    moves: int
    # Limit of plies requested
    plies: int
    # Number of boards that fit the history; in an estimate, of the sample
    boards: int
    # Badge: exact if all possible boards are known, estimate if a sample. No mate on a sample proves that there is none; a mate on a sample proves nothing
    kind: Literal['exact', 'estimate']
    method: str
    nodes: int
    states: int
    cases: List[KriegCase]


class KriegMate(_KriegMate, total=False):
    # Address of a search that still runs
    id: str
    # Present only while the search runs
    state: Literal['running']
    # Evidence for the verdict
    proved_by: Literal['plan', 'refutation', 'exhaustive search']
    # Reason why the verdict is unknown
    cut: str
    # Quality of the sample; omitted if exact
    estimate: KriegEstimate
    # Whether mate is forced on every board of the sample; the verdict is then unknown
    on_sample: bool


class _KriegMateQuestion(TypedDict):
    position: KriegInput


class KriegMateQuestion(_KriegMateQuestion, total=False):
    # Limit of plies; the goal of the position if omitted
    plies: int
    budget: KriegBudget
    # Seed of the estimate, if too many boards fit; 0 counts as 1
    seed: int


class _KriegMend(TypedDict):
    # Line, from 1
    line: int
    # insert puts the new line before this one
    do: Literal['replace', 'delete', 'insert']
    # The whole log with the change
    text: str
    # Estimated probability among these changes
    share: float


class KriegMend(_KriegMend, total=False):
    # The line as it is
    old: str
    # The line as it may have been
    new: str


class _KriegMendQuestion(TypedDict):
    position: KriegInput


class KriegMendQuestion(_KriegMendQuestion, total=False):
    # Seed of the boards sampled; 0 counts as 1
    seed: int


class _KriegMends(TypedDict):
    schema: Literal['krieg.mends/1']
    # Badge: exact if certainly no board fits, estimate if a sample found none
    kind: Literal['exact', 'estimate']
    # First line, from 1, after which nothing fits; 0 if the log fits
    line: int


class KriegMends(_KriegMends, total=False):
    # Changes, the most likely first, at most one a line
    mends: List[KriegMend]
    # Whether a limit ended the search before every line was doubted
    cut: bool


class KriegOutcome(TypedDict):
    announced: str
    boards: int
    # Expected information of the try, in bits
    bits: float
    heard: List[KriegHeard]


_KriegPrintQuestion = TypedDict("_KriegPrintQuestion", {
    "proof": "KriegProof",
    "as": "Literal['text', 'pgn', 'dot']",
})
_KriegPrintQuestionMore = TypedDict("_KriegPrintQuestionMore", {
}, total=False)


class KriegPrintQuestion(_KriegPrintQuestion, _KriegPrintQuestionMore):
    pass


_KriegPrinted = TypedDict("_KriegPrinted", {
    "schema": "Literal['krieg.printed/1']",
    "as": "Literal['text', 'pgn', 'dot']",
    "text": "str",
})
_KriegPrintedMore = TypedDict("_KriegPrintedMore", {
}, total=False)


class KriegPrinted(_KriegPrinted, _KriegPrintedMore):
    pass


class _KriegProof(TypedDict):
    schema: Literal['krieg.proof/1']
    # The player's knowledge: text of a .ks file, referee log or Kriegspiel PGN
    question: str
    plies: int
    verdict: Literal['mate', 'no mate']
    cases: List[KriegProved]


class KriegProof(_KriegProof, total=False):
    # Rules that replace those of the text
    rules: str


class _KriegProved(TypedDict):
    announced: str
    boards: int


class KriegProved(_KriegProved, total=False):
    plan: Plan
    refutation: Refutation


class _KriegStep(TypedDict):
    event: str
    # Number of boards after the line
    positions: int
    # Number of earlier boards that the line rules out; unknown if sampled
    ruled_out: int


class KriegStep(_KriegStep, total=False):
    # Whether the boards are a sample
    sampled: bool
    # Line of the referee log, from 1
    line: int


class _KriegThinkQuestion(TypedDict):
    # Ruleset
    rules: str
    me: Literal['white', 'black']
    # Lines of the side's referee log, from the start of the game
    heard: List[str]


class KriegThinkQuestion(_KriegThinkQuestion, total=False):
    # Level from 1, a beginner, to 8; 8 if omitted
    level: int
    # Seed of every random choice
    seed: int
    # Whether to include the belief
    belief: bool
    # Whether to evaluate every try as well
    teach: bool


class _KriegThought(TypedDict):
    schema: Literal['krieg.thought/1']
    rules: str
    me: Literal['white', 'black']


class KriegThought(_KriegThought, total=False):
    # Chosen try in coordinates, or any?; omitted if it is not its turn
    best: str
    # Method that chose the try: evaluation, mate, table, hunt, guess or only
    source: str
    # Candidates, best first; omitted if the choice did not need them
    tries: List[KriegCandidate]
    # Belief, if requested
    belief: KriegBelief


_KriegTold = TypedDict("_KriegTold", {
    "try": "str",
})
_KriegToldMore = TypedDict("_KriegToldMore", {
    "remark": "str",
    "heard": "List[str]",
}, total=False)


class KriegTold(_KriegTold, _KriegToldMore):
    pass


_KriegTry = TypedDict("_KriegTry", {
    "try": "str",
    "name": "str",
    "refused": "int",
    "illegal": "float",
    "bits": "float",
})
_KriegTryMore = TypedDict("_KriegTryMore", {
    "mates": "int",
}, total=False)


class KriegTry(_KriegTry, _KriegTryMore):
    pass


_KriegWhatIf = TypedDict("_KriegWhatIf", {
    "schema": "Literal['krieg.whatif/1']",
    "rules": "str",
    "me": "Literal['white', 'black']",
    "try": "str",
    "name": "str",
    "plies": "int",
    "verdict": "Literal['mate', 'no mate', 'unknown']",
    "branches": "List[KriegBranch]",
})
_KriegWhatIfMore = TypedDict("_KriegWhatIfMore", {
    "won": "int",
    "why": "str",
}, total=False)


class KriegWhatIf(_KriegWhatIf, _KriegWhatIfMore):
    pass


_KriegWhatIfQuestion = TypedDict("_KriegWhatIfQuestion", {
    "rules": "str",
    "me": "Literal['white', 'black']",
    "states": "List[str]",
    "try": "str",
    "plies": "int",
})
_KriegWhatIfQuestionMore = TypedDict("_KriegWhatIfQuestionMore", {
    "budget": "KriegBudget",
}, total=False)


class KriegWhatIfQuestion(_KriegWhatIfQuestion, _KriegWhatIfQuestionMore):
    pass


_KriegWhy = TypedDict("_KriegWhy", {
    "schema": "Literal['krieg.why/1']",
    "kind": "Literal['exact', 'estimate']",
    "rules": "str",
    "try": "str",
    "cases": "List[KriegOutcome]",
})
_KriegWhyMore = TypedDict("_KriegWhyMore", {
    "estimate": "KriegEstimate",
}, total=False)


class KriegWhy(_KriegWhy, _KriegWhyMore):
    pass


_KriegWhyQuestion = TypedDict("_KriegWhyQuestion", {
    "position": "KriegInput",
    "try": "str",
})
_KriegWhyQuestionMore = TypedDict("_KriegWhyQuestionMore", {
    "seed": "int",
}, total=False)


class KriegWhyQuestion(_KriegWhyQuestion, _KriegWhyQuestionMore):
    pass


class LedgerSheet(TypedDict):
    start: Fraction
    given_away: Fraction
    luck: Fraction
    result: Fraction


class _Lost(TypedDict):
    belief: List[int]


class Lost(_Lost, total=False):
    answers: List[Refuted]


class _MinesAnalyseQuestion(TypedDict):
    position: Input


class MinesAnalyseQuestion(_MinesAnalyseQuestion, total=False):
    budget: Budget
    # Winning chances to compute: of all moves (the default), of the best, or none
    moves: Literal['all', 'best', 'none']
    # Maximum number of moves listed, best first; all if omitted
    top: int
    # Additional fields of moves: outcomes (readings of a cell and the value after each), digits (counts of any length)
    fields: List[Literal['outcomes', 'digits']]


class _MinesAnalysis(TypedDict):
    schema: Literal['mines.analysis/2']
    # running: a better document follows; partial: a larger budget may give more; done: complete
    state: Literal['running', 'partial', 'done']
    width: int
    height: int
    # null if not given
    mines: int
    # First-click rule
    first: Literal['any', 'safe', 'zero']
    # Recommended moves, equally good as far as known; empty if there is none
    best: List[str]
    # Winning chance of best play: exact, bounds, or none if not searched
    value: Value
    # Hidden cells that are certainly safe
    safe: List[str]
    # Hidden cells that are certainly mines
    certain_mines: List[str]
    # Whether no cell is certainly safe; null if not known
    forced_guess: bool
    # Whether every safe cell is open
    solved: bool
    # Hidden cells: safe ones, then by rising risk, then certain mines; with top, the best first
    moves: List[MinesMove]


class MinesAnalysis(_MinesAnalysis, total=False):
    # Address of the analysis
    id: str
    # Whether the time limit ended the work; another machine may get further
    cut: bool
    # The position in its canonical orientation, one name for all mirror images
    position: str
    # Number of layouts that fit, and the denominator of fractions without den; missing if not counted
    layouts: str
    # Reason of the recommendation: certainly safe, proved best, highest proved winning chance, better than the policy's move in a paired test, or the policy's move
    because: Literal['safe', 'exact', 'bounds', 'tested', 'policy']
    # Estimated winning chance if the policy continues after the best move; best play wins at least as often
    estimate: Value
    # Policy of estimates: opens certainly safe cells, else the lowest risk
    policy: Literal['lowest-risk']
    # Reason why there is no exact value
    not_computed: str
    # Flagged cells that are certainly safe
    wrong_flags: List[str]
    # Number of moves omitted because of top
    omitted: int
    work: Work
    engine: str


class _MinesBoard(TypedDict):
    schema: Literal['mines.board/1']
    size: str
    first: Literal['any', 'safe', 'zero']
    seed: str
    # The board in the format board: its view and where the mines are
    text: str
    # Position in the hand format
    position: str


class MinesBoard(_MinesBoard, total=False):
    # The first click, already made
    click: str
    certificate: Certificate
    engine: str


class _MinesCheck(TypedDict):
    schema: Literal['mines.check/1']
    consistent: bool
    # null if not known
    forced_guess: bool
    solved: bool
    flags: int
    wrong_flags: int


class MinesCheck(_MinesCheck, total=False):
    layouts: str


class MinesCheckQuestion(TypedDict):
    position: Input


class MinesConvertQuestion(TypedDict):
    input: Input
    to: Literal['board', 'json', 'hand', 'jsm', 'jsm-url', 'mbf']


class _MinesExplainQuestion(TypedDict):
    position: Input
    # Hidden cells, such as r1c3
    cells: List[str]


class MinesExplainQuestion(_MinesExplainQuestion, total=False):
    budget: Budget


class _MinesExplanation(TypedDict):
    schema: Literal['mines.explanation/1']
    cells: List[MinesStory]


class MinesExplanation(_MinesExplanation, total=False):
    # Reason why one of two cells wins more often
    contrast: str
    # Remark about the whole position
    after: str


class _MinesGame(TypedDict):
    # A game with its moves
    game: Input


class MinesGame(_MinesGame, total=False):
    # Limits of each decision
    budget: Budget
    # Include the position before each mistake
    retry: bool
    # If given, documents contain played; that of an earlier document for the same game and budget continues its review
    played: List[MinesPlayed]


class MinesGauge(TypedDict, total=False):
    # Winning chance of the policy before the turn
    value: Value
    # Winning chance given away against the policy; below zero if the move was better
    cost: Change
    # Winning chance after the turn less its mean over all numbers that the cell could have shown
    luck: Change
    # Moves of the policy
    best: List[str]
    # Verdict on the cost, if it is certainly above zero
    verdict: Literal['inaccuracy', 'mistake', 'blunder']


class _MinesGenerateQuestion(TypedDict):
    size: str


class MinesGenerateQuestion(_MinesGenerateQuestion, total=False):
    first: Literal['any', 'safe', 'zero']
    # Decimal seed; 0 if omitted
    seed: str
    # First click; the middle if omitted; none for an untouched board
    click: str
    # Only a board that can be won without a guess
    no_guess: bool
    # Limit of attempts of no_guess
    tries: int


class MinesHint(TypedDict):
    schema: Literal['mines.hint/1']
    # 1 nudge, 2 region, 3 reason, 4 answer
    level: int
    forced_guess: bool
    sentences: List[Sentence]


class _MinesHintQuestion(TypedDict):
    position: Input


class MinesHintQuestion(_MinesHintQuestion, total=False):
    # 1 nudge (the default), 2 region, 3 reason, 4 answer
    level: int


class _MinesMove(TypedDict):
    # Row and column from 1, top left first
    cell: str


class MinesMove(_MinesMove, total=False):
    certain: Literal['safe', 'mine']
    # Share of the layouts in which the cell is a mine
    risk: Share
    # Winning chance of best play after this move: exact or bounds
    win: Value
    # Winning chance if the policy continues after this move
    estimate: Value
    # Possible readings of the cell
    outcomes: List[MinesOutcome]


class _MinesOutcome(TypedDict):
    shows: int
    # Number of layouts in which the cell shows this
    count: str


class MinesOutcome(_MinesOutcome, total=False):
    # Winning chance afterwards
    then: Value


class _MinesPlayed(TypedDict):
    # Position before this turn, counted from 0
    turn: int
    # Number that the turn's cell shows, if not -1
    shows: int
    games: int
    x: float
    y: float
    xx: float
    xy: float
    yy: float
    work: float


class MinesPlayed(_MinesPlayed, total=False):
    # Whether each game was also played after the player's move
    twice: bool


class _MinesReckoning(TypedDict):
    # Policy whose winning chances are estimated; best play wins at least as often
    policy: str
    # Winning chance before the first turn
    start: Change
    # Sum of the costs of all turns
    cost: Change
    # Sum of the luck of all turns
    luck: Change
    # 1 if won, 0 if lost, otherwise the winning chance after the last turn
    result: Change
    # start − cost + luck + gain − result, which is zero but for the errors
    off: Change
    # Number of games played
    games: int


class MinesReckoning(_MinesReckoning, total=False):
    # Winning chance of best play less that of the policy where exact values begin, if they differ
    gain: Change


class _MinesReview(TypedDict):
    schema: Literal['mines.review/1']
    # partial if a value is not exact
    state: Literal['running', 'partial', 'done']
    width: int
    height: int
    mines: int
    first: Literal['any', 'safe', 'zero']
    result: Literal['won', 'lost', 'open']
    turns: List[MinesTurn]
    # The ledger covers the turns from this one on, counted from 1; 0 if none
    exact_from: int


class MinesReview(_MinesReview, total=False):
    id: str
    # Whether the first click was protected, and so is not a turn
    first_click: str
    ledger: LedgerSheet
    # Mean accuracy over the turns of the ledger, in percent
    accuracy: float
    engine: str
    # The whole game by estimates, if not every value is exact
    estimate: MinesReckoning
    # Time spent, if the game records it
    time: MinesTimes
    # Games played per position, if the question has played
    played: List[MinesPlayed]


class _MinesStory(TypedDict):
    cell: str


class MinesStory(_MinesStory, total=False):
    certain: Literal['safe', 'mine']
    risk: Fraction
    win: Value
    outcomes: List[MinesOutcome]
    # A minimal set of numbers that proves it
    numbers: List[str]
    # Whether the proof also needs the number of mines
    mine_count: bool
    rule: str
    sentences: List[Sentence]


class MinesTimes(TypedDict):
    # All turns
    seconds: float
    # Turns that opened a certainly safe cell
    certain: float


class _MinesTurn(TypedDict):
    move: int
    cell: str
    # A number, or mine
    saw: str
    # Number of layouts that fitted before the move
    layouts: str
    risk: Fraction
    lowest_risk: Fraction
    # Winning chance of the move played
    win: Value
    # Winning chance of best play
    value: Value
    best: List[str]
    # Winning chance of best play after the reading
    after: Value


class MinesTurn(_MinesTurn, total=False):
    # Certainly safe cells before the move
    safe: List[str]
    given_away: Fraction
    luck: Fraction
    verdict: Literal['inaccuracy', 'mistake', 'blunder']
    accuracy: float
    # Position before the move, if requested
    before: str
    # Estimates, if not every value of the turn is exact
    estimate: MinesGauge
    # Time since the move before, if the game records it
    seconds: float


_Node = TypedDict("_Node", {
    "try": "str",
    "count": "int",
})
_NodeMore = TypedDict("_NodeMore", {
    "belief": "List[int]",
    "replies": "List[Branch]",
}, total=False)


class Node(_Node, _NodeMore):
    pass


class _Plan(TypedDict):
    plies: int
    nodes: List[Node]


class Plan(_Plan, total=False):
    states: List[str]


class PomdpBudget(TypedDict, total=False):
    # Time limit; none if omitted
    time_ms: int
    # Limit of walks to beliefs where the bounds are far apart; none if omitted
    walks: int
    # Memory limit; 512 if omitted
    memory_mb: int


class PomdpDrawing(TypedDict):
    file: str
    nodes: int
    # Number of nodes omitted
    left: int


class _PomdpInfo(TypedDict):
    schema: Literal['pomdp.info/1']
    states: int
    actions: int
    observations: int
    discount: float
    # Number of states in the prior
    starts: int
    # Number of reachable states
    reachable: int
    # Number of actions over all reachable states
    outcomes: int
    # Number of classes into which observations always divide the states
    classes: int
    # Number of states of the largest class
    widest: int
    # Smallest expected reward of a step
    least: float
    # Largest expected reward of a step
    most: float


class PomdpInfo(_PomdpInfo, total=False):
    # Upper bound on the value of best play: what somebody earns who sees the state
    seeing: float
    # Rows of the file that did not sum to 1 and were scaled, if any
    warning: str


class PomdpInfoQuestion(TypedDict):
    # The problem, in the format of pomdp-solve or of PomdpX
    problem: str


class PomdpMove(TypedDict):
    action: str
    value: Bounds


class _PomdpPlay(TypedDict):
    schema: Literal['pomdp.play/1']
    episodes: int
    # Of an episode
    steps: int
    seed: int
    # Discounted reward of an episode
    mean: float
    # 95% confidence interval of the mean
    ci95: List[float]
    # Bounds on the value of best play, from the policy file; the policy earns at least the lower bound in expectation
    claimed: Bounds
    # The first episode, if it was asked for
    first: List[PomdpStep]


class PomdpPlay(_PomdpPlay, total=False):
    # Rows of the file that did not sum to 1 and were scaled, if any
    warning: str


class _PomdpPlayQuestion(TypedDict):
    # The problem, in the format of pomdp-solve or of PomdpX
    problem: str


class PomdpPlayQuestion(_PomdpPlayQuestion, total=False):
    # A policy file, in base64; if omitted, a policy is found first, with gap and budget
    policy: str
    # Gap between the bounds at which the search ends; 0.001 if omitted
    gap: float
    budget: PomdpBudget
    # 100 if omitted
    episodes: int
    # Seed of the episodes; 0 counts as 1
    seed: int
    # Include the first episode
    show: bool


class _PomdpSolution(TypedDict):
    schema: Literal['pomdp.solution/1']
    # done if the bounds are as close as requested
    state: Literal['partial', 'done']
    # Expected discounted reward of best play
    value: Bounds
    # Gap between the bounds at which the search ends
    gap: float
    # First moves, best first
    moves: List[PomdpMove]
    work: PomdpWork


class PomdpSolution(_PomdpSolution, total=False):
    # Whether the time limit ended the work; another machine may get further
    cut: bool
    # The file that the policy was written to
    policy: str
    # The file that its graph was drawn in
    drawing: PomdpDrawing
    # Rows of the file that did not sum to 1 and were scaled, if any
    warning: str


class _PomdpSolveQuestion(TypedDict):
    # The problem, in the format of pomdp-solve or of PomdpX
    problem: str


class PomdpSolveQuestion(_PomdpSolveQuestion, total=False):
    # Gap between the bounds at which the search ends; 0.001 if omitted
    gap: float
    budget: PomdpBudget


class PomdpStep(TypedDict):
    action: str
    seen: str
    reward: float


class PomdpWork(TypedDict):
    # Walks from the initial belief to a belief with distant bounds
    walks: int
    beliefs: int
    # Number of vectors of the policy
    vectors: int


class _Problem(TypedDict):
    schema: Literal['veil.problem/1']
    # Type of problem: a word, or in the HTTP API an address
    type: str
    title: str


class Problem(_Problem, total=False):
    # HTTP status
    status: int
    detail: str
    # The request
    instance: str
    # Exit code of the command line
    exit: int
    # Line of the input, from 1
    line: int
    column: int
    expected: str
    # Numbers that cannot all be right; without any one of them the others can
    conflict: List[str]
    # Whether the number of mines is part of the conflict
    mine_count: bool
    # Lines of the input that cannot all be right; the last is in line
    conflict_lines: List[int]
    # Reason for the conflict, in sentences
    reason: List[str]
    advice: str
    supported: List[str]
    limit: str
    got: str
    # Seconds until the client may ask again
    reset: int
    queue_depth: int
    report_url: str
    # Data to reproduce an internal error
    repro: str


class Refutation(TypedDict):
    plies: int
    states: List[str]
    nodes: List[Lost]


_Refuted = TypedDict("_Refuted", {
    "try": "str",
    "announce": "str",
    "next": "int",
})
_RefutedMore = TypedDict("_RefutedMore", {
    "reply": "str",
    "refused": "bool",
}, total=False)


class Refuted(_Refuted, _RefutedMore):
    pass


class Sentence(TypedDict):
    text: str
    # Hidden cells and marked mines
    cells: List[str]
    # Open cells
    numbers: List[str]


class _Share(TypedDict):
    # The nearest floating-point number; 0 and 1 only if certain
    p: float


class Share(_Share, total=False):
    # Number of layouts that qualify; omitted if longer than 64 digits, unless digits are requested
    num: str
    # Denominator, if not the number of layouts that fit
    den: str


class _Value(TypedDict):
    # Badge of the value: exact fraction, proved bounds, estimate, or none if not computed
    kind: Literal['exact', 'bounds', 'estimate', 'none']


class Value(_Value, total=False):
    # Winning chance as the nearest floating-point number, for exact values and estimates
    win: float
    # Exact: number of hidden states that qualify
    num: str
    # Exact: denominator, not reduced; the document's layouts if omitted
    den: str
    # Bounds: proved lower bound
    lo: float
    # Bounds: proved upper bound
    hi: float
    # Estimate: 95% confidence interval
    ci95: List[float]
    # Estimate: sample size
    n: int
    # Estimate: seed of the sample
    seed: str


class Work(TypedDict):
    # Number of positions searched
    nodes: int
