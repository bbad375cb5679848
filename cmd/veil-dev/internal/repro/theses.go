// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/internal/text"
)

// thesesPage has a screen for the thesis of each paper, between marks.
const thesesPage = "docs/results/three-theses.md"

// thesis is the main claim of a paper, on one screen: a picture, three sentences and the caveat, all
// from stored results.
type thesis struct {
	name, title string
	axes        figure.Axes
	panels      []figure.Panel
	sentences   [3]string
	caveat      string
	alt         string // of the picture
}

// theses returns all three.
func theses(ctx context.Context, root string) ([]thesis, error) {
	d, err := readData(filepath.Join(root, papersData))
	if err != nil {
		return nil, err
	}
	if err := d.addReadings(root); err != nil {
		return nil, err
	}
	proofs, err := readProofs(filepath.Join(root, proofRuns))
	if err != nil {
		return nil, err
	}
	optima, err := readOptima(ctx, root)
	if err != nil {
		return nil, err
	}
	second, err := togetherBeatsAlone(d, optima)
	return []thesis{consistentBelief(d), second, insideBelief(proofs)}, err
}

// runThesis writes the picture and the section of one thesis, and prints its text.
func runThesis(ctx context.Context, root, name string, out io.Writer) error {
	all, err := theses(ctx, root)
	if err != nil {
		return err
	}
	for _, t := range all {
		if t.name == name {
			return t.write(root, out)
		}
	}
	return fmt.Errorf("%q: want thesis-1, thesis-2, thesis-3, rerun or nothing", name)
}

// write writes the picture and the section of the page, and prints the text.
func (t *thesis) write(root string, out io.Writer) error {
	svg, err := t.picture()
	if err != nil {
		return err
	}
	name := filepath.Join(root, papersDir, t.name+".svg")
	if err := os.WriteFile(name, svg, 0o644); err != nil {
		return err
	}
	page, err := os.ReadFile(filepath.Join(root, thesesPage))
	if err != nil {
		return err
	}
	written, err := marked(string(page), t.name, t.section())
	if err != nil {
		return fmt.Errorf("%s: %w", thesesPage, err)
	}
	_, printed := fmt.Fprintf(out, "%s\n\n%s\n\nBut: %s\n\nPicture: %s\n", t.title, strings.Join(t.sentences[:], "\n"), t.caveat, name)
	return errors.Join(printed, os.WriteFile(filepath.Join(root, thesesPage), []byte(written), 0o644))
}

// picture returns the picture as SVG.
func (t *thesis) picture() ([]byte, error) {
	drawn, err := figure.Panels(t.axes, t.panels)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	return inSVG(drawn)
}

// section returns the text of the page about the thesis.
func (t *thesis) section() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n![%s](../../experiments/papers/%s.svg)\n\n", t.title, t.alt, t.name)
	for _, s := range t.sentences {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	fmt.Fprintf(&b, "\n**But:** %s\n\nCommand: `go run ./cmd/veil-dev repro %s`\n\n", t.caveat, t.name)
	return b.String()
}

// marked replaces the text between the two marks of that name.
func marked(page, name, part string) (string, error) {
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	head, rest, ok := strings.Cut(page, begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("the marks %s and %s are missing", strings.TrimSpace(begin), end)
	}
	return head + begin + part + end + tail, nil
}

// consistentBelief returns the thesis of 2011.
func consistentBelief(d *data) thesis {
	t := thesis{
		name: "thesis-1", title: "2011: a consistent belief needs fewer hidden states than a walk",
		alt: "score against hidden states per move, for rejection and two random walks",
		axes: figure.Axes{
			Title: "2011, Table I: 4×4/6, first click on a zero", X: "hidden states examined per move",
			Y: "Score in percent with 95% intervals", LogX: true, Most: 100, SameY: true,
		},
	}
	for _, p := range []struct{ title, run string }{{"with cascades", cascadeRun}, {"without cascades", plainRun}} {
		t.panels = append(t.panels, beliefPanel(d, p.title, p.run))
	}
	t.sentences = [3]string{
		fmt.Sprintf("With cascades, rejection, which draws layouts that fit, scores 99 of 100 or more %s.", perfectFrom(d, cascadeRun, "rejection")),
		fmt.Sprintf("The paper's fast version, a walk that may stop at a misfit, does so %s.", perfectFrom(d, cascadeRun, printedFast)),
		withoutCascades(d),
	}
	t.caveat = walksToo(d, cascadeRun)
	return t
}

// perfectFrom returns the budget from which on a kind of policy is perfect by the rule of the specs.
func perfectFrom(d *data, run, kind string) string {
	found := ""
	for _, p := range d.policies(run) {
		switch {
		case !strings.HasPrefix(p.ID, kind+"-"):
		case p.Score.Value < perfection:
			found = ""
		case found == "":
			found = "from " + states(p) + " on"
		}
	}
	return cmp.Or(found, "at no budget")
}

