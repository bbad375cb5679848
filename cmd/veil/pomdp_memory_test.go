// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// evenly is a problem in which everything is as likely as anything else.
func evenly(states, actions, observations int) string {
	return fmt.Sprintf("discount: 0.9\nstates: %d\nactions: %d\nobservations: %d\nT: *\nuniform\nO: *\nuniform\nR: *:*:*:* 1\n", states, actions, observations)
}

// still is a problem in which nothing moves.
func still(states, actions, observations int) string {
	return strings.Replace(evenly(states, actions, observations), "T: *\nuniform", "T: *\nidentity", 1)
}

// watched is a problem in PomdpX whose state is seen, with so many values, and with that name for its action.
func watched(values int, action, transition string) string {
	return fmt.Sprintf(`<pomdpx><Discount>0.9</Discount><Variable><StateVar vnamePrev="s" vnameCurr="t" fullyObs="true"><NumValues>%d</NumValues></StateVar>`+
		`<ActionVar vname="a"><ValueEnum>%s</ValueEnum></ActionVar><RewardVar vname="r"/></Variable>`+
		`<InitialStateBelief><CondProb><Var>s</Var><Parent>null</Parent><Parameter><Entry><Instance>-</Instance><ProbTable>uniform</ProbTable></Entry></Parameter></CondProb></InitialStateBelief>`+
		`<StateTransitionFunction><CondProb><Var>t</Var><Parent>a s</Parent><Parameter>%s</Parameter></CondProb></StateTransitionFunction>`+
		`<RewardFunction><Func><Var>r</Var><Parent>s</Parent><Parameter><Entry><Instance>*</Instance><ValueTable>1</ValueTable></Entry></Parameter></Func></RewardFunction></pomdpx>`,
		values, action, transition)
}

// factors is a problem in PomdpX whose state is a name of that length and a number below values.
func factors(length, values int) string {
	given := func(kind, of string) string {
		return "<CondProb><Var>" + kind + "</Var><Parent>" + of + "</Parent><Parameter><Entry><Instance>" +
			strings.TrimPrefix(strings.Repeat(" *", strings.Count(of, " ")+1), " ") + " -</Instance><ProbTable>uniform</ProbTable></Entry></Parameter></CondProb>"
	}
	return fmt.Sprintf(`<pomdpx><Discount>0.9</Discount><Variable><StateVar vnamePrev="s" vnameCurr="t"><ValueEnum>%s</ValueEnum></StateVar>`+
		`<StateVar vnamePrev="u" vnameCurr="v"><NumValues>%d</NumValues></StateVar><ActionVar vname="a"><NumValues>1</NumValues></ActionVar><RewardVar vname="r"/></Variable>`+
		`<InitialStateBelief>%s%s</InitialStateBelief><StateTransitionFunction>%s%s</StateTransitionFunction>`+
		`<RewardFunction><Func><Var>r</Var><Parent>null</Parent><Parameter><Entry><Instance></Instance><ValueTable>1</ValueTable></Entry></Parameter></Func></RewardFunction></pomdpx>`,
		strings.Repeat("n", length), values,
		strings.Replace(given("s", "null"), "* -", "-", 1), strings.Replace(given("u", "null"), "* -", "-", 1), given("t", "a"), given("v", "a"))
}

