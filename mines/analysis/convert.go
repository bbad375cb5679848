// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"encoding/base64"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines/notation"
)

// Convert writes a board in another format. Binary formats come back in base64.
func (s *Service) Convert(_ context.Context, q api.MinesConvertQuestion) (*api.Converted, error) {
	doc, err := s.read(q.Input)
	if err != nil {
		return nil, err
	}
	format := notation.Format(q.To)
	if !slices.Contains(notation.Formats(), format) {
		return nil, api.NewProblem(api.Impossible, "format "+q.To+" is not known", "formats: "+formats())
	}
	text, err := notation.WriteFormat(format, doc, notation.WriteOptions{})
	if err != nil {
		return nil, api.NewProblem(api.Impossible, "cannot write "+q.To+": "+err.Error(), "")
	}
	out := &api.Converted{Schema: "mines.converted/1", Format: q.To, Text: string(text)}
	if format == notation.FormatMBF {
		out.Text, out.Encoding = base64.StdEncoding.EncodeToString(text), "base64"
	}
	return out, nil
}
