// SPDX-License-Identifier: BSD-3-Clause

package originals

import (
	"flag"
	"io"
	"strings"
	"testing"
)

// TestList reads the files of another package's tests, which are in both formats.
func TestList(t *testing.T) {
	flags := flag.NewFlagSet("originals", flag.ContinueOnError)
	call := Command(flags)
	if err := flags.Parse([]string{"../../../../pomdp/pomdpx/testdata"}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := call(t.Context(), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "the same"); n != 5 {
		t.Errorf("%d files were read again, want 5:\n%s", n, out.String())
	}
}
