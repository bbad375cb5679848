// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
)

// A segment is a sequence of batches. A batch is a line that describes it (a mark) and the lines
// that were fsynced together. Every line is a JSON object whose last field is the CRC-32C of
// everything before it, so each line can be checked by itself.

// checker computes the checksums of lines. They start from the hash of the spec, so a line of
// another experiment is invalid here.
type checker uint32

func newChecker(hash string) checker { return checker(crc32.Checksum([]byte(hash), crcTable())) }

func crcTable() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

const (
	crcField = `,"crc":"`
	crcSize  = len(crcField) + len(`01234567"}`)
)

// append appends a JSON object with its checksum, and ends the line.
func (c checker) append(dst, object []byte) []byte {
	body := object[:len(object)-1]
	dst = append(append(dst, body...), crcField...)
	dst = fmt.Appendf(dst, "%08x", crc32.Update(uint32(c), crcTable(), body))
	return append(dst, "\"}\n"...)
}

// appendLines appends lines, each with its checksum, and counts them.
func (c checker) appendLines(dst, lines []byte) (_ []byte, n int) {
	for line := range bytes.Lines(lines) {
		dst = c.append(dst, bytes.TrimSuffix(line, []byte("\n")))
		n++
	}
	return dst, n
}

// body returns the object of a line without its checksum and closing brace, and reports whether the
// line is valid.
func (c checker) body(line []byte) ([]byte, bool) {
	text, ended := bytes.CutSuffix(line, []byte("\n"))
	n := len(text) - crcSize
	if !ended || n < 1 || string(text[n:n+len(crcField)]) != crcField {
		return nil, false
	}
	sum := crc32.Update(uint32(c), crcTable(), text[:n])
	digits := text[n+len(crcField):]
	for i := range 8 {
		ended = ended && digits[i] == "0123456789abcdef"[sum>>(28-4*i)&15]
	}
	return text[:n], ended && string(digits[8:]) == `"}`
}

// mark starts a batch.
type mark struct {
	Batch   int    `json:"batch"` // its number in the segment
	Segment int    `json:"segment"`
	Spec    string `json:"spec"` // the hash of the spec
	// Before is the SHA-256 of the segment up to here; in the first batch it is the root of the
	// seal, which ties the segment to its run directory.
	Before string `json:"before"`
	Lines  int    `json:"lines"` // that follow
	Body   string `json:"body"`  // their CRC-32C
}

const markStart = `{"batch":`

func (m mark) text() []byte {
	return fmt.Appendf(nil, markStart+`%d,"segment":%d,"spec":"%s","before":"%s","lines":%d,"body":"%s"}`, m.Batch, m.Segment, m.Spec, m.Before, m.Lines, m.Body)
}

func crcText(sum uint32) string { return fmt.Sprintf("%08x", sum) }

// mark parses the line of a mark.
func (c checker) mark(line []byte) (m mark, ok bool) {
	body, ok := c.body(line)
	return m, ok && readObjectBody(body, &m) && string(m.text()) == string(body)+"}"
}

// readObjectBody parses an object that lacks its closing brace.
func readObjectBody(body []byte, into any) bool {
	return json.Unmarshal(append(bytes.Clone(body), '}'), into) == nil
}

// forgetStart begins a line that revokes the episodes of a range stored before it.
const forgetStart = `{"forget":[`

func appendForget(dst []byte, s Span) []byte {
	return fmt.Appendf(dst, forgetStart+"%d,%d]}\n", s.First, s.End)
}

// readForget parses the output of [appendForget], without its closing brace.
func readForget(body []byte) (s Span, ok bool) {
	c := cursor{rest: body}
	s.First = c.uint(forgetStart)
	s.End = c.uint(",")
	return s, !c.bad && string(c.rest) == "]" && s.First < s.End
}
