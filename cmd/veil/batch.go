// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/batch"
	"github.com/veilplan/veil/mines/notation"
)

// answerBatch answers every question of the input about Minesweeper positions.
func (a *app) answerBatch(cmd *cobra.Command, in boardFlags, files []string, preset asked, answer answering) error {
	if a.Output.Plain {
		return frame.Usage("--batch prints JSON: it has no --plain form")
	}
	return a.runBatch(cmd, files, func(ctx context.Context, q batchQuestion) answered {
		ans := a.answerOne(ctx, in, q.text, preset, answer)
		ans.document = withNumber(ans.document, q)
		return ans
	})
}

// withNumber adds the number of its question to a document, and to a problem the line of the file. A
// problem of a board inside an object keeps the place within that board in its title.
func withNumber(document []byte, q batchQuestion) []byte {
	var p api.Problem
	if json.Unmarshal(document, &p) == nil && p.Schema == api.NewProblem("", "", "").Schema {
		within := max(p.Line, 1)
		if p.Line = q.line; q.text[0] != '{' {
			p.Line += within - 1
			p.Title = strings.Replace(p.Title, fmt.Sprintf("line %d, column ", within), fmt.Sprintf("line %d, column ", p.Line), 1)
		}
		document = api.Encode(&p)
	}
	head, ok := bytes.CutSuffix(document, []byte("}"))
	if !ok {
		return document
	}
	return fmt.Appendf(head, `,"question":%d}`, q.number)
}

// runBatch answers every question of the input, one JSON document per line, in the order of the
// questions.
func (a *app) runBatch(cmd *cobra.Command, files []string, answer func(context.Context, batchQuestion) answered) (err error) {
	input, err := a.openInput(cmd, files)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, input.Close()) }()
	output, err := a.openOutput()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	a.Output.JSON = false // a failure of the whole batch is printed as text
	line := a.ShowProgress("reading questions")
	defer line.Done()
	var sum batchSum
	for ans := range batch.Run(cmd.Context(), batch.Config{}, questionsIn(input), answer) {
		if _, err := output.Write(append(ans.document, '\n')); err != nil {
			return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot write the output: " + err.Error(), Cause: err}
		}
		sum.add(ans)
		line.Show("%d answered, %d failed", sum.answers, sum.failures)
	}
	if err := cmd.Context().Err(); err != nil {
		return &frame.Failure{Code: frame.ExitInterrupted, Kind: frame.KindInterrupted, What: fmt.Sprintf("%d questions were answered", sum.answers), Cause: err}
	}
	return sum.exit()
}

// openInput opens the source of the questions.
func (a *app) openInput(cmd *cobra.Command, files []string) (io.ReadCloser, error) {
	switch {
	case len(files) == 0 && a.StdinTTY:
		return nil, concise(cmd)
	case len(files) == 0 || files[0] == "-":
		return io.NopCloser(a.Stdin), nil
	}
	file, err := os.Open(a.Path(files[0]))
	if err != nil {
		return nil, a.Unreadable(files[0], err)
	}
	return file, nil
}

// openOutput opens the destination of the documents. On a terminal they end the progress line.
func (a *app) openOutput() (io.WriteCloser, error) {
	if a.Output.File == "" || a.Output.File == "-" {
		if a.StdoutTTY {
			a.Output.Quiet = true
		}
		return struct {
			io.Writer
			io.Closer
		}{a.Stdout, io.NopCloser(nil)}, nil
	}
	file, err := os.Create(a.Path(a.Output.File))
	if err != nil {
		return nil, &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot write the output: " + err.Error(), Cause: err}
	}
	return file, nil
}

// answered is the document of an answer, and the exit code it would have alone.
type answered struct {
	document []byte
	code     frame.ExitCode
}

// batchSum counts answers, and keeps the most severe exit code.
type batchSum struct {
	answers, failures int
	code              frame.ExitCode
}

func (s *batchSum) add(ans answered) {
	s.answers++
	if ans.code == frame.ExitOK || ans.code == frame.ExitNo {
		return
	}
	s.failures++
	badness := []frame.ExitCode{frame.ExitOK, frame.ExitBudget, frame.ExitContradiction, frame.ExitUsage, frame.ExitInternal}
	for _, code := range badness {
		if code == s.code || code == ans.code {
			s.code = code // the last of the two in the list
		}
	}
}

