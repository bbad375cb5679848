// SPDX-License-Identifier: BSD-3-Clause

package lightdarkplayers_test

import (
	"encoding/json"
	"testing"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/internal/playtest"
	"github.com/veilplan/veil/problems/lightdark/lightdarkplayers"
)

// earned plays the same episodes and returns the average score.
func earned(t *testing.T, params string, episodes int) float64 {
	t.Helper()
	return playtest.Mean(playtest.Scores(t, play.Domains{lightdarkplayers.Domain()}, play.Setup{
		Domain: "lightdark", Player: "uct", Params: json.RawMessage(params),
	}, 9, episodes))
}

// TestWeighing: a tree that weights states by measurements, as it does unless told otherwise, earns far more than one
// in which every measurement is new.
func TestWeighing(t *testing.T) {
	weighted, all := earned(t, `{"simulations":300}`, 25), earned(t, `{"simulations":300,"answers":"all"}`, 25)
	if weighted < all+10 || weighted < 30 {
		t.Errorf("weighted %.1f, all %.1f", weighted, all)
	}
	if got := earned(t, `{"simulations":50,"particles":50,"answers":"redrawn"}`, 2); got < -120 {
		t.Errorf("redrawn %.1f", got)
	}
}

func TestAnswersAreNamed(t *testing.T) {
	setup := play.Setup{Domain: "lightdark", Player: "uct", Params: json.RawMessage(`{"answers":"none"}`)}
	if _, _, err := (play.Domains{lightdarkplayers.Domain()}).Match(setup); err == nil {
		t.Error("answers none were taken")
	}
}
