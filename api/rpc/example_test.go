// SPDX-License-Identifier: BSD-3-Clause

package rpc_test

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/veilplan/veil/api/rpc"
	"github.com/veilplan/veil/mines/analysis"
)

// A server answers questions in lines of JSON; the line with "last" ends the answer to an id. The end of the input
// stops all work, so the answer is read before the input is closed.
func ExampleServer_Serve() {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	served := make(chan error)
	go func() {
		served <- rpc.Server{Table: (&analysis.Service{}).Verbs()}.Serve(context.Background(), in, out)
	}()

	fmt.Fprintln(ask, `{"id":1,"ask":"mines.check","position":{"text":"3x1/1\n1..\n"}}`)
	line, err := bufio.NewReader(answers).ReadString('\n')
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(line)
	if err := ask.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(<-served)
	// Output:
	// {"id":1,"doc":{"schema":"mines.check/1","consistent":true,"layouts":"1","forced_guess":false,"solved":false,"flags":0,"wrong_flags":0},"last":true}
	// <nil>
}
