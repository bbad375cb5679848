// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"github.com/veilplan/veil/diag/technicians"
	"github.com/veilplan/veil/krieg/attackers"
	"github.com/veilplan/veil/krieg/contestants"
	"github.com/veilplan/veil/mines/sweepers"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/pomdp/tableplayers"
	"github.com/veilplan/veil/problems/battleship/battleshipplayers"
	"github.com/veilplan/veil/problems/hallway/hallwayplayers"
	"github.com/veilplan/veil/problems/lightdark/lightdarkplayers"
	"github.com/veilplan/veil/problems/maintenance/maintenanceplayers"
	"github.com/veilplan/veil/problems/mastermind/mastermindplayers"
	"github.com/veilplan/veil/problems/rocksample/rocksampleplayers"
	"github.com/veilplan/veil/problems/tag/tagplayers"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// All returns every domain, in the order in which commands list them.
func All() play.Domains {
	return play.Domains{
		sweepers.Domain(),
		tigerplayers.Domain(),
		contestants.Domain(),
		rocksampleplayers.Domain(),
		tagplayers.Domain(),
		hallwayplayers.Domain(),
		maintenanceplayers.Domain(),
		lightdarkplayers.Domain(),
		mastermindplayers.Domain(),
		battleshipplayers.Domain(),
		contestants.Games(),
		attackers.Domain(),
		technicians.Domain(),
		tableplayers.Domain(),
	}
}
