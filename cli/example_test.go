// SPDX-License-Identifier: BSD-3-Clause

package cli_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/veilplan/veil/cli"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// asProgram is the variable that makes the binary of the tests the program of ExampleProgram.
const asProgram = "VEIL_TEST_PROGRAM"

// TestMain runs the program or the tests.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		cli.Program{Name: "doors", About: "two doors and a tiger", Domains: play.Domains{tigerplayers.Domain()}}.Main()
	}
	os.Exit(m.Run())
}

// The whole main of a program with one domain. Yours takes the place of the tiger.
func ExampleMain() {
	cli.Main(tigerplayers.Domain())
}

// The main function is one line:
//
//	cli.Program{Name: "doors", About: "two doors and a tiger", Domains: play.Domains{tigerplayers.Domain()}}.Main()
//
// This is what its users see.
func ExampleProgram() {
	fmt.Println("$ doors play tiger --rules '{\"horizon\":4}' --player listener")
	doors := exec.CommandContext(context.Background(), os.Args[0], "play", "tiger", "--rules", `{"horizon":4}`, "--player", "listener")
	doors.Env = append(os.Environ(), asProgram+"=1")
	out, err := doors.CombinedOutput()
	fmt.Print(string(out))
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// $ doors play tiger --rules '{"horizon":4}' --player listener
	//   1. listen: growl-right  -1
	//   2. listen: growl-right  -1
	//   3. left: silence  +10
	//   4. listen: growl-left  -1
	// over after 4 moves, score 7
}
