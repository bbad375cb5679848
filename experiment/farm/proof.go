// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/veilplan/veil/experiment"
)

// Proof shows that a worker has signed a wrong result. Anybody can check it, without the farm and
// without trusting its author: see [Proof.Check].
type Proof struct {
	Schema  string   `json:"schema"`
	Kind    string   `json:"kind"`
	Episode uint64   `json:"episode"`
	Spec    string   `json:"spec,omitempty"` // the experiment
	Signed  []Signed `json:"signed"`
}

// Signed is the head of a result, as signed by its worker, and one of its episodes.
type Signed struct {
	Head      string `json:"head"`
	Signature string `json:"signature"`
	// Lines are those of the episode, At is its place in the result, and Path leads from there to
	// the root of the tree in the head: see the format in docs/reference/farm-settings.md.
	Lines string   `json:"lines,omitempty"`
	At    uint64   `json:"at,omitempty"`
	Path  []string `json:"path,omitempty"`
}

const proofSchema = "farm.proof/1"

// Kinds of proofs.
const (
	proofDifferent = "different" // playing the episode gives another result
	proofFailure   = "failure"   // the episode can be played, but the worker reported an error
	proofDigest    = "digest"    // playing the whole result gives another digest
	proofTwo       = "two"       // the worker has signed two different results
)

// ErrNoProof reports an invalid proof.
var ErrNoProof = errors.New("not a valid proof")

// noProof wraps an error in ErrNoProof.
func noProof(err error) error { return fmt.Errorf("%w: %w", ErrNoProof, err) }

// ErrOtherBuild reports a proof that only another build can check.
var ErrOtherBuild = errors.New("another build of the program must check this")

// maxProof bounds a proof in bytes: it is sent in a message.
const maxProof = maxMessage / 2

// ReadProof reads a proof. It does not check it.
func ReadProof(text []byte) (*Proof, error) {
	if len(text) > maxProof {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrNoProof, maxProof)
	}
	p := &Proof{}
	if err := strict(text, p); err != nil {
		return nil, noProof(err)
	}
	if p.Schema != proofSchema {
		return nil, fmt.Errorf("%w: its schema is not %s", ErrNoProof, proofSchema)
	}
	return p, nil
}

// Proven is the content of a valid proof.
type Proven struct {
	Worker  string `json:"worker"` // the name that it has signed with
	Key     string `json:"key"`    // that signed the result
	Farm    string `json:"farm"`   // that states that the key is the worker's; empty without invitations
	Build   string `json:"build"`  // of the worker's program
	Kind    string `json:"kind"`
	Episode uint64 `json:"episode"`
}

// Check returns what a proof shows, or an error if it is not valid. It plays the signed episodes,
// unless the worker contradicts itself.
func (p *Proof) Check(ctx context.Context, build string, resolve func(experiment.Spec) (*experiment.Plan, error)) (*Proven, error) {
	heads, err := p.heads()
	if err != nil {
		return nil, err
	}
	r := heads[0]
	found := &Proven{Worker: r.By, Key: r.Key, Build: r.Build, Kind: p.Kind, Episode: p.Episode}
	if found.Farm, err = farmOf(r); err != nil {
		return nil, err
	}
	if p.Kind == proofTwo {
		return found, p.contradicts(heads)
	}
	if r.Build != build {
		return nil, fmt.Errorf("%w: played by build %s, this is %s", ErrOtherBuild, Quote(r.Build), build)
	}
	plan, err := p.plan(r, resolve)
	if err != nil {
		return nil, err
	}
	return found, p.refute(ctx, r, plan)
}

// heads parses the signed heads.
func (p *Proof) heads() (all []*result, err error) {
	want := 1
	if p.Kind == proofTwo {
		want = 2
	}
	if len(p.Signed) != want {
		return nil, fmt.Errorf("%w: %d signed results, want %d", ErrNoProof, len(p.Signed), want)
	}
	for _, s := range p.Signed {
		r, err := decodeHead(s.Head, s.Signature)
		if err != nil {
			return nil, noProof(err)
		}
		all = append(all, r)
	}
	return all, nil
}

// farmOf returns the farm that states the owner of a result's key.
func farmOf(r *result) (string, error) {
	if r.Statement == "" {
		return "", nil
	}
	v, err := readStatement(r.Statement)
	if err == nil && (v.name != r.By || v.key != r.Key || v.role != RoleWorker) {
		err = errors.New("the farm states another name for this key")
	}
	if err != nil {
		return "", noProof(err)
	}
	return v.farm, nil
}

