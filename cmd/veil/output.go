// SPDX-License-Identifier: BSD-3-Clause

package main

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

// outputFlags say how an answer is printed.
type outputFlags struct {
	json, plain, quiet bool
	file               string
	color              string
}

func (o *outputFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&o.json, "json", false, "print one JSON document (see: veil help json)")
	flags.BoolVar(&o.plain, "plain", false, "print tab-separated rows")
	flags.StringVarP(&o.file, "output", "o", "", "write the answer to `FILE` instead of standard output")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "leave out advice and warnings; check prints nothing at all")
	flags.StringVar(&o.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
}

func colors() []string { return []string{"auto", "always", "never"} }

func (o *outputFlags) validate() error {
	if o.json && o.plain {
		return usage("--json and --plain exclude each other", "choose one of them")
	}
	if slices.Contains(colors(), o.color) {
		return nil
	}
	return usage(fmt.Sprintf("--color %q: want auto, always or never", o.color), text.DidYouMean(o.color, colors())...)
}

// printable is what a verb found, in the forms it can be printed in.
type printable interface {
	text(p *text.Page) // for people; may change between versions
	rows() [][]string  // for cut and awk: a header, then one row per line
	document() any     // for programs; only ever grows
}

// emit prints an answer in the form that was asked for.
func (a *app) emit(ans printable) error {
	switch {
	case a.output.json:
		return a.write(append(api.Encode(ans.document()), '\n'))
	case a.output.plain:
		var text strings.Builder
		for _, row := range ans.rows() {
			text.WriteString(strings.Join(row, "\t") + "\n")
		}
		return a.write([]byte(text.String()))
	default:
		p := &text.Page{Paint: text.Paint{On: a.colored()}, Width: a.columns(), Quiet: a.output.quiet}
		ans.text(p)
		return a.write(p.Bytes())
	}
}

// write sends bytes to where the answer goes.
func (a *app) write(text []byte) error {
	a.endProgress()
	var err error
	if a.output.file == "" || a.output.file == "-" {
		_, err = a.stdout.Write(text)
	} else {
		err = os.WriteFile(a.path(a.output.file), text, 0o644)
	}
	if err != nil {
		return &failure{code: exitUsage, kind: kindFile, what: "cannot write the output: " + err.Error(), cause: err}
	}
	return nil
}

// colored reports whether the answer may carry colour: asked for, or on a terminal
// that did not decline.
func (a *app) colored() bool {
	switch a.output.color {
	case "always":
		return true
	case "never":
		return false
	default:
		return a.stdoutTTY && a.output.file == "" && term.WantsColor(a.get)
	}
}