// beliefPanel returns the scores of rejection and the two walks as printed.
func beliefPanel(d *data, title, run string) figure.Panel {
	p := figure.Panel{Title: title, Levels: []figure.Level{{Name: "perfect play", Y: 100}}}
	for _, s := range []struct{ name, kind string }{{"rejection", "rejection"}, {"fast version (Alg. 4)", printedFast}, {"Alg. 3", "alg3"}} {
		one := figure.Series{Name: s.name}
		for _, policy := range d.policies(run) {
			if strings.HasPrefix(policy.ID, s.kind+"-") {
				one.Points = append(one.Points, inPercent(policy.budget().Draws, policy.Score))
			}
		}
		p.Series = append(p.Series, one)
	}
	return p
}

// inPercent returns a point in percent, whose interval does not leave what is possible.
func inPercent(x float64, e experiment.Estimate) figure.Point {
	p := point(x, e)
	return figure.Point{X: x, Y: 100 * p.Y, Low: 100 * max(p.Low, 0), High: 100 * min(p.High, 1)}
}

func states(p policyData) string {
	return fmt.Sprintf("%s hidden states per move", text.Thousands(int(p.budget().Draws)))
}

// withoutCascades compares rejection with the fast version where a click on a zero opens one cell.
func withoutCascades(d *data) string {
	last, _ := d.last(plainRun, printedFast)
	return fmt.Sprintf("Without cascades, where a click opens one cell, rejection does so %s, the walk %s: with %s it scores %s (%d of %s planned games).",
		perfectFrom(d, plainRun, "rejection"), perfectFrom(d, plainRun, printedFast), text.Thousands(int(last.budget().Draws)), percentOf(last.Score), last.Score.N, text.Thousands(plannedGames))
}

// plannedGames is the number of games per point in the specs of Table I. Without cascades fewer were played.
const plannedGames = 1000

// walksToo returns the caveat of 2011: what the walk reaches, against the paper's statement that it does
// not converge.
func walksToo(d *data, run string) string {
	better, worse, budgets := againstRejection(d, run, printedFast)
	first := d.first(run, printedFast)
	last, _ := d.last(run, printedFast)
	converges := "stays below perfection, as the paper says"
	if staysBelow(last.Score) == disagree {
		converges = "converges, too, which contradicts the paper"
	}
	return fmt.Sprintf("with cascades the walk %s: it scores %.1f with %s, and %s with %s. "+
		"Rejection is significantly better at %d of %d equal budgets, worse at %d.",
		converges, 100*first.Score.Value, states(first), percentOf(last.Score), text.Thousands(int(last.budget().Draws)), better, budgets, worse)
}

// togetherBeatsAlone returns the thesis of 2012.
func togetherBeatsAlone(d *data, optima boardValues) (thesis, error) {
	t := thesis{
		name: "thesis-2", title: "2012: solver and tree together beat each alone",
		alt: "percent of games won by the lowest risk, the tree alone and both together, one panel per board",
		axes: figure.Axes{
			Title: "2012: solver, tree, and both, on the boards of Table 2", X: "simulations per move",
			Y: "Percent of games won with 95% intervals", LogX: true, Most: 100,
		},
	}
	boards, err := table2012()
	var yes, no []string
	for _, b := range boards {
		run := "2012-tree-" + b.name()
		t.panels = append(t.panels, alonePanel(d, slashed(b.name()), run, optima[b.board]))
		switch thesisVerdict(d, run) {
		case "yes":
			yes = append(yes, slashed(b.name()))
		case "no":
			no = append(no, slashed(b.name()))
		}
	}
	t.sentences = [3]string{
		fmt.Sprintf("Aside from 1x3/1, where all win always, BSSUCT is significantly better than the lowest risk and than the tree alone on %d of %d boards: %s.", len(yes), len(yes)+len(no), strings.Join(yes, ", ")),
		onBoard(d, "1x10-5", "2012-tree-1x10-5"),
		onBoard(d, "4x4-4", d.deepest("2012-tree-4x4-4")),
	}
	t.caveat = notShown(no) + "the tree alone has the exact belief, but no solver: it searches before every " +
		"safe click. With cascades it wins [more](../../experiments/papers/NOTEBOOK.md#2026-11-17-solver-and-tree-against-either-alone), and less than BSSUCT." +
		catchingUp(d)
	return t, err
}

// notShown begins the caveat of 2012 with the boards that lack a proof.
func notShown(boards []string) string {
	if len(boards) == 0 {
		return ""
	}
	return "on " + strings.Join(boards, ", ") + " it was not shown to be better than both; "
}

// catchingUp returns what more simulations change on the board where they were played.
func catchingUp(d *data) string {
	p, ok := d.last("2012-tree-1x10-5-deep", "bssuct")
	if !ok || p.OverTree == nil {
		return ""
	}
	return fmt.Sprintf(" More simulations help the tree: on 1x10/5 BSSUCT is %s points better than it with %s.", gainPoints(*p.OverTree), text.Thousands(int(p.budget().Simulations)))
}

// onBoard compares the three players on a board, at the smallest budget of a run.
func onBoard(d *data, board, name string) string {
	run := d.Runs[name].Policies
	for _, p := range run {
		if p.Player == "bssuct" {
			return fmt.Sprintf("On %s the lowest risk wins %s%%, the tree alone %s%%, both together %s%%, with %s simulations per move.", slashed(board),
				percentOf(run[0].Score), percentOf(treeOf(run, p).Score), percentOf(p.Score), text.Thousands(int(p.budget().Simulations)))
		}
	}
	return missing
}
