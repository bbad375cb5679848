// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestRemember: a run that is started again repeats no check that was done, but those whose
// line in its file was changed or torn.
func TestRemember(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 600))
	s := startServer(t, ServerConfig{})
	for i := range 3 {
		startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("w", i)})
	}
	dir := t.TempDir()
	d := create(t, dir, p)
	r := runner(t, s.URL())
	r.Check = 0.2
	if _, err := r.Run(t.Context(), d, p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, checksFile)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	done := bytes.Count(whole, []byte("{"))
	if done < 100 {
		t.Fatalf("%d checks were done", done)
	}
	again := func(text []byte) int {
		t.Helper()
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		fresh := runner(t, s.URL())
		fresh.Check = 0.2
		session, err := fresh.newSession(t.Context(), d, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := session.recall(); err != nil {
			t.Fatal(err)
		}
		if err := fresh.notes.close(); err != nil {
			t.Fatal(err)
		}
		return session.ledger.Open()
	}
	if n := again(whole); n != 0 {
		t.Errorf("%d of %d checks are repeated", n, done)
	}
	all := again(nil)
	if all < done/2 {
		t.Errorf("%d are checked without the file, %d were", all, done)
	}
	// Who checks what depends on the order in which the workers join, so any one line is forged.
	if n := again(bytes.Replace(whole, []byte(`"by":"`), []byte(`"by":"another-`), 1)); n != 1 {
		t.Errorf("%d checks are repeated after another name was written into one", n)
	}
	if n := again(whole[:len(whole)/2]); n == 0 || n >= all {
		t.Errorf("%d checks are repeated after half of the file was lost", n)
	}
}
