// SPDX-License-Identifier: BSD-3-Clause

package farm_test

import (
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment/farm"
)

func init() { farm.Catalog = catalog.All }
