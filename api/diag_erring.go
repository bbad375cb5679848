// SPDX-License-Identifier: BSD-3-Clause

package api

// DiagBounds are proved bounds on an expected cost.
type DiagBounds struct {
	Lo  float64 `json:"lo"`
	Hi  float64 `json:"hi"`
	Gap float64 `json:"gap" minimum:"0" maximum:"1" doc:"Relative gap of the bounds"`
}

// DiagAction is something to do about a machine whose tests err.
type DiagAction struct {
	Do   string `json:"do" enum:"test,replace,name,stop,give up,unknown" doc:"What to do; unknown where a limit ended the search"`
	What string `json:"what,omitempty" doc:"Test to perform, fault whose part is replaced, or fault that is named"`
}

// DiagAdvice is the document diag.advice/1: what to do now about a machine whose tests err.
type DiagAdvice struct {
	Schema  string       `json:"schema" enum:"diag.advice/1"`
	State   string       `json:"state" enum:"running,partial,done" doc:"running: a better document follows; partial: a limit was reached; done: complete"`
	Cut     bool         `json:"cut,omitempty" doc:"Whether the time limit ended the work; another machine may get further"`
	Seen    []string     `json:"seen,omitempty" doc:"Readings and failed repairs that were given"`
	Faults  []DiagFault  `json:"faults" doc:"Possible faults, most likely first"`
	Action  DiagAction   `json:"action" doc:"What to do now"`
	Price   float64      `json:"price,omitempty" doc:"Cost of the action, unless it ends the job"`
	Paid    float64      `json:"paid,omitempty" doc:"Cost of the tests and repairs performed so far"`
	Cost    DiagBounds   `json:"cost" doc:"Least expected cost from here"`
	End     DiagEnd      `json:"end" doc:"The cheapest way to end now"`
	Saves   float64      `json:"saves" doc:"Expected saving against ending now"`
	Sure    float64      `json:"sure" minimum:"0" maximum:"1" doc:"Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does; 0 while running"`
	Scale   float64      `json:"scale" doc:"Factor by which the price of being wrong was raised to be sure enough"`
	Actions []DiagChoice `json:"actions,omitempty" doc:"Actions that may be best, best first"`
	Answers []DiagEffect `json:"answers,omitempty" doc:"Possible results of the action"`
}

// DiagEnd is a way to end and its expected cost.
type DiagEnd struct {
	Action DiagAction `json:"action"`
	Cost   float64    `json:"cost"`
}

// DiagChoice is an action and the least expected cost of a plan that begins with it.
type DiagChoice struct {
	Action DiagAction `json:"action"`
	Cost   DiagBounds `json:"cost"`
}

// DiagEffect is a result of an action, and what to do then.
type DiagEffect struct {
	Result string      `json:"result" doc:"Reading of a test, or works or failed after a replacement"`
	Chance float64     `json:"chance" minimum:"0" maximum:"1"`
	Faults []DiagFault `json:"faults,omitempty" doc:"Likeliest faults after it"`
	Then   *DiagAction `json:"then,omitempty"`
}

// DiagPolicy is the document diag.policy/1: a whole plan for a machine whose tests err.
type DiagPolicy struct {
	Schema string     `json:"schema" enum:"diag.policy/1"`
	State  string     `json:"state" enum:"partial,done"`
	Cut    bool       `json:"cut,omitempty" doc:"Whether the time limit ended the work; another machine may get further"`
	Cost   DiagBounds `json:"cost" doc:"Least expected cost of any plan"`
	End    DiagEnd    `json:"end" doc:"The cheapest way to end at once"`
	Sure   float64    `json:"sure" minimum:"0" maximum:"1" doc:"Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does"`
	Scale  float64    `json:"scale" doc:"Factor by which the price of being wrong was raised to be sure enough"`
	Steps  *DiagMove  `json:"steps"`
}

// DiagMove is an action of a plan and the steps after its results.
type DiagMove struct {
	Action  DiagAction `json:"action"`
	Chance  float64    `json:"chance" minimum:"0" maximum:"1" doc:"Chance of getting here"`
	Results []DiagThen `json:"results,omitempty" doc:"Omitted at ends and where the chance is small"`
}

