// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"strconv"

	"github.com/veilplan/veil/answer"
	"github.com/veilplan/veil/domain/mines"
)

// position is a board as an answer: the same document in each form of output.
type position struct {
	doc  mines.Document
	body []byte          // in the format asked for
	raw  json.RawMessage // in the JSON format
}

// newPosition writes doc in a format. It fails if the format cannot hold it.
func newPosition(doc mines.Document, format mines.Format, options mines.WriteOptions) (*position, error) {
	raw, err := mines.WriteFormat(mines.FormatJSON, doc, mines.WriteOptions{})
	if err != nil {
		return nil, usage(err.Error())
	}
	body, err := mines.WriteFormat(format, doc, options)
	if err != nil {
		return nil, usage("cannot write "+string(format)+": "+err.Error(), "formats: "+formatList())
	}
	return &position{doc: doc, body: body, raw: raw}, nil
}

func (b *position) text(p *page)  { p.Write(b.body) }
func (b *position) document() any { return b.raw }

func (b *position) rows() [][]string {
	rows := [][]string{{"cell", "shows", "mine"}}
	for i, mark := range b.doc.View.Marks {
		row := []string{b.doc.View.Name(mines.Cell(i)), answer.MarkWord(mark), ""}
		if b.doc.Layout != nil {
			row[2] = strconv.FormatBool(b.doc.Layout[i])
		}
		rows = append(rows, row)
	}
	return rows
}
