// SPDX-License-Identifier: BSD-3-Clause

package licences

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestListsAreCurrent: the notices and the bill of materials are those of the modules that
// are linked now.
func TestListsAreCurrent(t *testing.T) {
	const root = "../../../.."
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not current (run: go run ./cmd/veil-dev licences; read what has changed) %v", name, err)
		}
	}
}

func TestIdentify(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Apache License\n   Version 2.0, January 2004", []string{"Apache-2.0"}},
		{"Permission is hereby granted, free of charge, to any\nperson obtaining a copy", []string{"MIT"}},
		{"Redistribution and use in source and binary forms … Neither the name of X", []string{"BSD-3-Clause"}},
		{"Redistribution and use in source and binary forms are permitted", []string{"BSD-2-Clause"}},
		{"Buy me a drink", nil},
		{"Permission is hereby granted, free of charge, to any person obtaining; Redistribution and use in source and binary forms", []string{"MIT", "BSD-2-Clause"}},
	} {
		if got := identify(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%.40q: %v, want %v", c.text, got, c.want)
		}
	}
}
