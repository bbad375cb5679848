// SPDX-License-Identifier: BSD-3-Clause

package api

import "context"

// Tell is called when there is a better document. Calling its argument makes the document.
type Tell[D any] func(latest func() D)

// Task is a question that was read and is ready to be answered by the document D. It is
// handed to servers, which know nothing of the domain.
type Task[D any] struct {
	// Key names what was asked about in its canonical orientation; questions with the same
	// key have the same exact answer. It is empty for what is too large to be named.
	Key string
	// Cost is about how many milliseconds the answer takes.
	Cost float64
	// Run answers in the canonical orientation and passes on better and better documents on
	// the way.
	Run func(ctx context.Context, tell Tell[D]) (D, error)
	// Turn turns a document from the canonical orientation to that of the question.
	Turn func(D) D
}

// Report is a document of work that may take long: it can be handed out while it grows.
type Report interface {
	// Mark says to which job the document belongs and how far that is: Running, Done, or
	// Partial if it was stopped.
	Mark(job, state string)
	// Progress is a summary, sent as event number seq to those who follow the work.
	Progress(seq int) any
}

// MinesProgress is how far an analysis is.
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

// KriegProgress is how far the search for a mate is.
type KriegProgress struct {
	Seq     int    `json:"seq"`
	State   string `json:"state"`
	Verdict string `json:"verdict" enum:"mate,no mate,unknown"`
	InVain  int    `json:"in_vain,omitempty" doc:"Plies within which no mate is forced"`
	Nodes   int64  `json:"nodes"`
	States  int64  `json:"states"`
}

// Mark implements [Report]. A proof that was found is named by its question, not by who
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
