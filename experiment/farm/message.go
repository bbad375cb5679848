// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/veilplan/veil/experiment"
)

// Limits of a message.
const (
	maxMessage = 8 << 20 // the server's limit
	maxLines   = 7 << 20 // of a result before compression: it always fits
	maxRange   = 1 << 24 // episodes of a chunk
	maxSpans   = 1 << 16 // ranges of a chunk
)

// work is a worker's assignment: missing episodes, and others that were played before. It does not
// contain which are which.
type work struct {
	Build string        `json:"build"`
	Run   string        `json:"run"`
	Hash  string        `json:"hash"` // of the spec
	Spec  string        `json:"spec"`
	Spans spans         `json:"spans"`
	Token string        `json:"token"`
	Wait  time.Duration `json:"wait"`  // longest silence of the worker
	Limit time.Duration `json:"limit"` // after which the worker returns what it has

	For       string `json:"for"`                 // the worker
	Runner    string `json:"runner"`              // name of the run's owner
	Key       string `json:"key"`                 // of the runner
	Statement string `json:"statement,omitempty"` // of the farm: the key is the runner's
}

// spans are ranges of episodes: the first, and one after the last.
type spans [][2]uint64

func (s spans) episodes() (n uint64) {
	for _, span := range s {
		n += span[1] - span[0]
	}
	return n
}

// valid reports whether no range is empty, and the total is within the limits.
func (s spans) valid() bool {
	n := uint64(0)
	for _, span := range s {
		if span[0] >= span[1] || span[1] > experiment.MaxEpisodes {
			return false
		}
		if n += span[1] - span[0]; n > maxRange {
			return false
		}
	}
	return len(s) > 0 && len(s) <= maxSpans
}

// result is the outcome of a chunk: its first episodes, or all.
type result struct {
	Build  string                   `json:"build"`
	Run    string                   `json:"run"`
	Hash   string                   `json:"hash"`
	Spans  spans                    `json:"spans"`  // that were asked for
	Played uint64                   `json:"played"` // the number of episodes played
	Token  string                   `json:"token"`
	Digest string                   `json:"digest"`
	Times  []*experiment.ChunkTimes `json:"times,omitempty"` // per range
	Error  string                   `json:"error,omitempty"` // the error in the next one

	Root      string `json:"root"`                // of the tree over its episodes
	By        string `json:"by"`                  // the worker
	Key       string `json:"key"`                 // of the worker
	Statement string `json:"statement,omitempty"` // of the farm: the key is the worker's
	Public    string `json:"public,omitempty"`    // the name under which the worker agrees to be shown

	lines           []byte
	head, signature string // as received
}

// beat is a worker's heartbeat, or the message that it has given up a job.
type beat struct {
	Token  string `json:"token"`
	Played uint64 `json:"played"` // episodes so far
	Left   bool   `json:"left,omitempty"`
}

// ErrMessage reports an invalid message.
var ErrMessage = errors.New("not a message of a farm")

// tokenOf proves that a run has given episodes to a worker, identified by name and key. It needs no
// memory: a run that was killed still accepts the results it had asked for.
func tokenOf(key []byte, hash, worker, signs string, s spans) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s %s %s %d", hash, worker, signs, s)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// encode returns a line of JSON and its signature.
func (w *work) encode(by *identity) ([]byte, error) {
	w.Runner, w.Key, w.Statement = by.name, by.key(), by.statement
	line, err := json.Marshal(w)
	return by.sign(signedWork, line), err
}

// decodeWork parses and verifies work signed by a runner. Whether the runner belongs to the farm is
// checked by the registry.
func decodeWork(text []byte) (*work, error) {
	line, signature, rest, err := cutSigned(text)
	if err != nil || len(rest) > 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", errors.Join(ErrMessage, err), len(rest))
	}
	w := &work{}
	if err := strict([]byte(line), w); err != nil {
		return nil, err
	}
	if w.Wait <= 0 || !w.Spans.valid() || CheckName(w.Runner) != nil || !word(w.Run) {
		return nil, fmt.Errorf("%w: %d stretches by %s", ErrMessage, len(w.Spans), Quote(w.Runner))
	}
	if !signed(signedWork, w.Key, line, signature) {
		return nil, fmt.Errorf("%w: its signature is wrong", ErrMessage)
	}
	return w, nil
}

// cutSigned splits a message into its first line, its signature, and the rest.
func cutSigned(text []byte) (line, signature string, rest []byte, err error) {
	head, rest, ok := bytes.Cut(text, []byte("\n"))
	const size = 2*ed25519.SignatureSize + 1
	if !ok || len(rest) < size || rest[size-1] != '\n' {
		return "", "", nil, fmt.Errorf("%w: no signature", ErrMessage)
	}
	return string(head), string(rest[:size-1]), rest[size:], nil
}

// word reports whether a text can be a token of a subject.
func word(text string) bool { return CheckName(text) == nil }

func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = errors.New("unexpected text after the object")
	}
	if err != nil {
		return fmt.Errorf("%w: %s", ErrMessage, Quote(strings.TrimPrefix(err.Error(), "json: ")))
	}
	return nil
}