// bombs are small texts that declare large problems.
func bombs() map[string]string {
	const head = "discount: 0.9\nstates: 4\nactions: 2\nobservations: 2\n"
	return map[string]string{
		"130 bytes: a million states":         evenly(1<<20, 8, 2),
		"130 bytes: all lead to all":          evenly(2800, 1, 2),
		"130 bytes: all show all":             still(4000, 1, 2000),
		"130 bytes: many actions":             evenly(700, 16, 16),
		"130 bytes: more than a number holds": evenly(1<<20, 1<<12, 1<<15),
		"130 bytes: just fits":                evenly(500, 2, 4),
		"1 KB: all is seen":                   watched(2800, "go", "<Entry><Instance>* - -</Instance><ProbTable>identity</ProbTable></Entry>"),
		"1 KB: a million values":              watched(1<<20, "go", "<Entry><Instance>* * -</Instance><ProbTable>uniform</ProbTable></Entry>"),
		"64 KB: a long name, a million times": factors(60_000, 1<<20),
		"64 KB: a long name, often":           factors(60_000, 5000),
		"64 KB: written again and again":      evenly(1000, 2, 2) + strings.Repeat("T: *\nuniform\n", 4500),
		"64 KB: tables again and again":       watched(1000, "go", strings.Repeat("<Entry><Instance>* - -</Instance><ProbTable>uniform</ProbTable></Entry>", 900)),
		"64 KB: rewards":                      evenly(100, 2, 100) + strings.Repeat("R:*:*:*:* 1\n", 5000),
		"64 KB: names":                        "discount: 0.9\nstates: " + numbered(9000) + "\nactions: 4\nobservations: 2\nT: *\nidentity\nO: *\nuniform\nR: *:*:*:* 1\n",
		"64 KB: elements":                     "<pomdpx>" + strings.Repeat("<a/>", 16000) + "</pomdpx>",
		"64 KB: words":                        "<pomdpx>" + strings.Repeat("a ", 32000) + "</pomdpx>",
		"64 KB: stars":                        head + "T: *\nuniform\nO: *\nuniform\nR: *:*:*:* 1\n" + strings.Repeat("T: *:*:* 0.25\n", 4500),
		"a discount near 1":                   strings.Replace(evenly(2, 2, 2), "0.9", "0.9999999", 1),
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " s%d", i)
	}
	return b.String()
}

// TestPomdpMemory: whatever a text declares, the program that reads and solves it holds at most the memory that
// it was allowed, and 64 MB for itself.
func TestPomdpMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes memory of its own")
	}
	if os.Getenv(small) == "" {
		anew(t)
		return
	}
	for name, text := range bombs() {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "problem")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			within(t, `{"id":1,`+frugal(t, "pomdp.solve", text)[1:], "rpc")
			if !full() {
				return // the other doors read by the same code
			}
			for _, verb := range []string{"info", "solve", "play"} {
				within(t, frugal(t, "pomdp."+verb, text), "ask")
			}
			within(t, "", "pomdp", "solve", file, "--memory", "64MB", "--walks", "20", "--time", "3s")
		})
	}
}

// small is set where this test runs in a process of its own.
const small = "VEIL_TEST_SMALL"

// anew runs the test in a new process: the system counts the memory of whoever starts a program as that of the program, until it
// has begun, and a process that has run many tests is large.
func anew(t *testing.T) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), small+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", err, out)
	}
}

// frugal is a question about a problem, within 64 MB.
func frugal(t *testing.T, verb, text string) string {
	t.Helper()
	q := map[string]any{"ask": verb, "problem": text}
	if verb != "pomdp.info" {
		q["budget"] = map[string]int{"memory_mb": 64, "walks": 20, "time_ms": 3000}
	}
	if verb == "pomdp.play" {
		q["episodes"], q["show"] = 1, true
	}
	line, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

// hungup closes an input when it is told something, which ends a program that answers until then.
type hungup struct {
	said bytes.Buffer // not embedded: copying would pass by Write
	last io.Closer
}

// Write notes what is said.
func (e *hungup) Write(text []byte) (int, error) {
	defer e.last.Close() //nolint:errcheck // it was only read
	return e.said.Write(text)
}

// within runs the program, or that of VEIL_BINARY, and checks the memory that it held.
func within(t *testing.T, stdin string, args ...string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), cmp.Or(os.Getenv("VEIL_BINARY"), program), args...)
	cmd.Env = append(os.Environ(), asProcess+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out := &hungup{last: in}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(in, stdin+"\n") // one that reads a file has no use for it
	if args[0] != "rpc" {
		_ = in.Close()
	}
	_ = cmd.Wait() // a refusal is an exit code
	most := int64(64)
	if strings.Contains(stdin, "pomdp.info") {
		most = 512 // the default, since the question cannot say
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok || runtime.GOOS != "linux" {
		t.Skip("the system does not say how much memory it was")
	}
	if peak := int64(usage.Maxrss) >> 10; peak > most+64 || out.said.Len() == 0 { //nolint:unconvert // 32 bits on some systems
		t.Errorf("%v: %d MB, %d were allowed: %.200s", args, peak, most, out.said.String())
	} else {
		t.Logf("%v: %d MB: %.150s", args, peak, out.said.String())
	}
}
