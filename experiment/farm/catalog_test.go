// SPDX-License-Identifier: BSD-3-Clause

package farm_test

import (
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment/farm"
)

// The tests, and the processes that they start, play the problems of the catalog.
var _ = farm.SetCatalog(catalog.All)
