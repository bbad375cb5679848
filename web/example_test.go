// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/web"
)

// The HTTP API of one wing, with its questions answered by a service of your process.
func ExampleNew() {
	mines := &analysis.Service{}
	server, err := web.New(web.Config{Games: web.Games{Verbs: mines.Verbs(), Position: mines.PrepareCode}})
	if err != nil {
		fmt.Println(err)
		return
	}
	question := strings.NewReader(`{"position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`)
	request := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "http://localhost/v1/mines/checks", question)
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, request)
	fmt.Println(answer.Code, answer.Body)
	// Output:
	// 200 {"schema":"mines.check/1","consistent":true,"layouts":"660","forced_guess":true,"solved":false,"flags":0,"wrong_flags":0}
}

// A server that shows experiments only: the runs come from functions.
func ExampleRuns() {
	list := func(context.Context) ([]web.RunHead, error) {
		return []web.RunHead{{Name: "doors", Episodes: 40, Wanted: 100, Policies: []string{"listener"}}}, nil
	}
	server, err := web.New(web.Config{Runs: web.Runs{List: list}, OnlyRuns: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "http://localhost/v1/experiments", nil))
	fmt.Println(answer.Code, strings.Contains(answer.Body.String(), `"name":"doors","episodes":40,"wanted":100`))
	// Output:
	// 200 true
}
