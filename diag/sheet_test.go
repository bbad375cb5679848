// SPDX-License-Identifier: BSD-3-Clause

package diag_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/diag"
)

// sheets are a table as programs save it: with a mark, with semicolons and decimal commas, and as copied cells. Readings keep
// their commas.
func sheets(table string) map[string]string {
	cells := func(divider, point string) string {
		return strings.NewReplacer(",", divider, ".", point, "~", ",").Replace(table)
	}
	own := cells(",", ".")
	return map[string]string{
		"mark": "\uFEFF" + own, "lines of Windows": "\uFEFF" + strings.ReplaceAll(own, "\n", "\r\n"), "semicolons": cells(";", ","), "semicolons and points": cells(";", "."),
		"tabs": cells("\t", ","), "quotes": strings.Replace(cells(";", ","), "fault", `"fault"`, 1), "comment": "# A pump; two tests.\n\n" + cells(";", ","),
	}
}

// TestSheets: tables from spreadsheets are those that were meant.
func TestSheets(t *testing.T) {
	table := "fault,prior,lamp,hum\ncost,,1,2.5\nblown fuse,5,off,none\ndead motor,0.25,on,none\nstuck,2,on,loud\n"
	want, err := diag.Read(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range sheets(table) {
		if got, err := diag.Read(strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
}

// TestErringSheets: so are tables whose tests err.
func TestErringSheets(t *testing.T) {
	table := "fault,prior,repair,wrong,noise,lamp\ncost,,,,0.5,1\nerror,,,,,0.05\ngive up,,400,,,\nnone,30,,60.5,once:0.8|often:0.2,ok\nfan,20,45.25,300,often:0.7|once:0.3,fault\n"
	want, err := diag.ReadErring(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range sheets(table) {
		if got, err := diag.ReadErring(strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
}

// TestReadingsKeepCommas: a reading is a word, whatever it looks like.
func TestReadingsKeepCommas(t *testing.T) {
	table, err := diag.Read(strings.NewReader("fault;prior;volts\na;1;2,5\nb;1;14:30\n"))
	if err != nil || table.Tests[0].Words[0] != "2,5" || table.Tests[0].Words[1] != "14:30" {
		t.Errorf("%+v, %v", table, err)
	}
}
