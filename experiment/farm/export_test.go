// SPDX-License-Identifier: BSD-3-Clause

package farm

import "github.com/veilplan/veil/play"

// Catalog returns the problems that tests play. The external test package sets it, because
// packages below the catalog do not import it.
var Catalog func() play.Domains
