// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"context"
	"fmt"
	"math/big"

	"github.com/veilplan/veil/mines"
)

// claim is one statement of a paper and our result.
type claim struct {
	where, says string // in the paper, in our words
	ours        string
	how         string // the command that shows it
	verdict     verdict
}

// verdict is the agreement of our result with a claim.
type verdict string

const (
	agree     verdict = "agree"
	disagree  verdict = "**disagree**"
	partly    verdict = "partly"
	unchecked verdict = "not checked"
)

func judge(ok bool) verdict {
	if ok {
		return agree
	}
	return disagree
}

// equal reports whether a fraction is the printed one.
func equal(x *big.Rat, num, den int64) bool { return x.Cmp(big.NewRat(num, den)) == 0 }

func percent(x *big.Rat) string {
	f, _ := x.Float64()
	return fmt.Sprintf("%.2f%%", 100*f)
}

// claims2011 returns the statements in the text of the 2011 paper.
func claims2011(ctx context.Context, d *data) ([]claim, error) {
	small, err := solve(ctx, "4x4/6", mines.Zero, mines.Won)
	if err != nil {
		return nil, err
	}
	row, err := solve(ctx, "1x3/1", mines.Any, mines.Fraction)
	if err != nil {
		return nil, err
	}
	moves := func(cell string) *big.Rat { return new(big.Rat).Mul(row.of(cell), big.NewRat(2, 1)) }
	top, ways := small.best()
	list := []claim{
		{
			"Fig. 2, left", "three hidden cells in a row, one mine: the middle is worth 1 expected move, an end 4/3",
			fmt.Sprintf("middle %s, ends %s and %s", moves("r2c1").RatString(), moves("r1c1").RatString(), moves("r3c1").RatString()),
			"`go test ./mines/sweepers -run TestPaper2011_Figure2Left`", judge(equal(moves("r2c1"), 1, 1) && equal(moves("r1c1"), 4, 3) && equal(moves("r3c1"), 4, 3)),
		},
		{
			"Figs. 1, 2 (middle, right)", "a non-trivial position; one won half of the time; one where the program sees a mine",
			"the positions are pictures that the text does not give", "–", unchecked,
		},
		{
			"§III.A", "4×4 with 6 mines, first click on a zero, is a forced win",
			fmt.Sprintf("best play wins %s, from %d of 16 first clicks", top.RatString(), ways),
			"`printf '4x4/6\\n....\\n....\\n....\\n....\\n' \\| veil mines solve --first zero`", judge(equal(top, 1, 1)),
		},
		{
			"Table I, §IV", "only the four central cells are right; a constraint solver cannot know, as no first click has a risk",
			fmt.Sprintf("centre %s, edge %s, corner %s", small.of("r2c2").RatString(), small.of("r1c2").RatString(), small.of("r1c1").RatString()),
			"`go test ./mines/sweepers -run TestPaper2011_FourByFour`", judge(ways == 4 && equal(small.of("r2c2"), 1, 1)),
		},
	}
	list = append(list, myopicClaim(d))
	printed, err := claimsOnTables(d)
	return append(append(list, printed...), measured2011(d)...), err
}

func myopicClaim(d *data) claim {
	c := claim{
		where: "Table I, caption", says: "a simple constraint solver would not reach 100%",
		ours: missing, how: spec("2011-myopic"), verdict: unchecked,
	}
	uniform, ok := d.policy("2011-myopic", "uniform")
	centre, _ := d.policy("2011-myopic", "centre")
	if ok {
		c.ours = fmt.Sprintf("wins %s with a random first click, %s from the centre", rate(uniform), rate(centre))
		c.verdict = judge(uniform.Rate.High < 1)
	}
	return c
}

// claimsOnTables returns the statements about the printed tables.
func claimsOnTables(d *data) ([]claim, error) {
	one, two, err := tables2011()
	if err != nil {
		return nil, err
	}
	thirds, all := multiples(one, 330)
	thirty, _ := multiples(one, 300)
	both := swapped(one, two)
	isSmall := func(r timed) bool {
		for _, x := range one {
			if x.seconds == r.seconds {
				return true
			}
		}
		return false
	}
	t := func(late, clean bool) float64 {
		return student(gain(two, func(r timed) bool { return (r.seconds > 0.256) == late && (!clean || !isSmall(r)) }))
	}
	const how = "`go test ./cmd/veil-dev/internal/repro -run TestPaper2011`"
	return []claim{
		{
			"§III.A", "Table I averages 30 runs",
			fmt.Sprintf("%d of its %d figures are multiples of 1/330, %d of 1/300: it averages 33 runs of 10 safe cells", thirds, all, thirty),
			how, judge(thirty == all),
		},
		{
			"Table II", "all rows are games on 7×7 with 11 mines",
			fmt.Sprintf("%d of the %d rows of Table I (4×4) are among them, with the columns exchanged", both, len(one)),
			how, judge(both == 0),
		},
		{
			"Fig. 3, caption", "the fast version is significantly better up to 0.256 s",
			fmt.Sprintf("t = %+.2f over the rows as printed, %+.2f without the eight of Table I", t(false, false), t(false, true)),
			how, judge(t(false, false) > 1.96 && t(false, true) > 1.96),
		},
		{
			"Fig. 3, caption", "and significantly worse above",
			fmt.Sprintf("t = %+.2f as printed, %+.2f without the eight", t(true, false), t(true, true)),
			how, significance(t(true, false), t(true, true)),
		},
		level(d, two, isSmall),
	}, nil
}

