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
	maxMessage = 8 << 20 // what the server accepts
	maxLines   = 7 << 20 // of a result, before it is compressed: it always fits
	maxRange   = 1 << 24 // episodes of a chunk
	maxSpans   = 1 << 16 // stretches of a chunk
)

// work is what a worker is given to play: episodes that are missing, and others that were
// played before. It does not say which are which.
type work struct {
	Build string        `json:"build"`
	Run   string        `json:"run"`
	Hash  string        `json:"hash"` // of the spec
	Spec  string        `json:"spec"`
	Spans spans         `json:"spans"`
	Token string        `json:"token"`
	Wait  time.Duration `json:"wait"`  // how long the worker may be silent
	Limit time.Duration `json:"limit"` // after which the worker returns what it has

	For       string `json:"for"`                 // the worker
	Runner    string `json:"runner"`              // whose run it is
	Key       string `json:"key"`                 // of the runner
	Statement string `json:"statement,omitempty"` // of the farm: that the key is the runner's
}

// spans are stretches of episodes: first, and the one after the last.
type spans [][2]uint64

func (s spans) episodes() (n uint64) {
	for _, span := range s {
		n += span[1] - span[0]
	}
	return n
}

// valid reports whether there is something in every stretch, and not too much in all.
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

// result is what became of a chunk: its first episodes, or all.
type result struct {
	Build  string                   `json:"build"`
	Run    string                   `json:"run"`
	Hash   string                   `json:"hash"`
	Spans  spans                    `json:"spans"`  // that were asked for
	Played uint64                   `json:"played"` // how many of their episodes were played
	Token  string                   `json:"token"`
	Digest string                   `json:"digest"`
	Times  []*experiment.ChunkTimes `json:"times,omitempty"` // by stretch
	Error  string                   `json:"error,omitempty"` // what went wrong in the next one

	Root      string `json:"root"`                // of the tree over its episodes
	By        string `json:"by"`                  // the worker
	Key       string `json:"key"`                 // of the worker
	Statement string `json:"statement,omitempty"` // of the farm: that the key is the worker's

	lines           []byte
	head, signature string // as they came
}

// beat is how a worker says that it plays, or that it does not play any more.
type beat struct {
	Token  string `json:"token"`
	Played uint64 `json:"played"` // episodes so far
	Left   bool   `json:"left,omitempty"`
}

// ErrMessage reports a message that is not one.
var ErrMessage = errors.New("not a message of a farm")

// tokenOf proves that a run has given episodes to a worker, known by its name and its key.
// It needs no memory: a run that was killed accepts the results it had asked for.
func tokenOf(key []byte, hash, worker, signs string, s spans) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s %s %s %d", hash, worker, signs, s)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// encode makes a line of JSON and its signature.
func (w *work) encode(by *identity) ([]byte, error) {
	w.Runner, w.Key, w.Statement = by.name, by.key(), by.statement
	line, err := json.Marshal(w)
	return by.sign(signedWork, line), err
}

// decodeWork reads what a runner has signed. Whether it is one of the farm's, the registry
// knows.
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

// cutSigned cuts a message into its first line, its signature, and what follows.
func cutSigned(text []byte) (line, signature string, rest []byte, err error) {
	head, rest, ok := bytes.Cut(text, []byte("\n"))
	const size = 2*ed25519.SignatureSize + 1
	if !ok || len(rest) < size || rest[size-1] != '\n' {
		return "", "", nil, fmt.Errorf("%w: no signature", ErrMessage)
	}
	return string(head), string(rest[:size-1]), rest[size:], nil
}

// word reports whether a text can be part of a subject.
func word(text string) bool { return CheckName(text) == nil }

func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = errors.New("something follows")
	}
	if err != nil {
		return fmt.Errorf("%w: %s", ErrMessage, Quote(strings.TrimPrefix(err.Error(), "json: ")))
	}
	return nil
}

// answer makes the result of what was played.
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

// maxError bounds what a worker says of an episode that it could not play.
const maxError = 2000

func cut(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// digest states what the lines are.
func (r *result) digest() {
	r.Digest = digestOf(r.lines)
	r.Root = rootText(r.leaves())
}

func rootText(leaves []node) string {
	root := rootOf(leaves)
	return hex.EncodeToString(root[:])
}

// leaves are the episodes of a result. They all have as many lines.
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

// A result is a line of JSON, its signature, and the compressed lines of its episodes. The
// line holds their digests, so the signature is for all of it.
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

// compressors are used again: one takes more memory than most results.
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

// decodeHead reads what a worker has signed. Whether it is one of the farm's, the registry
// knows.
func decodeHead(head, signature string) (*result, error) {
	r := &result{head: head, signature: signature}
	if err := strict([]byte(head), r); err != nil {
		return nil, err
	}
	if !r.Spans.valid() || r.Played > r.Spans.episodes() || len(r.Times) > len(r.Spans) || len(r.Error) > maxError {
		return nil, fmt.Errorf("%w: %d episodes of %d stretches", ErrMessage, r.Played, len(r.Spans))
	}
	if !signed(signedResult, r.Key, head, signature) {
		return nil, fmt.Errorf("%w: its signature is wrong", ErrMessage)
	}
	return r, nil
}

// decodeResult reads a result. If it returns one together with an error, what is signed can
// be read, and what follows cannot.
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

// maxLine is by how much the last episode may make a result longer than it should be.
const maxLine = 1 << 20

// chunks cuts the lines of a result into the stretches that were played. An episode has a
// line per policy.
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

// sizeOf is the size of so many lines.
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
