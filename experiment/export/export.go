// SPDX-License-Identifier: BSD-3-Clause

// Package export writes episodes as tables for other programs: CSV and Parquet.
package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// Row is one policy in one episode.
type Row struct {
	Episode     uint64  `parquet:"episode"`
	Policy      string  `parquet:"policy,dict"`
	Result      string  `parquet:"result,dict"`
	Score       float64 `parquet:"score"`
	Moves       int64   `parquet:"moves"`
	Guesses     int64   `parquet:"guesses"`
	Simulations int64   `parquet:"simulations"`
	Nodes       int64   `parquet:"nodes"`
}

// Writer accepts rows until it is closed.
type Writer interface {
	Write(r Row) error
	Close() error
}

// Formats returns the formats that [New] accepts.
func Formats() []string { return []string{"csv", "parquet"} }

// New returns a writer of a format. The error lists the formats.
func New(w io.Writer, format string) (Writer, error) {
	switch format {
	case "csv":
		return newCSV(w)
	case "parquet":
		return newParquet(w), nil
	default:
		return nil, fmt.Errorf("unknown format %q: want one of %v", format, Formats())
	}
}

type csvWriter struct {
	out *csv.Writer
	row [8]string
}

func newCSV(w io.Writer) (Writer, error) {
	out := csv.NewWriter(w)
	header := []string{"episode", "policy", "result", "score", "moves", "guesses", "simulations", "nodes"}
	return &csvWriter{out: out}, out.Write(header)
}

func (c *csvWriter) Write(r Row) error {
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	c.row = [8]string{
		strconv.FormatUint(r.Episode, 10), r.Policy, r.Result, strconv.FormatFloat(r.Score, 'g', -1, 64),
		whole(r.Moves), whole(r.Guesses), whole(r.Simulations), whole(r.Nodes),
	}
	return c.out.Write(c.row[:])
}

func (c *csvWriter) Close() error {
	c.out.Flush()
	return c.out.Error()
}

// parquetWriter writes groups of rows; their size bounds the memory of the writer and of every reader.
type parquetWriter struct {
	out  *parquet.GenericWriter[Row]
	rows []Row
	size int // of the group
}

const (
	batch = 1 << 12
	group = 1 << 19
)

func newParquet(w io.Writer) *parquetWriter {
	out := parquet.NewGenericWriter[Row](w, parquet.Compression(&parquet.Zstd))
	return &parquetWriter{out: out, rows: make([]Row, 0, batch)}
}

func (p *parquetWriter) Write(r Row) error {
	if p.rows = append(p.rows, r); len(p.rows) < batch {
		return nil
	}
	return p.flush()
}

func (p *parquetWriter) flush() error {
	n, err := p.out.Write(p.rows)
	p.rows = p.rows[:0]
	if p.size += n; err == nil && p.size >= group {
		p.size = 0
		err = p.out.Flush()
	}
	return err
}

func (p *parquetWriter) Close() error {
	if err := p.flush(); err != nil {
		return err
	}
	return p.out.Close()
}