// significance returns the verdict on a mean that must be below 0.
func significance(printed, clean float64) verdict {
	switch {
	case printed < -1.96 && clean < -1.96:
		return agree
	case clean < -1.96:
		return partly
	default:
		return disagree
	}
}

// claims2012 returns the statements in the text of the 2012 paper.
func claims2012(ctx context.Context, d *data) ([]claim, error) {
	three, err := solve(ctx, "3x3/7", mines.Safe, mines.Won)
	if err != nil {
		return nil, err
	}
	five, err := solve(ctx, "5x5/15", mines.Zero, mines.Won)
	if err != nil {
		return nil, err
	}
	list := append(claimsOn3x3(three), claimsOn5x5(five)...)
	return append(list, measured2012(d)...), nil
}

func claimsOn3x3(three exact) []claim {
	const how = "`printf '3x3/7\\n...\\n...\\n...\\n' \\| veil mines solve`"
	law := func(cell string, shows int) string {
		often, then := three.after(cell, shows)
		return fmt.Sprintf("%d with %s, then %s", shows, often.RatString(), then.RatString())
	}
	lawful := func(cell string, shows int, eighths, oneIn int64) bool {
		often, then := three.after(cell, shows)
		return equal(often, eighths, 8) && equal(then, 1, oneIn)
	}
	top, _ := three.best()
	return []claim{
		{
			"§4.2", "3×3 with 7 mines: the centre wins 1/8", three.of("r2c2").RatString(), how, judge(equal(three.of("r2c2"), 1, 8)),
		},
		{
			"§4.2", "a side shows 5 with 3/8, then 1/3, and 4 with 5/8, then 1/5: 1/4 in all",
			law("r1c2", 5) + "; " + law("r1c2", 4) + "; in all " + three.of("r1c2").RatString(), how,
			judge(lawful("r1c2", 5, 3, 3) && lawful("r1c2", 4, 5, 5) && equal(three.of("r1c2"), 1, 4)),
		},
		{
			"§4.2", "a corner shows 2 with 3/8, then 1/3, and 3 with 5/8, then 1/5: 1/4 in all",
			law("r1c1", 2) + "; " + law("r1c1", 3) + "; in all " + three.of("r1c1").RatString(), how,
			judge(lawful("r1c1", 2, 3, 3) && lawful("r1c1", 3, 5, 5) && equal(three.of("r1c1"), 1, 4)),
		},
		{
			"§4.2", "so best play wins 1/4 and a uniform first click 17/72",
			top.RatString() + " and " + three.mean().RatString(), how, judge(equal(top, 1, 4) && equal(three.mean(), 17, 72)),
		},
	}
}

func claimsOn5x5(five exact) []claim {
	const how = "`go test ./mines/sweepers -run TestPaper2012_FiveByFive`"
	lost := func(cell string) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), five.of(cell)) }
	uniform := new(big.Rat).Sub(big.NewRat(1, 1), five.mean())
	top, ways := five.best()
	return []claim{
		{
			"§5.1", "5×5 with 15 mines, first click on a zero: a sure win from the centre",
			fmt.Sprintf("%s, from %d of 25 first clicks", top.RatString(), ways), how, judge(equal(five.of("r3c3"), 1, 1)),
		},
		{
			"§5.1", "r2c2 loses at least 1/2, r2c3 at least 1/4",
			fmt.Sprintf("exactly %s and %s", lost("r2c2").RatString(), lost("r2c3").RatString()), how,
			judge(lost("r2c2").Cmp(big.NewRat(1, 2)) >= 0 && lost("r2c3").Cmp(big.NewRat(1, 4)) >= 0),
		},
		{
			"§5.1", "a uniform first click loses at least 3/25, and really much more",
			fmt.Sprintf("%s = %s, with best play afterwards", uniform.RatString(), percent(uniform)), how, judge(uniform.Cmp(big.NewRat(3, 25)) > 0),
		},
	}
}
