// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/veilplan/veil/internal/term"

	"github.com/spf13/pflag"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
)

// OutputFlags select the form and the destination of an answer.
type OutputFlags struct {
	JSON, Plain, Quiet bool
	File               string
	Color              string
}

func (o *OutputFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&o.JSON, "json", false, "print one JSON document (see: veil help json)")
	flags.BoolVar(&o.Plain, "plain", false, "print tab-separated rows")
	flags.StringVarP(&o.File, "output", "o", "", "write the answer to `FILE` instead of standard output")
	Written(flags, "output")
	flags.BoolVarP(&o.Quiet, "quiet", "q", false, "omit advice and warnings; check prints nothing")
	flags.StringVar(&o.Color, "color", "auto", "use colour: `WHEN` is auto, always or never")
}

func colors() []string { return []string{"auto", "always", "never"} }

func (o *OutputFlags) validate() error {
	if o.JSON && o.Plain {
		return Usage("--json and --plain exclude each other", "choose one of them")
	}
	if slices.Contains(colors(), o.Color) {
		return nil
	}
	return Usage(fmt.Sprintf("--color %q: want auto, always or never", o.Color), text.DidYouMean(o.Color, colors())...)
}

// Printable is an answer in all forms of output.
type Printable interface {
	Text(p *text.Page) // for people; may change between versions
	Rows() [][]string  // for cut and awk: a header, then one row per line
	Document() any     // for programs; only ever grows
}

// Emit prints an answer in the requested form.
func (a *App) Emit(ans Printable) error {
	switch {
	case a.Output.JSON:
		return a.Print(append(api.Encode(ans.Document()), '\n'))
	case a.Output.Plain:
		var text strings.Builder
		for _, row := range ans.Rows() {
			text.WriteString(strings.Join(row, "\t") + "\n")
		}
		return a.Print([]byte(text.String()))
	default:
		p := &text.Page{Paint: text.Paint{On: a.Colored()}, Width: a.columns(), Quiet: a.Output.Quiet}
		ans.Text(p)
		if a.StdoutTTY && a.Width > 0 && a.Output.File == "" {
			return a.Print([]byte(text.Fold(a.Own(p.String()), a.Width)))
		}
		return a.Print([]byte(a.Own(p.String())))
	}
}

// Print writes bytes to the output.
func (a *App) Print(text []byte) error {
	a.endProgress()
	var err error
	if a.Output.File == "" || a.Output.File == "-" {
		_, err = a.Stdout.Write(text)
	} else {
		err = os.WriteFile(a.Path(a.Output.File), text, 0o644)
	}
	if err != nil {
		return &Failure{Code: ExitUsage, Kind: KindFile, What: "cannot write the output: " + err.Error(), Cause: err}
	}
	return nil
}

// Colored reports whether the answer may contain colour: requested, or on a terminal that did not
// decline.
func (a *App) Colored() bool {
	switch a.Output.Color {
	case "always":
		return true
	case "never":
		return false
	default:
		return a.StdoutTTY && a.Output.File == "" && term.WantsColor(a.Get)
	}
}