// DiagThen is a result and the step after it; no step after a repair that works.
type DiagThen struct {
	Result string    `json:"result"`
	Next   *DiagMove `json:"next,omitempty"`
}

// DiagReview is the document diag.review/1: what each step of a finished job cost compared with the best one.
type DiagReview struct {
	Schema string         `json:"schema" enum:"diag.review/1"`
	State  string         `json:"state" enum:"partial,done"`
	Cut    bool           `json:"cut,omitempty" doc:"Whether the time limit ended the work: steps may be missing, and bounds wide"`
	Paid   float64        `json:"paid" doc:"Cost of all tests and repairs of the job"`
	Lost   DiagBounds     `json:"lost" doc:"Expected cost that better choices would have saved, in all steps listed"`
	Steps  []DiagReviewed `json:"steps"`
}

// DiagReviewed is a step of a job.
type DiagReviewed struct {
	Did    string     `json:"did" doc:"The reading or repair, as given"`
	Action DiagAction `json:"action"`
	Best   DiagAction `json:"best" doc:"What should have been done"`
	Cost   DiagBounds `json:"cost" doc:"Least expected cost at this point"`
	Lost   DiagBounds `json:"lost" doc:"Expected cost that the best action would have saved"`
}

// DiagAdviceQuestion asks about a machine whose tests err.
type DiagAdviceQuestion struct {
	Table  string     `json:"table" maxLength:"262144" doc:"CSV table with chances, repairs and the price of being wrong" example:"fault,prior,lights\nflat battery,5,dim:0.9|bright:0.1\nbad starter,1,bright\n"`
	Seen   []string   `json:"seen,omitempty" maxItems:"2000" doc:"Readings and repairs so far, as TEST=READING or replace FAULT=failed" example:"[\"lights=dim\"]"`
	Sure   float64    `json:"sure,omitempty" minimum:"0" maximum:"0.9999" doc:"Confidence to reach, by raising the price of being wrong; if omitted the table's price decides"`
	Budget DiagBudget `json:"budget,omitzero" required:"false"`
}

// DiagSensitivity is the document diag.sensitivity/1: what better tests would save.
type DiagSensitivity struct {
	Schema string            `json:"schema" enum:"diag.sensitivity/1"`
	State  string            `json:"state" enum:"partial,done"`
	Cut    bool              `json:"cut,omitempty" doc:"Whether the time limit ended the work: tests may be missing, and bounds wide"`
	Cost   DiagBounds        `json:"cost" doc:"Least expected cost with the tests as they are"`
	Tests  []DiagImprovement `json:"tests" doc:"Tests that err, the one most worth improving first"`
}

// DiagImprovement is a test and what fewer errors would save.
type DiagImprovement struct {
	Test    string     `json:"test"`
	Error   float64    `json:"error" minimum:"0" maximum:"1" doc:"Mean chance of another reading than the likeliest one of the fault"`
	Half    DiagSaving `json:"half" doc:"Saving if every error is half as likely"`
	Perfect DiagSaving `json:"perfect" doc:"Saving if the test never errs"`
}

// DiagSaving contains proved bounds on a change of the least expected cost. It is negative if the cost rises, as it may
// where different errors distinguish faults.
type DiagSaving struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// DiagTestability is the document diag.testability/1: what the tests of a table reveal at best.
type DiagTestability struct {
	Schema   string          `json:"schema" enum:"diag.testability/1"`
	Detected *float64        `json:"detected,omitempty" minimum:"0" maximum:"1" doc:"Share of faults that a test distinguishes from none, by prior; omitted without the fault none"`
	Isolated float64         `json:"isolated" minimum:"0" maximum:"1" doc:"Share of faults that the tests distinguish from every other fault, by prior"`
	Groups   []DiagGroup     `json:"groups,omitempty" doc:"Faults that no test distinguishes, the likeliest group first"`
	Wrong    DiagSaving      `json:"wrong" doc:"Proved bounds on the chance of naming a wrong fault after every test was performed once"`
	Pairs    []DiagConfusion `json:"pairs,omitempty" doc:"Pairs of faults that are confused most, hardest first"`
}

// DiagGroup is a group of faults that no test distinguishes.
type DiagGroup struct {
	Faults []string `json:"faults"`
	Chance float64  `json:"chance" minimum:"0" maximum:"1" doc:"Prior of the group"`
}

