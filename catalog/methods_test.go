// SPDX-License-Identifier: BSD-3-Clause

package catalog_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/mastermind/mastermindplayers"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// tiny are rules with which an episode is short; other problems are small by default.
func tiny() map[string]string {
	return map[string]string{
		"mines": `{"board":"4x3/3","first":"zero"}`, "tiger": `{"horizon":3}`, "rocksample": `{"size":3,"rocks":2}`,
		"mastermind": `{"pegs":2,"colours":3}`, "krieg-game": `{"plies":4}`,
	}
}

// few are parameters with little work, the first that a player accepts.
func few() []string {
	return []string{`{"simulations":10,"draws":2000}`, `{"simulations":10}`, `{"walks":2}`, `{"nodes":1000}`, `{"states":300}`, ``}
}

// claim is a yes of the list of methods.
type claim struct {
	domain, method string
	opened         play.Configured
}

// claims returns every yes, as "veil methods" prints it.
func claims(t *testing.T, domains play.Domains) (list []claim) {
	t.Helper()
	for _, d := range domains {
		opened, err := d.Open(json.RawMessage(tiny()[d.Name]))
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		for _, name := range methods.Names() {
			if how, lacks := opened.Plays(name); how != play.PlaysNo {
				list = append(list, claim{d.Name, name, opened})
			} else if len(lacks) == 0 {
				t.Errorf("%s by %s: no, but nothing is lacking", d.Name, name)
			}
		}
		if how, _ := opened.Proves(); how != play.PlaysNo {
			for _, name := range append([]string{"veil"}, baseline.Names()...) {
				list = append(list, claim{d.Name, "prove " + name, opened})
			}
		}
	}
	return list
}

// hold plays one episode, or proves with few plies, and has the plan checked.
func (c claim) hold(ctx context.Context) error {
	if by, ok := strings.CutPrefix(c.method, "prove "); ok {
		return c.proves(ctx, by)
	}
	p, err := c.opened.Player(c.method)
	if err != nil {
		return err
	}
	for _, params := range few() {
		seat, _, err := p.New(play.Access{}, json.RawMessage(params))
		if err != nil {
			continue
		}
		match := play.Match{Table: c.opened.Table, Player: seat, Discount: c.opened.Discount, MaxMoves: 60}
		record, err := match.Play(ctx, 1, 1)
		if err == nil && len(record.Plies) == 0 {
			err = errors.New("no move was made")
		}
		return err
	}
	return errors.New("no parameters are accepted")
}

func (c claim) proves(ctx context.Context, by string) error {
	plies := max(c.opened.Prover.Enough, 3)
	found, err := c.opened.Prover.Prove(ctx, play.ProofQuestion{Method: by, Plies: plies, States: 300_000})
	switch {
	case err != nil:
		return err
	case found.Verdict == "proved":
		return c.opened.Prover.Check(ctx, found.Plan)
	case found.Verdict != "disproved":
		return fmt.Errorf("%s: %w", found.Verdict, found.Cut)
	}
	return nil
}

// TestEveryYes plays or proves every yes of the list of methods with the problems of the program, and counts
// them.
func TestEveryYes(t *testing.T) {
	list, rows := claims(t, catalog.All()), map[string]bool{}
	for _, c := range list {
		rows[c.domain] = true
		if err := c.hold(t.Context()); err != nil {
			t.Errorf("%s by %s: %v", c.domain, c.method, err)
		}
	}
	if len(rows) < 10 || len(list) < 70 {
		t.Errorf("%d problems with %d methods that play or prove, want 10 and 70", len(rows), len(list))
	}
	t.Logf("%d problems, %d yes", len(rows), len(list))
}

// TestFalseYes: a method that claims a problem and cannot play it is found, and so is a prover of plans that do not win.
func TestFalseYes(t *testing.T) {
	broken := mastermindplayers.Domain()
	open := broken.Open
	broken.Open = func(raw json.RawMessage) (play.Configured, error) {
		opened, err := open(raw)
		opened.Methods[1].New = func(play.Access, json.RawMessage) (play.Factory, any, error) {
			return func(*rand.Rand) (play.Player, error) { return nil, errors.New("planted") }, nil, nil
		}
		prove := opened.Prover.Prove
		opened.Prover.Prove = func(ctx context.Context, q play.ProofQuestion) (play.Proof, error) {
			found, err := prove(ctx, q)
			if found.Plan != nil {
				found.Plan = &proof.Plan{Plies: 1, Nodes: found.Plan.Nodes[:1]}
			}
			return found, err
		}
		return opened, err
	}
	wrong := map[string]bool{}
	for _, c := range claims(t, play.Domains{broken}) {
		if c.hold(t.Context()) != nil {
			wrong[c.method] = true
		}
	}
	if !wrong["bsruct"] || !wrong["prove veil"] || wrong["random"] || wrong["bssuct"] {
		t.Errorf("found %v", wrong)
	}
}
