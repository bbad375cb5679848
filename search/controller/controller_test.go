// SPDX-License-Identifier: BSD-3-Clause

package controller_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/controller"
)

// listening is a true plan for tiger: to listen forever costs 20.
const listening = `{"schema":"veil.controller/1","discount":0.95,"claim":-20.001,"nodes":[
{"action":"listen","next":{"growl-left":0,"growl-right":0},"states":[0,1],"values":[-20.0005,-20.0005]}]}
`

// FuzzRead holds every file that is read against what it must be: it is the same after it was written
// again, and nothing that the checker accepts claims more than best play earns.
func FuzzRead(f *testing.F) {
	f.Add(listening)
	f.Add(strings.Replace(listening, "-20.001", "19.3723", 1))
	f.Add(strings.Replace(listening, ":0,", ":7,", 1))
	f.Add(strings.Replace(listening, "[0,1]", "[1,1]", 1))
	f.Add(strings.Replace(listening, "listen", "open-left", 1))
	f.Add(listening + "]")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := controller.Read(t.Context(), strings.NewReader(text), tiger.Model{})
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := controller.Write(t.Context(), &again, tiger.Model{}, c); err != nil {
			t.Fatal(err)
		}
		back, err := controller.Read(t.Context(), &again, tiger.Model{})
		if err != nil || !reflect.DeepEqual(back, c) {
			t.Fatalf("it came back as %v, error %v", back, err)
		}
		if controller.Check(t.Context(), tiger.Model{}, tiger.Discount, c) == nil && c.Claim > 19.3723 {
			t.Errorf("%v was accepted", c.Claim)
		}
	})
}

// TestReadRefuses files with more behind them than one document, and states out of order.
func TestReadRefuses(t *testing.T) {
	if _, err := controller.Read(t.Context(), strings.NewReader(listening), tiger.Model{}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{
		listening + "]", listening + "{}", listening[1:],
		strings.Replace(listening, "[0,1]", "[1,0]", 1),
		strings.Replace(listening, "[0,1]", "[0]", 1),
		strings.Replace(listening, "veil.controller/1", "veil.controller/2", 1),
	} {
		if _, err := controller.Read(t.Context(), strings.NewReader(bad), tiger.Model{}); err == nil {
			t.Error("was read:", bad)
		}
	}
}
