// SPDX-License-Identifier: BSD-3-Clause

package protocol

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/engine"
)

// option is a setting of the engine that lasts for all games.
type option struct {
	name               string
	least, most, usual int
	set                func(e *Engine, n int)
}

func options() []option {
	cores := runtime.NumCPU()
	return []option{
		{"threads", 1, cores, cores, func(_ *Engine, n int) { runtime.GOMAXPROCS(n) }},
		{"memory", 1, 1 << 20, api.DefaultMemory >> 20, func(e *Engine, n int) { e.memory = int64(n) << 20 }},
		{"level", 1, engine.Levels, engine.Levels, func(e *Engine, n int) { e.level = n }},
	}
}

// introduceUCI answers a program that speaks UCI: it learns the name and the options, and that this is
// another protocol.
func (e *Engine) introduceUCI() {
	e.say("id name veil %s", e.Version)
	e.say("id author the veil authors")
	for _, o := range options() {
		e.say("option name %s type spin default %d min %d max %d", o.name, o.usual, o.least, o.most)
	}
	e.say("info string games begin with newgame mines or newgame krieg; help lists the commands")
	e.say("uciok")
}

// help lists the commands.
func (e *Engine) help() {
	for _, line := range []string{
		"vlp | uci: name, domains or options",
		"setoption name threads|memory|level value N: for all later games; memory in MB",
		"newgame mines [first any|safe|zero] [flags ignore|trust]",
		"position SIZE/MINES ROW ROW …: of Minesweeper",
		"newgame krieg [rules NAME] [side white|black] [level N] [seed N] [boards N] [fen FEN]",
		"heard LINE: of a Kriegspiel referee",
		"go [infinite] [movetime MS] [multipv N] [nodes N] [games N] [boards N] [clock MS] [increment MS]",
		"stop | wait | isready | quit",
		"specification: docs/reference/engine-protocol.md",
	} {
		e.say("info string %s", line)
	}
}

// setOption sets an option: name NAME value N.
func (e *Engine) setOption(rest string) error {
	words := strings.Fields(rest)
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return errors.New("want: name NAME value N")
	}
	var names []string
	for _, o := range options() {
		names = append(names, o.name)
		if !strings.EqualFold(o.name, words[1]) {
			continue
		}
		n, err := strconv.Atoi(words[3])
		if err != nil || n < o.least || n > o.most {
			return fmt.Errorf("%s %q: want a number from %d to %d", o.name, words[3], o.least, o.most)
		}
		o.set(e, n)
		return nil
	}
	return fmt.Errorf("unknown option %q; known are %s", words[1], strings.Join(names, ", "))
}