// plan returns the plan of the signed episodes.
func (p *Proof) plan(r *result, resolve func(experiment.Spec) (*experiment.Plan, error)) (*experiment.Plan, error) {
	spec, err := experiment.Parse([]byte(p.Spec))
	if err != nil {
		return nil, noProof(err)
	}
	plan, err := resolve(*spec)
	if err != nil {
		return nil, noProof(err)
	}
	if plan.Hash != r.Hash {
		return nil, fmt.Errorf("%w: the result is of another spec", ErrNoProof)
	}
	if plan.Spec.Timed() {
		return nil, fmt.Errorf("%w: the episodes of this spec depend on the time (move_ms)", ErrNoProof)
	}
	return plan, nil
}

// shows checks that an episode is part of the signed result.
func (s *Signed) shows(r *result, episode uint64) error {
	root, ok := climb(leafOf(episode, []byte(s.Lines)), s.At, r.Played, s.Path)
	if s.At >= r.Played || r.Spans.at(s.At) != episode || !ok || hex.EncodeToString(root[:]) != r.Root {
		return fmt.Errorf("%w: these lines of episode %d were not signed", ErrNoProof, episode)
	}
	return nil
}

// contradicts checks that a worker has signed two different results for one episode.
func (p *Proof) contradicts(heads []*result) error {
	a, b := heads[0], heads[1]
	if a.Key != b.Key || a.By != b.By || a.Statement != b.Statement || a.Build != b.Build || a.Hash != b.Hash {
		return fmt.Errorf("%w: the results are not of one worker, program and spec", ErrNoProof)
	}
	if err := errors.Join(p.Signed[0].shows(a, p.Episode), p.Signed[1].shows(b, p.Episode)); err != nil {
		return err
	}
	if p.Signed[0].Lines == p.Signed[1].Lines {
		return fmt.Errorf("%w: both results are the same", ErrNoProof)
	}
	return nil
}

// refute plays the signed episode. It fails if the worker was right.
func (p *Proof) refute(ctx context.Context, r *result, plan *experiment.Plan) error {
	switch p.Kind {
	case proofDigest:
		return refuteDigest(ctx, r, plan)
	case proofDifferent:
		if err := p.Signed[0].shows(r, p.Episode); err != nil {
			return err
		}
	case proofFailure:
		if r.Error == "" || r.Spans.at(r.Played) != p.Episode {
			return fmt.Errorf("%w: the worker does not say that it cannot play episode %d", ErrNoProof, p.Episode)
		}
	default:
		return fmt.Errorf("%w: kind %s", ErrNoProof, Quote(p.Kind))
	}
	c, err := plan.Fresh().Play(ctx, p.Episode, p.Episode+1, nil)
	if err != nil {
		return noProof(fmt.Errorf("episode %d cannot be played: %w", p.Episode, err))
	}
	if p.Kind == proofDifferent && string(c.Lines) == p.Signed[0].Lines {
		return fmt.Errorf("%w: episode %d matches what was signed", ErrNoProof, p.Episode)
	}
	return nil
}

// refuteDigest plays all episodes of a result.
func refuteDigest(ctx context.Context, r *result, plan *experiment.Plan) error {
	right := result{Spans: r.Spans, Played: r.Played}
	left := r.Played
	for _, span := range r.Spans {
		n := min(span[1]-span[0], left)
		left -= n
		c, err := plan.Fresh().Play(ctx, span[0], span[0]+n, nil)
		if err != nil {
			return noProof(fmt.Errorf("the result cannot be played: %w", err))
		}
		right.lines = append(right.lines, c.Lines...)
	}
	if right.digest(); right.Digest == r.Digest && right.Root == r.Root {
		return fmt.Errorf("%w: the result matches what was signed", ErrNoProof)
	}
	return nil
}

// against builds a proof from a result.
func (a *answer) against(kind string, episode uint64) *Proof {
	return &Proof{Schema: proofSchema, Kind: kind, Episode: episode, Signed: []Signed{{Head: a.head, Signature: a.signature}}}
}

// shown adds an episode of a result to the proof.
func (r *result) shown(at uint64, lines []byte, of tree) Signed {
	return Signed{Head: r.head, Signature: r.signature, Lines: string(lines), At: at, Path: of.path(at)}
}

// encode returns a proof as JSON, ending with a newline.
func (p *Proof) encode() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", "  ")
	err := e.Encode(p)
	return out.Bytes(), err
}
