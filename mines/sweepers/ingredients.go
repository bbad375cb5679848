// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/veilplan/veil/search/uct"
)

// ingredients lists the parts of the modern planner that can be switched off, so that an ablation
// is a configuration. Each entry removes one.
func ingredients() map[string]func(c *uct.Config) {
	return map[string]func(c *uct.Config){
		"bounds":        func(c *uct.Config) { c.NoBounds = true },
		"chase":         func(c *uct.Config) { c.NoChase = true },
		"expectation":   func(c *uct.Config) { c.Backup = uct.Returns },
		"forced":        func(c *uct.Config) { c.NoForced = true },
		"guide":         func(c *uct.Config) { c.NoGuide = true },
		"law":           func(c *uct.Config) { c.NoLaw = true },
		"priors":        func(c *uct.Config) { c.Bandit = uct.UCB1 },
		"roller":        func(c *uct.Config) { c.NoRoller = true },
		"root-sampling": func(c *uct.Config) { c.Redraw = true },
		"secure-child":  func(c *uct.Config) { c.MostSimulated = true },
		"stop":          func(c *uct.Config) { c.NoStop = true },
	}
}

// without returns the modern planner's configuration without some of its ingredients.
func without(names []string) (cfg uct.Config, err error) {
	cfg.Bandit = uct.PUCT
	all := ingredients()
	for _, name := range names {
		take, ok := all[name]
		if !ok {
			return cfg, fmt.Errorf("without %q: want some of %s", name, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
		}
		take(&cfg)
	}
	return cfg, nil
}