// answer builds the result of the played episodes.
func (w *work) answer(played []*experiment.Chunk, failed error) *result {
	r := &result{Build: w.Build, Run: w.Run, Hash: w.Hash, Spans: w.Spans, Token: w.Token}
	for _, c := range played {
		r.Played += c.End - c.First
		r.Times = append(r.Times, c.Times)
		r.lines = append(r.lines, c.Lines...)
	}
	r.digest()
	if failed != nil {
		r.Error = cut(failed.Error(), maxError)
	}
	return r
}

// maxError bounds a worker's error message about an episode that it could not play.
const maxError = 2000

func cut(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// digest sets the digests of the lines.
func (r *result) digest() {
	r.Digest = digestOf(r.lines)
	r.Root = rootText(r.leaves())
}

func rootText(leaves []node) string {
	root := rootOf(leaves)
	return hex.EncodeToString(root[:])
}

// leaves returns the leaves of a result's episodes. All have the same number of lines.
func (r *result) leaves() (all []node) {
	if r.Played == 0 {
		return nil
	}
	policies := uint64(bytes.Count(r.lines, []byte("\n"))) / r.Played
	rest, left := r.lines, r.Played
	for _, span := range r.Spans {
		for e := span[0]; e < span[1] && left > 0; e, left = e+1, left-1 {
			size, _ := sizeOf(rest, policies)
			all, rest = append(all, leafOf(e, rest[:size])), rest[size:]
		}
	}
	return all
}

func digestOf(lines []byte) string { return (&experiment.Chunk{Lines: lines}).Digest() }

// encode returns a line of JSON, its signature, and the compressed lines of the episodes. The line
// contains their digests, so the signature covers all of it.
func (r *result) encode(by *identity, pool *compressors) ([]byte, error) {
	r.By, r.Key, r.Statement = by.name, by.key(), by.statement
	head, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Write(by.sign(signedResult, head))
	z := pool.get()
	defer pool.pool.Put(z)
	z.Reset(&out)
	_, err = z.Write(r.lines)
	err = errors.Join(err, z.Close())
	return out.Bytes(), err
}

// compressors are pooled: one takes more memory than most results.
type compressors struct{ pool sync.Pool }

func (c *compressors) get() *flate.Writer {
	if z, ok := c.pool.Get().(*flate.Writer); ok {
		return z
	}
	z, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // there is no such level: a slip in this package
	}
	return z
}

// decodeHead parses and verifies a head signed by a worker. Whether the worker belongs to the farm
// is checked by the registry.
func decodeHead(head, signature string) (*result, error) {
	r := &result{head: head, signature: signature}
	if err := strict([]byte(head), r); err != nil {
		return nil, err
	}
	if !r.Spans.valid() || r.Played > r.Spans.episodes() || len(r.Times) > len(r.Spans) || len(r.Error) > maxError {
		return nil, fmt.Errorf("%w: %d episodes of %d stretches", ErrMessage, r.Played, len(r.Spans))
	}
	if r.Public != "" && CheckPublicName(r.Public) != nil {
		return nil, fmt.Errorf("%w: %w", ErrMessage, CheckPublicName(r.Public))
	}
	if !signed(signedResult, r.Key, head, signature) {
		return nil, fmt.Errorf("%w: its signature is wrong", ErrMessage)
	}
	return r, nil
}

// decodeResult parses a result. If it returns a result together with an error, the signed head is
// valid and the rest is not.
func decodeResult(text []byte) (*result, error) {
	head, signature, body, err := cutSigned(text)
	if err != nil {
		return nil, err
	}
	r, err := decodeHead(head, signature)
	if err != nil {
		return nil, err
	}
	return r, r.unpack(body)
}

func (r *result) unpack(body []byte) error {
	lines, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(body)), maxLines+maxLine+1))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMessage, err)
	}
	if r.lines = lines; len(lines) > maxLines+maxLine {
		r.lines = nil
		return fmt.Errorf("%w: more than %d bytes", ErrMessage, maxLines+maxLine)
	}
	return nil
}

// maxLine is the largest excess of a result through its last episode, in bytes.
const maxLine = 1 << 20

// chunks splits the lines of a result into the played ranges. An episode has one line per policy.
func (r *result) chunks(by string, policies int) (all []*experiment.Chunk, err error) {
	rest, left := r.lines, r.Played
	for i, span := range r.Spans {
		n := min(span[1]-span[0], left)
		if left -= n; n == 0 {
			break
		}
		size, ok := sizeOf(rest, n*uint64(policies))
		if !ok {
			return nil, fmt.Errorf("%w: not enough lines", ErrMessage)
		}
		c := &experiment.Chunk{First: span[0], End: span[0] + n, Lines: rest[:size:size], By: by}
		if i < len(r.Times) {
			c.Times = r.Times[i]
		}
		all, rest = append(all, c), rest[size:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%w: too many lines", ErrMessage)
	}
	return all, nil
}

// sizeOf returns the size of the first lines of a text.
func sizeOf(text []byte, lines uint64) (size int, ok bool) {
	for range lines {
		n := bytes.IndexByte(text[size:], '\n')
		if n < 0 {
			return 0, false
		}
		size += n + 1
	}
	return size, true
}
