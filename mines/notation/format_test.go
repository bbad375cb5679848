// SPDX-License-Identifier: BSD-3-Clause

package notation_test

import (
	"encoding/hex"
	"errors"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

// example is the game of docs/reference/formats.md, written out cell by cell.
func example() notation.Document {
	const (
		h = mines.Hidden
		f = mines.Flag
	)
	seed := uint64(0)
	layout := make(mines.Layout, 16)
	for _, c := range []int{1, 6, 11, 13} {
		layout[c] = true
	}
	return notation.Document{
		View: mines.View{
			Rules: mines.Rules{Width: 4, Height: 4, Mines: 4},
			Marks: []mines.Mark{1, f, h, h, h, h, h, 2, h, h, h, h, 1, h, h, h},
		},
		Layout: layout,
		Moves: []mines.Move{
			{Cell: 0, Timed: true},
			{Cell: 7, Timed: true, At: 1204 * time.Millisecond},
			{Kind: mines.MoveFlag, Cell: 1},
			{Cell: 12, Timed: true, At: 3010 * time.Millisecond},
		},
		Seed: &seed,
		Meta: []notation.Field{{Key: "author", Value: "veil"}},
	}
}

func readDoc(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/reference/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDocumentedExamples reads every example of docs/reference/formats.md, and writes the first
// one of each format.
func TestDocumentedExamples(t *testing.T) {
	want := example()
	seen := map[notation.Format]int{}
	for _, block := range regexp.MustCompile("(?s)```text (\\S+)\n(.*?)```").FindAllStringSubmatch(readDoc(t), -1) {
		format, text := notation.Format(block[1]), []byte(block[2])
		if format == notation.FormatMBF {
			text, _ = hex.DecodeString(strings.Join(strings.Fields(block[2]), ""))
		}
		if got := notation.Recognise(text); got != format {
			t.Errorf("a %s example was taken for %s", format, got)
		}
		got, err := notation.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		if got.View.Rules != want.View.Rules {
			t.Errorf("%s: rules %+v", format, got.View.Rules)
		}
		if got.Layout != nil && !slices.Equal(got.Layout, want.Layout) {
			t.Errorf("%s: layout %v", format, got.Layout)
		}
		if touched := !got.View.Untouched(); touched && !slices.Equal(got.View.Marks, want.View.Marks) {
			t.Errorf("%s: view %v", format, got.View.Marks)
		} else if !touched && got.Layout == nil {
			t.Errorf("%s: the example says nothing", format)
		}
		if seen[format]++; seen[format] == 1 {
			if written, err := notation.WriteFormat(format, want, notation.WriteOptions{}); err != nil || string(written) != string(text) {
				t.Errorf("%s: %v, written\n%s", format, err, written)
			}
		}
	}
	for _, format := range notation.Formats() {
		if seen[format] == 0 {
			t.Errorf("docs/reference/formats.md has no example of %s", format)
		}
	}
	for _, format := range []notation.Format{notation.FormatBoard, notation.FormatJSON} {
		text, err := notation.WriteFormat(format, want, notation.WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := notation.Parse(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v %+v", format, err, got)
		}
	}
}

// TestDocumentedSpellings reads every cell of the table in docs/reference/formats.md.
func TestDocumentedSpellings(t *testing.T) {
	marks := map[string]mines.Mark{"hidden": mines.Hidden, "flag": mines.Flag, "mine": mines.Mine}
	n := 0
	for _, line := range regexp.MustCompile(`(?m)^\| (hidden|number|flag|mine) \| .*$`).FindAllStringSubmatch(readDoc(t), -1) {
		for _, cell := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(line[0], -1) {
			want, ok := marks[line[1]]
			if !ok && cell[1] != "_" {
				want = mines.Mark(cell[1][0] - '0')
			}
			got, err := notation.ParseFormat(notation.FormatHand, []byte("1"+cell[1]+"2\n"))
			if err != nil || len(got.View.Marks) != 3 || got.View.Marks[1] != want {
				t.Errorf("%s %q: %v %v", line[1], cell[1], err, got.View.Marks)
			}
			n++
		}
	}
	if n != 41 {
		t.Errorf("%d spellings in the table", n)
	}
}

func TestDocumentedError(t *testing.T) {
	_, err := notation.Parse([]byte("1...\n....\n...\n"))
	if err == nil || !strings.Contains(readDoc(t), "\n"+err.Error()+"\n") {
		t.Errorf("docs/reference/formats.md does not show %v", err)
	}
}

func TestExampleIsAGame(t *testing.T) {
	want := example()
	for _, d := range []notation.Document{want, {View: want.View, Moves: want.Moves, Seed: want.Seed}} {
		g, err := d.Game()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(g.View().Marks, want.View.Marks) || !slices.Equal(g.Layout(), want.Layout) || g.Status() != veil.Open {
			t.Errorf("%v %v", g.View().Marks, g.Layout())
		}
	}
	if _, err := (notation.Document{View: want.View}).Game(); err == nil {
		t.Error("a game out of nothing")
	}
	foreign := notation.Document{View: want.View, Seed: want.Seed, By: "other/3"}
	if _, err := foreign.Game(); err == nil {
		t.Error("a game from the seed of another generator")
	}
	want.Moves = append(want.Moves, mines.Move{Cell: 0})
	if _, err := want.Game(); err == nil || !strings.Contains(err.Error(), "move 5: r1c1 is open already") {
		t.Errorf("got %v", err)
	}
}

func TestReadVariants(t *testing.T) {
	for name, tc := range map[string]struct {
		text  string
		rules mines.Rules
		marks string // in the hand form, rows joined
	}{
		"jsm header":     {"3x2x1\n1..\n...\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, "1....."},
		"times sign":     {"3×2/1\n1..\n...\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, "1....."},
		"size only":      {"3x2/1", mines.Rules{Width: 3, Height: 2, Mines: 1}, "......"},
		"no mines":       {"1..\n...", mines.Rules{Width: 3, Height: 2, Mines: mines.UnknownMines}, "1....."},
		"size no mines":  {"3x2\n1..\n...", mines.Rules{Width: 3, Height: 2, Mines: mines.UnknownMines}, "1....."},
		"mines after":    {"1..\n...\nmines: 2", mines.Rules{Width: 3, Height: 2, Mines: 2}, "1....."},
		"left":           {"left: 1\nF*.\n...", mines.Rules{Width: 3, Height: 2, Mines: 3}, "F*...."},
		"left below 0":   {"left: -1\nF1.\nF..", mines.Rules{Width: 3, Height: 2, Mines: 1}, "F1.F.."},
		"left agrees":    {"3x2/2\nleft: 1\nF1.\n...", mines.Rules{Width: 3, Height: 2, Mines: 2}, "F1...."},
		"first":          {"3x2/1\nfirst: zero\n1..\n...", mines.Rules{Width: 3, Height: 2, Mines: 1, First: mines.Zero}, "1....."},
		"comments":       {"# hello 1..\n3x2/1 # size\n1.. # row\n\n\t\n. . .\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, "1....."},
		"windows":        {"\ufeff3x2/1\r\n1..\r\n...\r\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, "1....."},
		"header x mine":  {"1X1\n111\n", mines.Rules{Width: 3, Height: 2, Mines: mines.UnknownMines}, "1*1111"},
		"wrong flags":    {board("[view]\n#1U\n#.?\n"), mines.Rules{Width: 3, Height: 2, Mines: 1}, "F1.F.."},
		"hash comment":   {board("[view]\n# note\n#1U\n#.?\n# note\n"), mines.Rules{Width: 3, Height: 2, Mines: 1}, "F1.F.."},
		"unknown parts":  {board("colour: red: green\n[extra]\nwhat: ever\n[view]\n11U\nUUU\n"), mines.Rules{Width: 3, Height: 2, Mines: 1}, "11...."},
		"real only":      {board("[real]\n01*\n011\n"), mines.Rules{Width: 3, Height: 2, Mines: 1}, "......"},
		"llama":          {"https://llamasweeper.com/#/game/zini-explorer?b=0302&m=40", mines.Rules{Width: 3, Height: 2, Mines: 1}, "......"},
		"upper case m":   {"b=0503&m=A0V", mines.Rules{Width: 5, Height: 3, Mines: 7}, "..............."},
		"preset":         {"?b=1&m=" + strings.Repeat("0", 16) + "g", mines.Rules{Width: 9, Height: 9, Mines: 1}, strings.Repeat(".", 81)},
		"analysis":       {"?analysis=adacaaabbW", mines.Rules{Width: 3, Height: 2, Mines: 1}, "0....."},
		"analysis in b":  {"/mines?b=adacaaabbW", mines.Rules{Width: 3, Height: 2, Mines: 1}, "0....."},
		"hidden mine":    {"?analysis=adacaaabbOV", mines.Rules{Width: 3, Height: 2, Mines: 1}, "1....."},
		"over flag":      {"?analysis=adacaaabb9V", mines.Rules{Width: 3, Height: 2, Mines: 1}, "0F...."},
		"deflated flag":  {"?analysis=adacaaabb2V", mines.Rules{Width: 3, Height: 2, Mines: 1}, "1F...."},
		"hash hidden":    {"4x3/2\n####\n11#.\n0 1 # #\n", mines.Rules{Width: 4, Height: 3, Mines: 2}, "....11..01.."},
		"hash spaced":    {"3x2/1\n# # 1\n# 1 1\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, "..1.11"},
		"hash no size":   {"#1#\n111\n", mines.Rules{Width: 3, Height: 2, Mines: mines.UnknownMines}, ".1.111"},
		"hash all":       {"##\n##\n", mines.Rules{Width: 2, Height: 2, Mines: mines.UnknownMines}, "...."},
		"hash and notes": {"# a board\n#\n3x2/1 # size\n#1# # row 1, #1\n111 # 3 ones\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, ".1.111"},
		"hash jsm":       {"3x2x1\n#1#\n111\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, ".1.111"},
		"hash no space":  {"3x2/1\n111#x\n1..#\n", mines.Rules{Width: 3, Height: 2, Mines: 1}, "1111.."},
		"small letters":  {"3x2/2\nhuf\nm1M\n", mines.Rules{Width: 3, Height: 2, Mines: 2}, "..F*1*"},
		"real and moves": {board("[real]\n01*\n011\n[moves]\nopen r1c2\nflag r1c3\n"), mines.Rules{Width: 3, Height: 2, Mines: 1}, ".1F..."},
		"lost game":      {board("[real]\n01*\n011\n[moves]\nopen r1c1\nopen r1c3\n"), mines.Rules{Width: 3, Height: 2, Mines: 1}, "01*01."},
		"json moves":     {position(`"width":3,"height":2,"mines":1,"real":["01*","011"],"moves":[{"move":"open","cell":"r1c2"}]`), mines.Rules{Width: 3, Height: 2, Mines: 1}, ".1...."},
		"share link":     {"https://veil.example/#p=M3gyLTEtemVyby0xRl9fKl8", mines.Rules{Width: 3, Height: 2, Mines: 1, First: mines.Zero}, "1F..*."},
		"share no mines": {"http://localhost:8080/mines#m=x&p=MngxLXgtc2FmZS1fMQ", mines.Rules{Width: 2, Height: 1, Mines: mines.UnknownMines}, ".1"},
		"small json":     {`{"schema":"mines.position/1","width":3,"height":2,"new":{}}`, mines.Rules{Width: 3, Height: 2, Mines: mines.UnknownMines}, "......"},
		"json spellings": {`{"schema":"mines.position/1","width":3,"height":2,"mines":1,"first":"any","view":["1 U -","HHH"]}`, mines.Rules{Width: 3, Height: 2, Mines: 1, First: mines.Any}, "1....."},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := notation.Parse([]byte(tc.text))
			if tc.rules.Width == 0 {
				if err == nil {
					t.Fatalf("%q was read", tc.text)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want, _ := notation.Parse([]byte(tc.marks))
			if d.View.Rules != tc.rules || !slices.Equal(d.View.Marks, want.View.Marks) {
				t.Errorf("got %+v %v", d.View.Rules, d.View.Marks)
			}
		})
	}
}

// board returns a .board file of 3x2/1 that ends in the given text.
func board(rest string) string {
	return "# MINESWEEPER-BOARD v0.1\n# Render: ascii\n\nrows: 2   # two\ncolumns: 3\nmines: 1\ngame_mode: classic\n" + rest
}

func TestBoardKeepsMetadata(t *testing.T) {
	d, err := notation.Parse([]byte(board("author: a: b # c\ngame_mode: win7\nseed: 18446744073709551615\ngenerator: other/3\n[view]\n1UU\nUUU\n")))
	if err != nil {
		t.Fatal(err)
	}
	want := []notation.Field{{Key: "author", Value: "a: b # c"}, {Key: "game_mode", Value: "win7"}}
	if !slices.Equal(d.Meta, want) || d.Seed == nil || *d.Seed != 1<<64-1 || d.By != "other/3" {
		t.Errorf("%+v", d)
	}
	text, err := notation.WriteFormat(notation.FormatBoard, d, notation.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := notation.Parse(text); err != nil || !reflect.DeepEqual(again, d) {
		t.Errorf("%v %+v\n%s", err, again, text)
	}
}

func TestWriteOptions(t *testing.T) {
	d := example()
	strict, err := notation.WriteFormat(notation.FormatBoard, d, notation.WriteOptions{Strict: true})
	if err != nil || strings.Contains(string(strict), "[moves]") {
		t.Errorf("%v\n%s", err, strict)
	}
	got, err := notation.Parse(strict)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := notation.ParseMoves(d.View.Rules, notation.WriteMoves(d.View.Rules, d.Moves))
	if got.Moves = moves; err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("%v %+v", err, got)
	}
	emoji, err := notation.WriteFormat(notation.FormatBoard, d, notation.WriteOptions{Emoji: true})
	if err != nil || !strings.Contains(string(emoji), "1️⃣🚩⬜⬜\n") {
		t.Errorf("%v\n%s", err, emoji)
	}
	if got, err := notation.Parse(emoji); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("%v %+v", err, got)
	}
}

func TestSyntaxErrors(t *testing.T) {
	for name, tc := range map[string]struct {
		text         string
		line, column int
		want         string
	}{
		"empty":            {"", 1, 1, "no board"},
		"comment only":     {"# nothing\n", 1, 1, "no board"},
		"short row":        {"4x3/1\n....\n. . .\n....\n", 3, 6, "row 2 has 3 cells, the header has 4; want 4 cells"},
		"long row":         {"....\n....\n.... .\n", 3, 6, "row 3 has 5 cells, row 1 has 4; want 4 cells"},
		"missing row":      {"4x3/1\n....\n....\n", 3, 1, "the board ends after 2 rows, the header has 3; want 3 rows"},
		"extra row":        {"4x1/1\n....\n....\n", 3, 1, "row 2, the header has 1 row"},
		"bad cell":         {"..9.\n", 1, 3, `'9' is not a cell; want a number 0 to 8`},
		"bad emoji":        {"1️⃣🙂\n", 1, 4, `'🙂' is not a cell`},
		"bad size":         {"4x/1\n", 1, 1, `size "4x/1"; want width x height / mines, such as 30x16/99`},
		"signed size":      {"4x-4/1\n", 1, 1, `size "4x-4/1"`},
		"huge size":        {"99999999999999999999x4/1\n", 1, 1, `size "99999999999999999999x4/1"`},
		"large size":       {"400x400/1\n", 1, 1, "more than 65536 cells"},
		"no cells":         {"0x0/0\n", 1, 1, "at least 1"},
		"many mines":       {"4x4/17\n", 1, 1, "17 mines do not fit on 16 cells"},
		"two sizes":        {"4x1/1\n....\n4x1/1\n", 3, 1, "a second size"},
		"two mines":        {"2x1/1\nmines: 2\n", 2, 1, "2 mines here, 1 on line 1"},
		"two lefts":        {"left: 1\nleft: 2\n..\n", 2, 1, "left: was given on line 1 already"},
		"left contradicts": {"2x1/1\nleft: 1\nF.\n", 2, 1, "2 mines here, 1 on line 1"},
		"left below none":  {"left: -2\nF.\n", 1, 1, "-2 left with 1 shown"},
		"bad mines":        {"mines: many\n..\n", 1, 1, `mines: "many"; want a number`},
		"bad key":          {"colour: red\n..\n", 1, 1, `"colour:" is not known; want mines:, left: or first:`},
		"bad first":        {"first: none\n..\n", 1, 1, "want any, safe or zero"},
		"binary":           {"\x00", 0, 0, "MBF of 1 byte"},
		"mbf no board":     {"\x00\x00\x00\x00", 0, 0, "at least 1"},
		"mbf short":        {"\x02\x02\x00\x01", 0, 0, "MBF of 4 bytes for 1 mine; want 6 bytes"},
		"mbf off":          {"\x02\x02\x00\x01\x02\x00", 0, 0, "MBF byte 5: mine @2,0 is off the 2x2 board"},
		"mbf twice":        {"\x02\x02\x00\x02\x01\x00\x01\x00", 0, 0, "MBF byte 7: mine @1,0 is there twice"},
		"url nothing":      {"https://example.org/?board=9x9x10", 1, 1, "the address holds no board; want ?b="},
		"url bare":         {"https://example.org/mines", 1, 1, "the address holds no board; want ?b="},
		"url b":            {"?b=123&m=0", 1, 1, "b=123; want 1, 2, 3"},
		"url m":            {"?b=22&m=z", 1, 1, `m= has "z" as digit 1`},
		"url m length":     {"?b=22&m=00", 1, 1, "m= has 2 digits for 4 cells; want 1 digit"},
		"url m end":        {"?b=22&m=1", 1, 1, "behind the last cell"},
		"url escape":       {"?b=22&m=%zz", 1, 1, "query"},
		"url both":         {"?b=0302&m=40&analysis=acacaaabV", 1, 1, "analysis= is a board of 2x2/1, b= and m= of 3x2/1"},
		"url untrue":       {"?b=0302&m=40&analysis=adacaaabsW", 1, 1, "analysis= against m=: r1c1 shows 2"},
		"analysis short":   {"?analysis=adac", 1, 1, "analysis string of 4 digits"},
		"analysis cells":   {"?analysis=adacaaabbV", 1, 1, "want 6 cells"},
		"analysis over":    {"?analysis=adacaaabbX9", 1, 1, "want 6 cells"},
		"analysis long":    {"?analysis=adacaaab" + strings.Repeat("X", 100), 1, 1, "want 6 cells"},
		"analysis digit":   {"?analysis=adacaaab-", 1, 1, `"-"`},
		"analysis more 8":  {"?analysis=adacaaabM2V", 1, 1, "r1c1 is more than 8"},
		"hash length":      {"3x2/1\n##1\n##\n", 3, 1, `2 cells if # is a hidden one, but the board is 3 wide; want 3 cells, or "# " at the start of a comment`},
		"hash banner":      {"######\n3x1/1\n..1\n", 1, 1, `6 cells if # is a hidden one, but the board is 3 wide; want 3 cells, or "# " at the start of a comment`},
		"share broken":     {"https://veil.example/#p=M3gyLTEtemVyby0xRl9f", 1, 1, "the position behind #p= is damaged"},
		"share base":       {"https://veil.example/#p=M3gyL!", 1, 1, "the position behind #p= is damaged"},
		"share marks":      {"https://veil.example/#p=M3gxLTEtc2FmZS1vb28", 1, 1, "the position behind #p= is damaged"},
		"real moves":       {board("[real]\n01*\n011\n[moves]\nopen r1c1\nopen r1c1\n"), 0, 0, "move 2: r1c1 is open already"},
		"board version":    {"# MINESWEEPER-BOARD v7\n", 1, 1, "want # MINESWEEPER-BOARD v0.1"},
		"board render":     {"# MINESWEEPER-BOARD v0.1\n# Render: svg\n", 2, 1, `render "svg"; want ascii or emoji`},
		"board nothing":    {board(""), 7, 1, "no board; want a section [real] or [view]"},
		"board no size":    {"# MINESWEEPER-BOARD v0.1\nrows: 2\n[view]\n", 3, 1, "columns: is missing before [view]"},
		"board twice":      {board("rows: 2\n"), 8, 1, "rows is given twice"},
		"board two views":  {board("[view]\n...\n...\n[view]\n"), 11, 1, "[view] is given twice"},
		"board number":     {"# MINESWEEPER-BOARD v0.1\nrows: two\n", 2, 1, `rows: "two"; want a number`},
		"board large":      {"# MINESWEEPER-BOARD v0.1\nrows: 70000\ncolumns: 70000\nmines: 1\n[view]\n", 5, 1, "more than 65536 cells"},
		"board short row":  {board("[view]\nUU\nUUU\n"), 9, 3, "row 1 has 2 cells, the header has 3; want 3 cells"},
		"board short":      {board("[view]\nUUU\n[moves]\n"), 10, 1, "[view] has 1 row, the header has 2; want row 2"},
		"board end":        {board("[view]\nUUU\n"), 9, 1, "[view] has 1 row, the header has 2; want row 2"},
		"board long":       {board("[view]\nUUU\nUUU\nUUU\n"), 11, 1, "row 3 of [view], the header has 2"},
		"board cell":       {board("[view]\nUU%\nUUU\n"), 9, 3, `'%' is not a cell`},
		"board no key":     {board("hello\n"), 8, 1, `"hello"; want key: value`},
		"board seed":       {board("seed: -1\n"), 8, 1, `seed: "-1"`},
		"board real":       {board("[real]\n01U\n011\n"), 9, 3, "[real] hides nothing"},
		"board real wrong": {board("[real]\n02*\n011\n"), 0, 0, "[real]: r1c2 shows 2, but has 1 mines around it"},
		"board real mines": {board("[real]\n000\n000\n"), 0, 0, "layout has 0 mines, the board has 1"},
		"board untrue":     {board("[real]\n01*\n011\n[view]\n1UU\nUUU\n"), 0, 0, "[view] against [real]: r1c1 shows 1, but has 0 mines around it"},
		"move":             {board("[view]\nUUU\nUUU\n[moves]\nopen r1c1\njump r1c2\n"), 13, 1, `move "jump": want open, flag or chord`},
		"move cell":        {board("[view]\nUUU\nUUU\n[moves]\nopen r9c1\n"), 12, 1, "off the board"},
		"move time":        {board("[view]\nUUU\nUUU\n[moves]\nopen r1c1 @1.2.3\n"), 12, 1, "time \"@1.2.3\"; want seconds such as @1.204"},
		"move words":       {board("[view]\nUUU\nUUU\n[moves]\nopen\n"), 12, 1, `move "open"; want open, flag or chord, a cell`},
		"json syntax":      {"{\n  \"schema\": 1,,\n}", 2, 15, "invalid character"},
		"json type":        {"{\n  \"schema\": 7}", 2, 0, "cannot unmarshal number"},
		"json schema":      {`{"schema":"other/1"}`, 0, 0, `schema "other/1"; want "mines.position/1"`},
		"json size":        {position(`"width":70000,"height":70000`), 0, 0, "more than 65536 cells"},
		"json mines":       {position(`"width":2,"height":1,"mines":-1`), 0, 0, "mines is -1; want a number"},
		"json rows":        {position(`"width":2,"height":1,"view":[]`), 0, 0, "view has 0 rows, height is 1"},
		"json row":         {position(`"width":2,"height":1,"view":["..."]`), 0, 0, "view, row 1, column 3: row 1 has 3 cells, the board has 2"},
		"json cell":        {position(`"width":2,"height":1,"view":[".x"]`), 0, 0, "view, row 1, column 2: 'x' is not a cell"},
		"json real":        {position(`"width":2,"height":1,"real":[".*"]`), 0, 0, "real hides r1c1"},
		"json untrue":      {position(`"width":2,"height":1,"real":["1*"],"view":[".1"]`), 0, 0, "r1c2 shows 1, but is a mine"},
		"json move":        {position(`"width":2,"height":1,"moves":[{"move":"open","cell":"r9c9"}]`), 0, 0, "move 1: cell \"r9c9\" is off the board"},
		"json at":          {position(`"width":2,"height":1,"moves":[{"move":"open","cell":"r1c1","at":-1}]`), 0, 0, `move 1: at "-1"`},
		"json seed":        {position(`"width":2,"height":1,"seed":"x"`), 0, 0, `seed "x"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := notation.Parse([]byte(tc.text))
			syntax, ok := errors.AsType[*mines.SyntaxError](err)
			if !ok || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v, want %q", err, tc.want)
			}
			if syntax.Line != tc.line || (tc.column > 0 && syntax.Column != tc.column) {
				t.Errorf("%v: got line %d, column %d", err, syntax.Line, syntax.Column)
			}
		})
	}
}

func position(rest string) string { return `{"schema":"mines.position/1",` + rest + `}` }

func TestSizeLimit(t *testing.T) {
	for _, f := range append(notation.Formats(), notation.Recognise(make([]byte, notation.MaxText+1))) {
		if _, err := notation.ParseFormat(f, make([]byte, notation.MaxText+1)); err == nil || !strings.Contains(err.Error(), "more than the limit") {
			t.Errorf("%s: %v", f, err)
		}
	}
	if _, err := notation.ParseMoves(mines.Rules{Width: 1, Height: 1}, make([]byte, notation.MaxText+1)); err == nil {
		t.Error("moves beyond the limit were read")
	}
	row := strings.Repeat(".", mines.MaxCells)
	if d, err := notation.Parse([]byte(row)); err != nil || d.View.Cells() != mines.MaxCells {
		t.Errorf("the largest board: %v", err)
	}
	for _, text := range []string{row + ".", row + "\n" + row} {
		if _, err := notation.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), "more than 65536 cells") {
			t.Errorf("a larger board: %v", err)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	unknown := notation.Document{View: mines.NewView(mines.Rules{Width: 2, Height: 1, Mines: mines.UnknownMines})}
	for _, f := range []notation.Format{notation.FormatBoard, notation.FormatJSM, notation.FormatJSMURL, notation.FormatMBF} {
		if text, err := notation.WriteFormat(f, unknown, notation.WriteOptions{}); err == nil {
			t.Errorf("%s wrote a board without a number of mines: %s", f, text)
		}
	}
	for name, change := range map[string]func(*notation.Document){
		"marks":     func(d *notation.Document) { d.View.Marks = d.View.Marks[1:] },
		"mark":      func(d *notation.Document) { d.View.Marks[3] = 9 },
		"rules":     func(d *notation.Document) { d.View.Width = 0 },
		"layout":    func(d *notation.Document) { d.Layout[0] = true },
		"move cell": func(d *notation.Document) { d.Moves[0].Cell = 16 },
		"move time": func(d *notation.Document) { d.Moves[0].At = 1e18 + 1 },
		"untimed":   func(d *notation.Document) { d.Moves[0] = mines.Move{At: 1} },
		"meta key":  func(d *notation.Document) { d.Meta[0].Key = "a:b" },
		"meta rows": func(d *notation.Document) { d.Meta[0].Key = "rows" },
		"meta line": func(d *notation.Document) { d.Meta[0].Value = "a\nb" },
		"meta hash": func(d *notation.Document) { d.Meta[0].Key = "#a" },
		"generator": func(d *notation.Document) { d.By = "a#b" },
	} {
		d := example()
		change(&d)
		if text, err := notation.WriteFormat(notation.FormatBoard, d, notation.WriteOptions{}); err == nil {
			t.Errorf("%s: wrote\n%s", name, text)
		}
	}
	wide := notation.Document{View: mines.NewView(mines.Rules{Width: 4000, Height: 1, Mines: 1})}
	if _, err := notation.WriteFormat(notation.FormatJSMURL, wide, notation.WriteOptions{}); err == nil {
		t.Error("jsm-url wrote a board 4000 wide")
	}
	wide.Layout = make(mines.Layout, 4000)
	wide.Layout[7] = true
	if _, err := notation.WriteFormat(notation.FormatMBF, wide, notation.WriteOptions{}); err == nil {
		t.Error("mbf wrote a board 4000 wide")
	}
	if _, err := notation.WriteFormat("png", example(), notation.WriteOptions{}); err == nil || !strings.Contains(err.Error(), "want one of board, json, hand") {
		t.Errorf("png: %v", err)
	}
	for _, text := range []string{"#xx\n1.\n..\n", "2x2/1\n1.\n..\n", ""} {
		if d, err := notation.ParseFormat(notation.FormatJSM, []byte(text)); err == nil {
			t.Errorf("jsm read %q as %+v", text, d.View)
		}
	}
	if _, err := notation.ParseFormat("png", nil); err == nil {
		t.Error("png was read")
	}
}
