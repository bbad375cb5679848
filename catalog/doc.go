// SPDX-License-Identifier: BSD-3-Clause

// Package catalog lists every domain and player by name. Code that takes names from people (command
// line, files, web, farm) needs no domain's types.
//
// To add a domain, write a package below this one with a function Domain, like that of
// problems/tiger/tigerplayers, and add one line to [All].
package catalog