// DiagConfusion is a pair of faults and how often they are confused.
type DiagConfusion struct {
	One   string  `json:"one"`
	Other string  `json:"other"`
	Most  float64 `json:"most" minimum:"0" maximum:"0.5" doc:"Most that one of the two, equally likely, is taken for the other after every test was performed once"`
}

// DiagLearned is the document diag.learned/1: a table learned from closed cases.
type DiagLearned struct {
	Schema  string         `json:"schema" enum:"diag.learned/1"`
	State   string         `json:"state" enum:"partial,done"`
	Cut     bool           `json:"cut,omitempty" doc:"Whether the time limit ended the work: fewer tables were drawn"`
	Cases   int            `json:"cases" doc:"Closed cases that were read"`
	Table   string         `json:"table" doc:"The table with the expected priors and chances"`
	Cost    DiagBounds     `json:"cost" doc:"Least expected cost under the learned table"`
	Widened DiagBounds     `json:"widened" doc:"Least expected cost under all tables drawn from what the cases leave open"`
	Draws   int            `json:"draws" doc:"Tables drawn"`
	Cells   []DiagEstimate `json:"cells" maxItems:"1000" doc:"What was learned about each prior, and each reading of tests that were performed; at most 1,000"`
}

// DiagEstimate is a learned chance with an interval.
type DiagEstimate struct {
	Fault   string  `json:"fault"`
	Test    string  `json:"test,omitempty" doc:"Omitted for the prior of the fault"`
	Reading string  `json:"reading,omitempty"`
	Cases   int     `json:"cases" doc:"Cases in which it was seen"`
	Chance  float64 `json:"chance" minimum:"0" maximum:"1"`
	Lo      float64 `json:"lo" minimum:"0" maximum:"1" doc:"Lower end of the 95% interval"`
	Hi      float64 `json:"hi" minimum:"0" maximum:"1" doc:"Upper end of the 95% interval"`
}

// DiagTable is the document diag.table/1: the faults and tests of a table of either kind.
type DiagTable struct {
	Schema string           `json:"schema" enum:"diag.table/1"`
	Kind   string           `json:"kind" enum:"certain,erring" doc:"erring: diag.advise and diag.policy plan with the table; certain: diag.next and diag.solve"`
	Money  bool             `json:"money,omitempty" doc:"Whether the table has prices of repairs and of being wrong"`
	GiveUp *float64         `json:"give_up,omitempty" doc:"Cost of giving up; omitted if it is not allowed"`
	Faults []DiagTableFault `json:"faults"`
	Tests  []DiagTableTest  `json:"tests"`
}

// DiagTableFault is a fault of a table.
type DiagTableFault struct {
	Fault  string   `json:"fault"`
	Repair *float64 `json:"repair,omitempty" doc:"Cost of replacing the part and trying; omitted if it cannot be replaced"`
}

// DiagTableTest is a test of a table.
type DiagTableTest struct {
	Test     string   `json:"test"`
	Cost     float64  `json:"cost" doc:"Cost of the test, without the preparation of its group"`
	Readings []string `json:"readings" doc:"Words that the test may read"`
	Repeat   bool     `json:"repeat,omitempty" doc:"Whether the test errs independently each time"`
}

// DiagTableQuestion asks about a table whose tests may err.
type DiagTableQuestion struct {
	Table string `json:"table" maxLength:"262144" doc:"CSV table; its tests may err" example:"fault,prior,lights\nflat battery,5,dim:0.9|bright:0.1\nbad starter,1,bright\n"`
}

// DiagLearnQuestion asks for a table learned from closed cases.
type DiagLearnQuestion struct {
	Table  string     `json:"table" maxLength:"262144" doc:"CSV table with the faults, tests, readings and prices; its priors and chances are not used" example:"fault,prior,lights\nflat battery,5,dim:0.9|bright:0.1\nbad starter,1,bright\n"`
	Cases  string     `json:"cases" maxLength:"262144" doc:"CSV of closed cases: the fault that was found, and the readings that were taken" example:"fault,lights\nflat battery,dim\nbad starter,bright\n"`
	Seed   uint64     `json:"seed,omitempty" doc:"Seed of the drawn tables"`
	Budget DiagBudget `json:"budget,omitzero" required:"false"`
}
