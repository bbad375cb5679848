// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"context"
	"encoding/base64"
	"slices"

	"github.com/veilplan/veil/analysis"
	"github.com/veilplan/veil/domain/mines"
)

// Convert writes a board in another format. Bytes come back in base64.
func (d *Desk) Convert(_ context.Context, q analysis.Conversion) (*analysis.Converted, error) {
	doc, err := d.read(q.Input)
	if err != nil {
		return nil, err
	}
	format := mines.Format(q.To)
	if !slices.Contains(mines.Formats(), format) {
		return nil, analysis.NewProblem(analysis.Impossible, "format "+q.To+" is not known", "formats: "+formats())
	}
	text, err := mines.WriteFormat(format, doc, mines.WriteOptions{})
	if err != nil {
		return nil, analysis.NewProblem(analysis.Impossible, "cannot write "+q.To+": "+err.Error(), "")
	}
	out := &analysis.Converted{Schema: "mines.converted/1", Format: q.To, Text: string(text)}
	if format == mines.FormatMBF {
		out.Text, out.Encoding = base64.StdEncoding.EncodeToString(text), "base64"
	}
	return out, nil
}
