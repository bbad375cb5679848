// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/andor/baseline"
)

// The files of the comparison of provers.
const (
	proversData = "experiments/papers/provers.tsv"
	proversPage = "docs/results/solver-ablation.md"
)

// proverLimits returns the limits of each question; mines counts beliefs, the others hidden states too.
func proverLimits() play.ProofQuestion {
	return play.ProofQuestion{Plies: 8, Nodes: 200_000, States: 1_000_000}
}

// proverQuestions are the questions by domain: rules of small boards, of the smallest mate of each set, of the example
// tables.
func proverQuestions() map[string][]string {
	return map[string][]string{
		"mines":      {`{"board":"4x3/3","first":"zero"}`, `{"board":"5x3/4","first":"zero"}`, `{"board":"4x4/6","first":"zero"}`, `{"board":"4x4/7","first":"zero"}`},
		"krieg-mate": {`{"set":"seed-3"}`, `{"set":"hist-3"}`, `{"set":"blind-3"}`, `{"set":"seed-5"}`, `{"set":"blind-5"}`},
		"diag":       {`{"example":"board"}`, `{"example":"car"}`, `{"example":"lift"}`, `{"example":"network"}`},
	}
}

// proverOrder returns the domains in the order of the columns.
func proverOrder() []string { return []string{"mines", "krieg-mate", "diag"} }

// proverSum is the work of a method on the questions of a domain.
type proverSum struct {
	decided, asked int
	states         int64
	cpu            float64
}

// runProvers asks every question by every method through the list of problems, and writes the data and the table.
func runProvers(ctx context.Context, root string, log io.Writer) error {
	rows := []string{"domain\trules\tmethod\tverdict\tplies\tnodes\tstates\tcpu_ms"}
	for _, domain := range proverOrder() {
		for _, rules := range proverQuestions()[domain] {
			opened, err := catalog.All().Open(domain, json.RawMessage(rules))
			if err != nil {
				return err
			}
			for _, method := range append([]string{"veil"}, baseline.Names()...) {
				row, err := askProver(ctx, opened.Prover, method)
				if err != nil {
					return fmt.Errorf("%s %s by %s: %w", domain, rules, method, err)
				}
				rows = append(rows, domain+"\t"+rules+"\t"+method+"\t"+row)
				fmt.Fprintln(log, rows[len(rows)-1])
			}
		}
	}
	if err := os.WriteFile(filepath.Join(root, proversData), []byte(strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		return err
	}
	sums, err := sumProvers(rows[1:])
	if err != nil {
		return err
	}
	return writeProvers(filepath.Join(root, proversPage), sums)
}

// sumProvers adds up the rows of the data by domain and method.
func sumProvers(rows []string) (map[string]proverSum, error) {
	sums := map[string]proverSum{}
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		if len(cells) != 8 {
			return nil, fmt.Errorf("%q: got %d cells, want 8", row, len(cells))
		}
		states, err := strconv.ParseInt(cells[6], 10, 64)
		if err != nil {
			return nil, err
		}
		ms, err := strconv.ParseFloat(cells[7], 64)
		if err != nil {
			return nil, err
		}
		s := sums[cells[0]+" "+cells[2]]
		s.asked, s.states, s.cpu = s.asked+1, s.states+states, s.cpu+ms/1000
		if cells[3] != "unknown" {
			s.decided++
		}
		sums[cells[0]+" "+cells[2]] = s
	}
	return sums, nil
}

// askProver asks one question and returns the cells of its row after the method.
func askProver(ctx context.Context, p *play.Prover, method string) (string, error) {
	q := proverLimits()
	q.Method, q.Plies = method, max(q.Plies, p.Enough)
	before := rusage.CPU()
	found, err := p.Prove(ctx, q)
	cpu := (rusage.CPU() - before).Seconds()
	if err != nil {
		return "", err
	}
	if found.Plan != nil {
		if err := p.Check(ctx, found.Plan); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%.0f", found.Verdict, found.Plies, found.Nodes, found.States, 1000*cpu), nil
}

// writeProvers replaces the table between the marks of the page.
func writeProvers(name string, sums map[string]proverSum) error {
	page, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	written, err := withProvers(string(page), sums)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(written), 0o644)
}

// withProvers returns the page with its table.
func withProvers(page string, sums map[string]proverSum) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "| method | %s |\n|---%s|\n", strings.Join(proverOrder(), " | "), strings.Repeat("|---", len(proverOrder())))
	for _, method := range append([]string{"veil"}, baseline.Names()...) {
		cells := []string{method}
		for _, domain := range proverOrder() {
			s := sums[domain+" "+method]
			cells = append(cells, fmt.Sprintf("%d of %d; %s; %.2f", s.decided, s.asked, text.Thousands(s.states), s.cpu))
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return marked(page, "provers", b.String())
}
