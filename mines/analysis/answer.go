// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"

	"github.com/veilplan/veil/api"
)

// Answer returns the analysis of a position, given as text in any format veil reads, within the
// default limits: exact risks, the best move and its winning chance. An error is an *api.Problem
// that names what is wrong with the text, and where.
func Answer(ctx context.Context, position string) (*api.MinesAnalysis, error) {
	return new(Service).Analyse(ctx, api.MinesAnalyseQuestion{Position: api.Input{Text: position}}, nil)
}
