// SPDX-License-Identifier: BSD-3-Clause

package player

import (
	"github.com/veilplan/veil/play"
	playerbattleship "github.com/veilplan/veil/player/battleship"
	playerhallway "github.com/veilplan/veil/player/hallway"
	playerkrieg "github.com/veilplan/veil/player/krieg"
	playermastermind "github.com/veilplan/veil/player/mastermind"
	playermines "github.com/veilplan/veil/player/mines"
	playerrocksample "github.com/veilplan/veil/player/rocksample"
	playertag "github.com/veilplan/veil/player/tag"
	playertiger "github.com/veilplan/veil/player/tiger"
)

// All returns every domain there is.
func All() play.Domains {
	return play.Domains{
		playermines.Domain(),
		playertiger.Domain(),
		playerkrieg.Domain(),
		playerrocksample.Domain(),
		playertag.Domain(),
		playerhallway.Domain(),
		playermastermind.Domain(),
		playerbattleship.Domain(),
		playerkrieg.Games(),
	}
}
