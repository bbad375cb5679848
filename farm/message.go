// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"compress/flate"
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
)

// work is a chunk to be played.
type work struct {
	Build string        `json:"build"`
	Run   string        `json:"run"`
	Hash  string        `json:"hash"` // of the spec
	Spec  string        `json:"spec"`
	First uint64        `json:"first"`
	End   uint64        `json:"end"`
	Token string        `json:"token"`
	Wait  time.Duration `json:"wait"`          // how long the worker may be silent
	Limit time.Duration `json:"limit"`         // after which the worker returns what it has
	Not   string        `json:"not,omitempty"` // a worker who must not play it: it is a check of its work
}

// result is what became of a chunk: its first episodes, or all.
type result struct {
	Build  string                 `json:"build"`
	Run    string                 `json:"run"`
	Hash   string                 `json:"hash"`
	First  uint64                 `json:"first"`
	End    uint64                 `json:"end"` // the episode after the last that was played
	Asked  uint64                 `json:"asked"`
	Token  string                 `json:"token"`
	Digest string                 `json:"digest"`
	Times  *experiment.ChunkTimes `json:"times,omitempty"`
	Error  string                 `json:"error,omitempty"` // what went wrong in episode End

	lines []byte
}

// ErrMessage reports a message that is not one.
var ErrMessage = errors.New("not a message of a farm")

// tokenOf proves that a run has given out a chunk. It needs no memory: a run that was
// killed accepts the results it had asked for.
func tokenOf(key []byte, hash string, first, end uint64) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s %d %d", hash, first, end)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

func (w *work) encode() ([]byte, error) { return json.Marshal(w) }

func decodeWork(text []byte) (*work, error) {
	w := &work{}
	if err := strict(text, w); err != nil {
		return nil, err
	}
	if w.Wait <= 0 || w.First >= w.End || w.End-w.First > maxRange || w.End > experiment.MaxEpisodes {
		return nil, fmt.Errorf("%w: episodes %d to %d", ErrMessage, w.First, w.End)
	}
	return w, nil
}

func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%w: %s", ErrMessage, strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// answer makes the result of a chunk.
func (w *work) answer(c *experiment.Chunk, failed error) *result {
	r := &result{
		Build: w.Build, Run: w.Run, Hash: w.Hash, First: w.First, End: c.End, Asked: w.End, Token: w.Token,
		Digest: c.Digest(), Times: c.Times, lines: c.Lines,
	}
	if failed != nil {
		r.Error = failed.Error()
	}
	return r
}

// A result is a line of JSON and the compressed lines of its episodes.
func (r *result) encode(by *compressors) ([]byte, error) {
	head, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Write(append(head, '\n'))
	z := by.get()
	defer by.pool.Put(z)
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

func decodeResult(text []byte) (*result, error) {
	head, body, ok := bytes.Cut(text, []byte("\n"))
	if !ok {
		return nil, fmt.Errorf("%w: no first line", ErrMessage)
	}
	r := &result{}
	if err := strict(head, r); err != nil {
		return nil, err
	}
	if r.First > r.End || r.End > r.Asked || r.Asked-r.First > maxRange {
		return nil, fmt.Errorf("%w: episodes %d to %d of %d", ErrMessage, r.First, r.End, r.Asked)
	}
	lines, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(body)), maxLines+maxLine+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	if r.lines = lines; len(lines) > maxLines+maxLine {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrMessage, maxLines+maxLine)
	}
	return r, nil
}

// maxLine is by how much the last episode may make a result longer than it should be.
const maxLine = 1 << 20

func (r *result) chunk(by string) *experiment.Chunk {
	return &experiment.Chunk{First: r.First, End: r.End, Lines: r.lines, Times: r.Times, By: by}
}
