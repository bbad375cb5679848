// SPDX-License-Identifier: BSD-3-Clause

package api

import "context"

// Tell receives better documents as they are found. Calling its argument builds the document.
type Tell[D any] func(latest func() D)

// Task is a parsed question, ready to be answered by the document D. Servers run it without knowing
// the domain.
type Task[D any] struct {
	// Key identifies the question in its canonical orientation; questions with the same key have
	// the same exact answer. It is empty if the question is too large for a key.
	Key string
	// Cost is the estimated time of the answer in milliseconds.
	Cost float64
	// Run answers in the canonical orientation and passes improving documents to tell.
	Run func(ctx context.Context, tell Tell[D]) (D, error)
	// Turn turns a document from the canonical orientation to that of the question.
	Turn func(D) D
}

// Report is a document of long work: it can be sent while the work continues.
type Report interface {
	// Mark sets the job that the document belongs to and its state: Running, Done, or Partial if
	// the job was stopped.
	Mark(job, state string)
	// Progress returns a summary, sent as event number seq to the clients that follow the work.
	Progress(seq int) any
}

// MinesProgress is the progress of an analysis.
type MinesProgress struct {
	Seq   int      `json:"seq"`
	State string   `json:"state"`
	Best  []string `json:"best,omitempty"`
	Value Value    `json:"value"`
	Nodes uint64   `json:"nodes,omitempty"`
}

// Mark implements [Report].
func (a *MinesAnalysis) Mark(job, state string) {
	if a.ID = job; state == Partial {
		a.State, a.Cut = Partial, true
	}
}

// Progress implements [Report].
func (a *MinesAnalysis) Progress(seq int) any {
	p := MinesProgress{Seq: seq, State: a.State, Best: a.Best, Value: a.Value}
	if a.Work != nil {
		p.Nodes = a.Work.Nodes
	}
	return p
}

// KriegProgress is the progress of the search for a mate.
type KriegProgress struct {
	Seq     int    `json:"seq"`
	State   string `json:"state"`
	Verdict string `json:"verdict" enum:"mate,no mate,unknown"`
	InVain  int    `json:"in_vain,omitempty" doc:"Plies within which no mate is forced"`
	Nodes   int64  `json:"nodes"`
	States  int64  `json:"states"`
}

// Mark implements [Report]. A proof that was found is named by its question, not by the job that
// found it.
func (m *KriegMate) Mark(job, state string) {
	m.ID, m.State = "", ""
	if state == Running {
		m.ID, m.State = job, state
	}
}

// Progress implements [Report].
func (m *KriegMate) Progress(seq int) any {
	p := KriegProgress{Seq: seq, State: m.State, Verdict: m.Verdict, Nodes: m.Nodes, States: m.States}
	for _, c := range m.Cases {
		if c.Verdict == "no mate" {
			p.InVain = max(p.InVain, c.Plies)
		}
	}
	return p
}
