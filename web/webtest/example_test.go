// SPDX-License-Identifier: BSD-3-Clause

package webtest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/veilplan/veil/web/webtest"
)

// A client asks a server, here one that only counts what it was asked.
func ExampleClient_Try() {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		fmt.Fprintf(w, "veil_questions_total %d\n", asked)
	}))
	defer server.Close()
	client := webtest.Client{URL: server.URL}
	status, body, _, err := client.Try(context.Background(), "POST", "/v1/mines/analyses", webtest.Question(webtest.Hero))
	if err != nil {
		fmt.Println(err)
		return
	}
	total, err := webtest.MetricIn(body, "veil_questions_total")
	fmt.Println(status, total, err)
	// Output:
	// 200 1 <nil>
}
