// SPDX-License-Identifier: BSD-3-Clause

package execplayer_test

import (
	"errors"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// A setup may name another program as its player. It starts only with access to programs: a document from elsewhere
// has none.
func ExampleLibrary_Match() {
	setup := play.Setup{Domain: "tiger", Player: "exec:python3 mine.py"}
	domains := play.Domains{tigerplayers.Domain()}
	_, _, err := execplayer.Library{Domains: domains}.Match(setup)
	refused, ok := errors.AsType[*play.RefusedError](err)
	fmt.Println(ok, refused.What)

	_, settled, err := execplayer.Library{Domains: domains, Access: play.Typed(".")}.Match(setup)
	fmt.Println(settled.Player, string(settled.Params), err)
	// Output:
	// true the program python3 mine.py would be started
	// exec {"command":["python3","mine.py"],"view":false,"start_seconds":60,"move_seconds":60,"memory_mb":2048,"files":{}} <nil>
}
