// SPDX-License-Identifier: BSD-3-Clause

package frame_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

// A program of one command, run as the process would: with arguments, output and an exit code.
func ExampleRun() {
	greet := func(a *frame.App) *cobra.Command {
		root := frame.Group("hello", "say hello", "Say hello.")
		verb := frame.Verb("greet NAME", "greet someone", "Greet someone.", "hello greet Ada")
		verb.Args = frame.OneTo(1)
		verb.RunE = func(_ *cobra.Command, args []string) error { return a.Print([]byte("Hello, " + args[0] + "\n")) }
		root.AddCommand(verb)
		return a.Complete(root)
	}
	for _, args := range [][]string{{"greet", "Ada"}, {"greet"}} {
		env := frame.Env{Args: args, Stdout: os.Stdout, Stderr: os.Stdout, Lookup: func(string) (string, bool) { return "", false }}
		fmt.Println("exit", frame.Run(context.Background(), env, greet))
	}
	// Output:
	// Hello, Ada
	// exit 0
	// error: an argument is missing
	//   usage: hello greet NAME
	//   see: hello greet --help
	// exit 2
}

// A failure says what is wrong and what to do, and decides the exit code.
func ExampleAsFailure() {
	err := fmt.Errorf("reading: %w", frame.Usage("--level 9: want 1 to 8", "see: veil krieg play --help"))
	failure := frame.AsFailure(err)
	fmt.Println(int(failure.Code), failure.What, failure.Notes)
	fmt.Println(int(frame.AsFailure(errors.New("disk on fire")).Code))
	// Output:
	// 2 --level 9: want 1 to 8 [see: veil krieg play --help]
	// 2
}

// Sizes on the command line.
func ExampleByteSize() {
	for _, text := range []string{"64MB", "2GiB", "many"} {
		var size frame.ByteSize
		err := size.Set(text)
		fmt.Println(int64(size), err)
	}
	// Output:
	// 67108864 <nil>
	// 2147483648 <nil>
	// 0 want a size such as 64MB or 2GB
}
