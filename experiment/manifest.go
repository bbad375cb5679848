// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
)

// YAML returns the spec in the form that [Parse] reads: its own fields, with the rules of the
// domain among them.
func (s *Spec) YAML() ([]byte, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	own, err := decodeAny(text)
	if err != nil {
		return nil, err
	}
	rules, err := decodeAny(s.Rules)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	var out yaml.MapSlice
	for _, name := range []string{"name", "domain"} {
		out = append(out, take(own, name)...)
	}
	out = append(out, ordered(rules)...)
	for _, name := range []string{"policies", "episodes", "seed", "max_moves", "record", "sprt", "thresholds", "tune", "trials", "made_by"} {
		out = append(out, take(own, name)...)
	}
	return yaml.Marshal(out)
}

// take returns a field of an object, if it exists.
func take(object any, name string) yaml.MapSlice {
	fields, _ := object.(map[string]any)
	value, ok := fields[name]
	if !ok {
		return nil
	}
	return yaml.MapSlice{{Key: name, Value: inOrder(value)}}
}

// ordered returns the fields of an object, sorted by name.
func ordered(object any) yaml.MapSlice {
	fields, _ := object.(map[string]any)
	out := yaml.MapSlice{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		out = append(out, yaml.MapItem{Key: name, Value: inOrder(fields[name])})
	}
	return out
}

// inOrder converts a JSON value into one that is always written alike.
func inOrder(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return ordered(v)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = inOrder(item)
		}
		return list
	case json.Number:
		return number(v)
	default:
		return v
	}
}

func number(n json.Number) any {
	if i, err := n.Int64(); err == nil {
		return i
	}
	var u uint64
	if _, err := fmt.Sscan(n.String(), &u); err == nil && fmt.Sprint(u) == n.String() {
		return u
	}
	f, err := n.Float64()
	if err != nil {
		return n.String()
	}
	return f
}
