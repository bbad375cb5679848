// SPDX-License-Identifier: BSD-3-Clause

package farm

import "github.com/veilplan/veil/play"

// Catalog returns the problems that tests play. The external test package sets it, because
// packages below the catalog do not import it.
var Catalog func() play.Domains

// SetCatalog sets it before any test runs.
func SetCatalog(all func() play.Domains) bool {
	Catalog = all
	return true
}
