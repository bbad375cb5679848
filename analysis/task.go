// SPDX-License-Identifier: BSD-3-Clause

package analysis

import "context"

// Tell is told when there is a better document. Who wants it makes it there and then.
type Tell func(latest func() *MinesAnalysis)

// Task is a question about a position that was read and is ready to be answered. It is
// handed to servers, which know nothing of the domain.
type Task struct {
	// Key names the position in its canonical orientation; questions with the same key
	// have the same exact answer. It is empty for positions too large to be named.
	Key string
	// Cost is about how many milliseconds the answer takes.
	Cost float64
	// Run answers in the canonical orientation and tells better and better documents on
	// the way.
	Run func(ctx context.Context, tell Tell) (*MinesAnalysis, error)
	// Turn turns a document from the canonical orientation to that of the question.
	Turn func(*MinesAnalysis) *MinesAnalysis
}
