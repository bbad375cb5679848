// SPDX-License-Identifier: BSD-3-Clause

package protocol

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// heard is the output of an engine. It closes done when a search knows its answer.
type heard struct {
	strings.Builder

	done chan struct{}
	once sync.Once
}

func (h *heard) Write(p []byte) (int, error) {
	if strings.HasPrefix(string(p), "info state done") {
		defer h.once.Do(func() { close(h.done) })
	}
	return h.Builder.Write(p)
}

// TestQuestionsBeforeAGame: a program that speaks UCI is answered, options are kept, and an endless search
// answers after stop, or when its input ends.
func TestQuestionsBeforeAGame(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	in, say := io.Pipe()
	out := &heard{done: make(chan struct{})}
	e := Engine{Version: "test"}
	const said = `uci
help
setoption name Threads value 1
setoption name memory value 64
setoption name level value 2
setoption name hash value 1
setoption level 3
newgame krieg rules wild16
newgame mines
position 2x2/1 1. ..
go infinite movetime 5
go infinite
`
	go func() {
		_, err := io.WriteString(say, said)
		<-out.done // the search knows its answer
		_, failed := io.WriteString(say, "isready\nstop\ngo infinite\n")
		if err := errors.Join(err, failed, say.Close()); err != nil {
			t.Error(err)
		}
	}()
	if err := e.Run(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"option name level type spin default 8 min 1 max 8\n", "uciok\n", "info string newgame mines",
		"error setoption: unknown option \"hash\"; known are threads, memory, level\n", "error setoption: want: name NAME value N\n",
		"error go: infinite and a time limit exclude each other\n", "readyok\n",
	} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, out.String())
		}
	}
	if n := strings.Count(out.String(), "bestmove "); n != 2 || !strings.Contains(out.String(), "bestmove r1c2 win 1/3 exact") || strings.Index(out.String(), "readyok") > strings.Index(out.String(), "bestmove") {
		t.Errorf("%d answers:\n%s", n, out.String())
	}
	if g, err := newKriegGame("", nil, e.level); err != nil || g.config.Level != 2 || e.memory != 64<<20 || runtime.GOMAXPROCS(0) != 1 {
		t.Errorf("%v, %d, %d", err, e.memory, runtime.GOMAXPROCS(0))
	}
}