// exit returns an error if some question has no complete answer.
func (s *batchSum) exit() error {
	if s.failures == 0 {
		return nil
	}
	return &frame.Failure{
		Code: s.code, Kind: frame.KindBatch, What: fmt.Sprintf("%d of %d questions have no complete answer", s.failures, s.answers),
	}
}

// answerOne answers one question in a separate run that shares only the flags. Any failure becomes
// its document.
func (a *app) answerOne(ctx context.Context, in boardFlags, text []byte, preset asked, answer answering) (ans answered) {
	one := &app{&frame.App{Env: a.Env, Output: a.Output}}
	one.Output.Quiet, one.Output.JSON, one.Input = false, true, text
	one.Stderr = io.Discard
	defer func() {
		if fault := recover(); fault != nil {
			ans = problemOf(one.Fault(fault, debug.Stack()))
		}
	}()
	q, err := one.parseQuestion(in, text, preset)
	if err != nil {
		return problemOf(frame.AsFailure(err))
	}
	found, err := answer(ctx, one, q)
	if found == nil {
		return problemOf(frame.AsFailure(err))
	}
	ans.document = api.Encode(found.Document())
	if err != nil {
		ans.code = frame.AsFailure(err).Code
	}
	return ans
}

func problemOf(f *frame.Failure) answered {
	return answered{document: api.Encode(f.Document()), code: f.Code}
}

// jsonQuestion is a question as an object: a position in any form, and the verb's parameters.
type jsonQuestion struct {
	Position json.RawMessage `json:"position"`
	Cells    []string        `json:"cells"`
	Level    int             `json:"level"`
}

// parseQuestion parses a question: a position, or an object that contains one.
func (a *app) parseQuestion(in boardFlags, text []byte, preset asked) (asked, error) {
	q := preset
	var object jsonQuestion
	if json.Unmarshal(text, &object) == nil && object.Position != nil {
		strict := json.NewDecoder(bytes.NewReader(text))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&object); err != nil {
			return q, malformed(err, "", text)
		}
		if len(object.Cells) > 0 {
			q.cells = strings.Join(object.Cells, ",")
		}
		if object.Level != 0 {
			q.level = object.Level
		}
		var err error
		if text, err = positionText(object.Position); err != nil {
			return q, err
		}
	}
	var err error
	q.board, err = a.parseBoard(in, text, "")
	return q, err
}

// positionText returns the position of a question: a text in any format, or a document.
func positionText(raw json.RawMessage) ([]byte, error) {
	var text string
	switch {
	case raw[0] == '{':
		return raw, nil
	case json.Unmarshal(raw, &text) == nil:
		return []byte(text), nil
	default:
		return nil, frame.Usage("position: want a text, or a document of schema " + notation.PositionSchema)
	}
}

// batchQuestion is a question of a stream.
type batchQuestion struct {
	text         []byte
	number, line int // its place, and its first line in the file, from 1
}

// questionsIn yields the questions of a stream: a line that is a JSON object or an address is one,
// and so are the lines of a board up to the next empty one.
func questionsIn(r io.Reader) iter.Seq[batchQuestion] {
	return func(yieldQuestion func(batchQuestion) bool) {
		lines := bufio.NewReader(r)
		var board []byte
		number, at, first := 0, 0, 0
		yield := func(text []byte, line int) bool {
			number++
			return yieldQuestion(batchQuestion{text, number, line})
		}
		for more := true; more; {
			line, err := readLine(lines)
			at++
			more = err == nil
			word := bytes.TrimSpace(line)
			if len(board) == 0 && len(word) > 0 && (word[0] == '{' || isAddress(string(word))) {
				more = yield(word, at) && more
				continue
			}
			if len(board) == 0 {
				first = at
			}
			if len(word) > 0 && len(board) <= notation.MaxText {
				board = append(append(board, line...), '\n')
			}
			if len(board) > 0 && (len(word) == 0 || !more) {
				more = yield(board, first) && more
				board = nil
			}
		}
	}
}

// readLine returns the next line without its end. For a line that is longer than any position it
// returns just enough for a parser to refuse it.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= notation.MaxText {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimRight(line, "\r\n"), err
		}
	}
}
