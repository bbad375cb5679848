// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/cmd/veil/internal/protocol"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
)

const kriegPlayLong = `play is a game of Kriegspiel against veil in the terminal. You see your own men and hear
the referee; type a try as e2e4 or Nf3. An illegal try is refused, which reveals
something, and you try again. Other words: any? asks whether a pawn can take, where the
rules have the question; tries lists what may be tried; log prints what you heard; board
draws your men again; resign ends the game and shows the true board; quit leaves it.

The referee and the engine are different processes: veil engine is started for your
opponent and hears only what a player may hear. --save writes your log to a file for veil
krieg belief and the other commands.`

// kriegPlayFlags are the flags of play.
type kriegPlayFlags struct {
	rules, side, save string
	level             int
	seed              uint64
}

func newKriegPlay(a *app) *cobra.Command {
	var f kriegPlayFlags
	cmd := frame.Verb("play", "play Kriegspiel in the terminal against veil", kriegPlayLong,
		`printf 'e2e4\ntries\nresign\n' | veil krieg play --level 1 --seed 1`,
		`printf 'd7d5\nlog\nquit\n' | veil krieg play --rules wild16 --side black --level 2 --seed 1`)
	flags := cmd.Flags()
	flags.StringVar(&f.rules, "rules", "berkeley", "`RULESET`: "+rulesetList())
	flags.StringVar(&f.side, "side", "white", "play `SIDE`: white or black")
	flags.IntVar(&f.level, "level", 4, "how strong veil plays: `N` from 1, a beginner, to 8")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of veil's play (default: a random one)")
	flags.StringVar(&f.save, "save", "", "write what you heard to `FILE`, as a referee log")
	frame.Written(flags, "save")
	frame.CompleteFlag(cmd, "rules", rulesetNames()...)
	frame.CompleteFlag(cmd, "side", "white", "black")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if !flags.Changed("seed") && a.Get(frame.Variable("seed")) == "" {
			f.seed = a.Entropy()
		}
		if f.level < 1 || f.level > engine.Levels {
			return frame.Usage(fmt.Sprintf("--level %d: want 1 to %d", f.level, engine.Levels))
		}
		if f.side != "white" && f.side != "black" {
			return frame.Usage(fmt.Sprintf("--side %q: want white or black", f.side))
		}
		return a.playKrieg(cmd.Context(), f)
	}
	return cmd
}

// playKrieg starts the opponent's engine and plays a game.
func (a *app) playKrieg(ctx context.Context, f kriegPlayFlags) error {
	g, err := newGame(f.rules, "")
	if err != nil {
		return err
	}
	opponent, err := a.startEngine(ctx)
	if err != nil {
		return err
	}
	d := &duel{app: a, judge: g, them: opponent.Client, in: bufio.NewScanner(a.Stdin)}
	if f.side == "black" {
		d.me = krieg.Black
	}
	d.own = krieg.NewOwnView(d.rules, d.me, g.State().Pos)
	err = opponent.Send("newgame krieg rules %s side %v level %d seed %d", d.rules, d.me.Other(), f.level, f.seed)
	if err == nil {
		d.say("You have %v; %v rules, level %d, seed %d. Type help for help.", d.me, d.rules, f.level, f.seed)
		err = d.play()
	}
	err = errors.Join(err, opponent.end())
	if f.save != "" && err == nil {
		full := g.History()
		mine := full.Filter(d.me)
		a.Output.File = f.save
		err = a.Print([]byte(mine.Log()))
	}
	return err
}

// child is an engine in another process.
type child struct {
	*protocol.Client

	cmd *exec.Cmd
}

// startEngine starts this program as an engine.
func (a *app) startEngine(ctx context.Context) (*child, error) {
	cmd := exec.CommandContext(ctx, cmp.Or(a.Program, "veil"), "engine")
	cmd.Stderr = a.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot start the engine: " + err.Error(), Cause: err}
	}
	return &child{Client: protocol.NewClient(in, out), cmd: cmd}, nil
}

// end sends quit and waits for the engine.
func (c *child) end() error { return errors.Join(c.Quit(), c.cmd.Wait()) }

// duel is a game between a person and an engine.
type duel struct {
	*app
	*judge

	me   krieg.Color
	own  krieg.OwnView // what the person sees
	them *protocol.Client
	in   *bufio.Scanner
	left bool // the person has left the game
}

func (d *duel) say(format string, args ...any) { fmt.Fprintf(d.Stdout, format+"\n", args...) }

func (d *duel) play() error {
	d.board()
	for !d.Over() && !d.left {
		var err error
		if d.ToMove() == d.me {
			err = d.ask()
		} else {
			err = d.reply()
		}
		if err != nil {
			return err
		}
	}
	if d.Over() {
		d.say("The game is over: %s.", d.ending())
		d.truth()
	}
	return nil
}

