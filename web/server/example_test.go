// SPDX-License-Identifier: BSD-3-Clause

package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing/fstest"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// greeting is a question, and greeted its document.
type greeting struct {
	Name string `json:"name" maxLength:"40"`
}

type greeted struct {
	Schema string `json:"schema" enum:"hello/1"`
	Text   string `json:"text"`
}

// A server routes the verb of a table. Questions are validated before the verb is asked, and a refusal names the
// field.
func ExampleServer_Ask() {
	s, err := server.New(server.Config{
		Page: fstest.MapFS{"index.html": {Data: []byte("<p>hello")}}, Schemas: server.NewRegistry(),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	verb := api.Answer(api.Verb{Name: "hello", Operation: "hello", Path: "/hello", Summary: "Greet"}, func(_ context.Context, q greeting) (*greeted, error) {
		return &greeted{"hello/1", "Hello, " + q.Name}, nil
	})
	s.Ask(&verb)
	for _, question := range []string{`{"name":"Ada"}`, `{"nme":"Ada"}`} {
		request := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "http://localhost/v1/hello", strings.NewReader(question))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, request)
		fmt.Println(answer.Code, answer.Body)
	}
	// Output:
	// 200 {"schema":"hello/1","text":"Hello, Ada"}
	// 422 {"schema":"veil.problem/1","type":"https://github.com/veilplan/veil/blob/main/docs/problems.md#invalid-request","title":"validation failed","status":422,"detail":"body: expected required property name to be present"}
}
