// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"strconv"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/notation"
)

// position is a board as an answer: the same document in each form of output.
type position struct {
	doc  notation.Document
	body []byte          // in the format asked for
	raw  json.RawMessage // in the JSON format
}

// newPosition writes doc in a format. It fails if the format cannot represent it.
func newPosition(doc notation.Document, format notation.Format, options notation.WriteOptions) (*position, error) {
	raw, err := notation.WriteFormat(notation.FormatJSON, doc, notation.WriteOptions{})
	if err != nil {
		return nil, frame.Usage(err.Error())
	}
	body, err := notation.WriteFormat(format, doc, options)
	if err != nil {
		return nil, frame.Usage("cannot write "+string(format)+": "+err.Error(), "formats: "+formatList())
	}
	return &position{doc: doc, body: body, raw: raw}, nil
}

func (b *position) Text(p *text.Page) { p.Write(b.body) }
func (b *position) Document() any     { return b.raw }

func (b *position) Rows() [][]string {
	rows := [][]string{{"cell", "shows", "mine"}}
	for i, mark := range b.doc.View.Marks {
		row := []string{b.doc.View.Name(mines.Cell(i)), analysis.MarkWord(mark), ""}
		if b.doc.Layout != nil {
			row[2] = strconv.FormatBool(b.doc.Layout[i])
		}
		rows = append(rows, row)
	}
	return rows
}
