// SPDX-License-Identifier: BSD-3-Clause

//go:build !lite

package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/cmd/veil/internal/bot"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/krieg/engine"
)

const kriegBotLong = `bot plays on kriegspiel.org, as a bot account, in all its games at once. Before every try
it reads the score sheet that the server shows to its player, and nothing else of the game.
It keeps nothing on disk: after a stop or crash, start it again and it continues.

The token is what the site returns when a bot is registered. It is read from the file given
by --token-file, or from the variable KRIEGSPIEL_TOKEN.

The bot was written from the site's published source and tested against a fake server, with
lost connections, duplicates and kills. It has not been tried on the site.`

// tokenVariable is the environment variable with the bot's token.
const tokenVariable = "KRIEGSPIEL_TOKEN"

// botFlags are the flags of bot.
type botFlags struct {
	url, tokenFile, offer string
	level, games          int
	seed                  uint64
	poll, pause, think    time.Duration
	once                  bool
}

func newKriegBot(a *app) *cobra.Command {
	var f botFlags
	cmd := frame.Verb("bot", "play on kriegspiel.org", kriegBotLong,
		"veil krieg bot --token-file token.txt", "veil krieg bot --offer wild16 --level 6")
	cmd.Annotations = map[string]string{frame.Endless: "yes"}
	flags := cmd.Flags()
	flags.StringVar(&f.url, "url", "https://api.kriegspiel.org", "address of the `SERVER`")
	flags.StringVar(&f.tokenFile, "token-file", "", "read the token from `FILE` (default: the variable "+tokenVariable+")")
	flags.StringVar(&f.offer, "offer", "", "offer a game with this `RULESET` when there is none to play")
	flags.IntVar(&f.level, "level", engine.Levels, "how strong it plays: `N` from 1 to 8")
	flags.IntVar(&f.games, "games", 4, "play at most `N` games at once")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of its play, mixed with the name of each game")
	flags.DurationVar(&f.poll, "poll", 3*time.Second, "polling interval")
	flags.DurationVar(&f.pause, "pause", time.Second, "wait this long after a refusal")
	flags.DurationVar(&f.think, "think", 10*time.Second, "time limit per choice")
	flags.BoolVar(&f.once, "once", false, "exit when no game is left")
	frame.CompleteFlag(cmd, "offer", rulesetNames()...)
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		b, err := a.newBot(f)
		if err != nil {
			return err
		}
		return b.Run(cmd.Context())
	}
	return cmd
}

// newBot returns the bot that the flags describe.
func (a *app) newBot(f botFlags) (*bot.Bot, error) {
	switch {
	case f.level < 1 || f.level > engine.Levels:
		return nil, frame.Usage(fmt.Sprintf("--level %d: want 1 to %d", f.level, engine.Levels))
	case f.games < 1:
		return nil, frame.Usage(fmt.Sprintf("--games %d: want 1 or more", f.games))
	case f.poll <= 0 || f.pause <= 0 || f.think <= 0:
		return nil, frame.Usage(fmt.Sprintf("--poll %v, --pause %v, --think %v: want times above 0", f.poll, f.pause, f.think))
	}
	if f.offer != "" {
		if _, err := krieg.RulesNamed(f.offer); err != nil {
			return nil, frame.Usage("--offer: "+err.Error(), text.DidYouMean(f.offer, rulesetNames())...)
		}
	}
	token, err := a.botToken(f.tokenFile)
	if err != nil {
		return nil, err
	}
	book, err := minor.Book()
	if err != nil {
		return nil, err
	}
	return bot.New(bot.Config{
		Client: &bot.Client{URL: strings.TrimSuffix(f.url, "/"), Token: token},
		Engine: engine.Config{Level: f.level, Seed: f.seed, Ending: engine.FromBook(book)},
		Poll:   f.poll, Pause: f.pause, Think: f.think, Games: f.games, Offer: f.offer, Once: f.once, Log: a.Stderr,
	}), nil
}

// botToken reads the token. It is never printed.
func (a *app) botToken(file string) (string, error) {
	token := a.Get(tokenVariable)
	if file != "" {
		text, err := os.ReadFile(a.Path(file))
		if err != nil {
			return "", a.Unreadable(file, err)
		}
		token = string(text)
	}
	if token = strings.TrimSpace(token); token == "" || strings.ContainsAny(token, " \n\r\t") {
		return "", frame.Usage("no token: give --token-file FILE or set " + tokenVariable)
	}
	return token, nil
}
