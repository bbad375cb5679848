// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/web"
)

// twoRuns are a new run and an old one, latest first: ann is named in both, bob withdrew his name, cid wants that
// of ann, and dan never gave one.
func twoRuns(now time.Time) []farmed {
	share := func(by, month string, n uint64) experiment.Account {
		return experiment.Account{By: by, Month: month, Episodes: n, Busy: time.Duration(n) * time.Second}
	}
	event := func(kind farm.EventKind, by, detail string) farm.Event {
		return farm.Event{At: now, Kind: kind, Worker: by, Detail: detail}
	}
	latest := &farm.Face{
		At: now, Public: map[string]string{"ann": "Ann", "cid": "Ann"},
		Workers: []farm.Present{{Worker: "ann", Since: now, Held: 2}, {Worker: "bob", Since: now}},
		Events:  []farm.Event{event(farm.EventJoined, "bob", ""), event(farm.EventJoined, "ann", ""), event(farm.EventExcluded, "dan", "secret"), event(farm.EventStopped, "", "/secret/file")},
	}
	old := &farm.Face{At: now.Add(-time.Hour), Ended: true, Public: map[string]string{"bob": "Bob"}, Events: []farm.Event{event(farm.EventVerdict, "", "accept H1")}}
	return []farmed{
		{&shelved{shares: []experiment.Account{share("ann", "2026-11", 10), share("bob", "2026-11", 1), share("cid", "2026-11", 5)}}, "new", latest, true},
		{&shelved{shares: []experiment.Account{share("ann", "2026-10", 7), share("ann", "", 2), share("bob", "2026-10", 2), share("dan", "2026-10", 4)}}, "old", old, false},
	}
}

// TestContributors: only those who agreed are named, nobody passes for another, and every episode is
// counted once, in its month.
func TestContributors(t *testing.T) {
	all := twoRuns(time.Now())
	names := publicNames(all)
	if want := map[string]string{"ann": "Ann", "cid": "Ann (2)"}; !reflect.DeepEqual(names, want) {
		t.Errorf("names %v, want %v", names, want)
	}
	got := contributors(all, names)
	want := []web.FarmContributor{
		{Name: "Ann", People: 1, Months: []web.FarmMonth{{Month: "2026-11", Episodes: 10, CPUMS: 10000}, {Month: "2026-10", Episodes: 7, CPUMS: 7000}, {Episodes: 2, CPUMS: 2000}}},
		{Name: "Ann (2)", People: 1, Months: []web.FarmMonth{{Month: "2026-11", Episodes: 5, CPUMS: 5000}}},
		{People: 2, Months: []web.FarmMonth{{Month: "2026-11", Episodes: 1, CPUMS: 1000}, {Month: "2026-10", Episodes: 6, CPUMS: 6000}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("contributors\n%+v, want\n%+v", got, want)
	}
	if w := present(all, names); w.Anonymous != 1 || w.Playing != 2 || len(w.Named) != 1 || w.Named[0].Name != "Ann" {
		t.Errorf("workers %+v", w)
	}
}

// TestFarmEvents: the log names nobody who did not agree, and repeats no text that may be private.
func TestFarmEvents(t *testing.T) {
	all := twoRuns(time.Now())
	text, err := json.Marshal(farmEvents(all, publicNames(all)))
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"secret", "bob", "Bob", "dan"} {
		if strings.Contains(string(text), private) {
			t.Errorf("%s is in the log: %s", private, text)
		}
	}
	for _, public := range []string{"accept H1", `"who":"Ann"`, `"kind":"excluded"`} {
		if !strings.Contains(string(text), public) {
			t.Errorf("%s is not in the log: %s", public, text)
		}
	}
}

// TestOldMonths: a contributor has a bounded number of months, and loses no episode.
func TestOldMonths(t *testing.T) {
	var shares []experiment.Account
	for i := range 60 {
		shares = append(shares, experiment.Account{Month: time.Date(2026, time.Month(1-i), 1, 0, 0, 0, 0, time.UTC).Format("2006-01"), Episodes: 1})
	}
	list := months(shares)
	if n := len(list); n != maxFarmMonths+1 || list[0].Month != "2026-01" || list[n-1].Month != "" || list[n-1].Episodes != 60-maxFarmMonths {
		t.Errorf("%d months: %+v", n, list)
	}
}