// reply lets the engine make a try.
func (d *duel) reply() error {
	try, err := d.them.Choose("movetime 10000 multipv 0")
	if err != nil {
		return err
	}
	action, err := krieg.ParseAction(try)
	if err != nil {
		return err
	}
	if d.Try(action).Answer == krieg.Nonsense {
		return fmt.Errorf("the engine sent %s, which is not a try", try)
	}
	return d.tell()
}

// tell passes the announcements to both sides.
func (d *duel) tell() error {
	for _, line := range d.news(d.me.Other()) {
		if err := d.them.Send("heard %s", line); err != nil {
			return err
		}
	}
	moved := false
	for _, line := range d.news(d.me) {
		e, err := d.own.ReadLine(line)
		if err != nil {
			return err
		}
		if d.own, err = d.own.Hear(e); err != nil {
			return err
		}
		d.say("  %s", d.prose(e))
		moved = moved || e.By != d.me && e.Heard.Answer == krieg.Yes
	}
	if moved && !d.Over() {
		d.board()
	}
	return nil
}

// prose returns an event as a sentence.
func (d *duel) prose(e krieg.Event) string {
	who := "You"
	if e.By != d.me {
		who = capital(e.By.String())
	}
	what := e.Action.String()
	switch {
	case e.Heard.Answer == krieg.No && e.By != d.me:
		return who + ": a try was refused."
	case e.Action == krieg.Wait:
		what = "moves"
	}
	words := e.Heard.Words(d.rules)
	if words == "silence" {
		return fmt.Sprintf("%s: %s.", who, what)
	}
	return fmt.Sprintf("%s: %s: %s.", who, what, words)
}

// ask reads a line from the person: a try, or a command.
func (d *duel) ask() error {
	fmt.Fprint(d.Stdout, "> ")
	if !d.in.Scan() {
		d.say("")
		d.left = true
		return d.in.Err()
	}
	word := strings.TrimSpace(d.in.Text())
	if !d.StdoutTTY {
		d.say("%s", word)
	}
	switch word {
	case "":
	case "help", "?":
		d.say("Type a try such as e2e4 or Nf3, or: any?, tries, log, board, resign, quit.")
	case "tries":
		d.tries()
	case "log":
		full := d.History()
		mine := full.Filter(d.me)
		fmt.Fprint(d.Stdout, mine.Log())
	case "board":
		d.board()
	case "resign":
		d.say("You resign.")
		d.left = true
		d.truth()
	case "quit":
		d.left = true
	default:
		return d.attempt(word)
	}
	return nil
}

// attempt makes the try that the person typed.
func (d *duel) attempt(word string) error {
	action, err := d.own.Read(word)
	if err != nil {
		d.say("  %v", err)
		return nil
	}
	if d.Try(action).Answer == krieg.Nonsense {
		d.say("  Nonsense: that cannot be tried now.")
		return nil
	}
	return d.tell()
}

func (d *duel) tries() {
	var names []string
	for _, m := range d.own.Tries() {
		names = append(names, d.own.Name(krieg.Action(m)))
	}
	if d.own.MayAsk() {
		names = append(names, "any?")
	}
	d.say("  %s", strings.Join(names, " "))
}

// board draws the person's men, from the person's side.
func (d *duel) board() {
	p := d.own.Board()
	d.say("%s  %v has %d men.", drawMen(&p, d.me), capital(d.me.Other().String()), d.own.Hidden())
}

// truth draws the true board.
func (d *duel) truth() {
	p := d.State().Pos
	d.say("The true board:\n%s", drawMen(&p, d.me))
}

// drawMen draws the men of a board from one side.
func drawMen(p *krieg.Position, from krieg.Color) string {
	var out strings.Builder
	for row := range 8 {
		rank, files := 7-row, "  a b c d e f g h"
		if from == krieg.Black {
			rank, files = row, "  h g f e d c b a"
		}
		out.WriteString(strconv.Itoa(rank + 1))
		for column := range 8 {
			file := column
			if from == krieg.Black {
				file = 7 - column
			}
			out.WriteString(" " + manOn(p, krieg.Square(8*rank+file)))
		}
		out.WriteString("\n")
		if row == 7 {
			out.WriteString(files + "\n")
		}
	}
	return out.String()
}

func manOn(p *krieg.Position, s krieg.Square) string {
	if p.Occupied()&s.Bit() == 0 {
		return "."
	}
	c := krieg.Black
	if p.Men(krieg.White)&s.Bit() != 0 {
		c = krieg.White
	}
	return string(letterOf(p.KindAt(s).Letter(), c))
}

// capital capitalises the first letter of a word.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
