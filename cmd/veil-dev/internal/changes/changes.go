// SPDX-License-Identifier: BSD-3-Clause

// Package changes joins the fragments in changes/ into CHANGELOG.md. Each change has a separate
// file, so that two changes do not conflict.
package changes

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

const (
	changelog = "CHANGELOG.md"
	folder    = "changes"
	readme    = "README.md"
)

// kinds returns the groups of a version, in their order.
func kinds() []string { return []string{"Added", "Changed", "Fixed", "Removed"} }

// Command prints the fragments, or joins them into the changelog under a version and deletes them.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	version := flags.String("version", "", "version to release, e.g. 1.0.0 (default: only print the fragments)")
	date := flags.String("date", time.Now().Format(time.DateOnly), "date of the release")
	return func(_ context.Context, out, _ io.Writer) error {
		if *version != "" {
			return release(".", strings.TrimPrefix(*version, "v"), *date)
		}
		groups, _, err := fragments(".")
		if err == nil {
			_, err = io.WriteString(out, groups.String())
		}
		return err
	}
}

// release moves all unreleased changes, in the changelog and in fragments, under the heading of a
// version.
func release(top, version, date string) error {
	if !regexp.MustCompile(`^\d+\.\d+\.\d+(-[\w.]+)?$`).MatchString(version) {
		return fmt.Errorf("version %q: want three numbers, e.g. 1.0.0", version)
	}
	groups, files, err := fragments(top)
	if err != nil {
		return err
	}
	name := filepath.Join(top, changelog)
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	joined, err := join(string(text), groups, version, date)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := os.WriteFile(name, []byte(joined), 0o644); err != nil { //nolint:gosec // a file of the repository
		return err
	}
	for _, file := range files {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// groups holds the changes of each kind.
type groups map[string][]string

// fragments reads all fragments, in the order of their names.
func fragments(top string) (groups, []string, error) {
	files, err := filepath.Glob(filepath.Join(top, folder, "*"))
	if err != nil {
		return nil, nil, err
	}
	files = slices.DeleteFunc(files, func(name string) bool { return filepath.Base(name) == readme })
	all := groups{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err == nil {
			err = all.add(filepath.Base(name), string(text))
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return all, files, nil
}

// add parses a fragment: lines such as "Fixed: idle streams stay open."
func (g groups) add(name, text string) error {
	if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*\.md$`).MatchString(name) {
		return errors.New("want a name of small letters, digits and hyphens that ends in .md")
	}
	if strings.TrimSpace(text) == "" {
		return errors.New("the fragment is empty")
	}
	for line := range strings.Lines(text) {
		kind, change, ok := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case strings.TrimSpace(line) == "":
			continue
		case !ok || !slices.Contains(kinds(), kind):
			return fmt.Errorf("%q: want %s, a colon, and one change in one line", line, strings.Join(kinds(), ", "))
		}
		g[kind] = append(g[kind], strings.ReplaceAll(sentence(change), "](../", "](")) // links from the top
	}
	return nil
}

// sentence gives a change its capital letter and its full stop.
func sentence(change string) string {
	letters := []rune(change)
	letters[0] = unicode.ToUpper(letters[0])
	if !slices.Contains([]rune(".!?"), letters[len(letters)-1]) {
		letters = append(letters, '.')
	}
	return string(letters)
}

// String returns the groups in the form of the changelog.
func (g groups) String() string {
	var text strings.Builder
	for _, kind := range kinds() {
		if len(g[kind]) == 0 {
			continue
		}
		fmt.Fprintf(&text, "\n### %s\n\n", kind)
		for _, change := range g[kind] {
			text.WriteString(wrap(change))
		}
	}
	return text.String()
}

// wrap returns a bullet in lines of at most 120 characters.
func wrap(change string) string {
	const width = 120
	line, text := "-", ""
	for word := range strings.FieldsSeq(change) {
		if len([]rune(line))+1+len([]rune(word)) > width {
			text += line + "\n"
			line = " "
		}
		line += " " + word
	}
	return text + line + "\n"
}

const unreleased = "## Unreleased\n"

// join inserts a version below an empty Unreleased heading; new changes come first.
func join(changelog string, news groups, version, date string) (string, error) {
	before, rest, ok := strings.Cut(changelog, unreleased)
	if !ok {
		return "", errors.New("there is no heading ## Unreleased")
	}
	section, past := rest, ""
	if i := strings.Index(rest, "\n## "); i >= 0 {
		section, past = rest[:i+1], rest[i:]
	}
	all, err := parseSection(section)
	if err != nil {
		return "", err
	}
	for kind, changes := range news {
		all[kind] = slices.Concat(changes, all[kind])
	}
	if len(all) == 0 {
		return "", errors.New("nothing has changed: there is no fragment, and nothing under ## Unreleased")
	}
	return before + unreleased + fmt.Sprintf("\n## %s (%s)\n", version, date) + all.String() + past, nil
}

// parseSection parses the changes below a heading: groups of bullets.
func parseSection(section string) (groups, error) {
	all, kind := groups{}, ""
	for line := range strings.Lines(section) {
		line = strings.TrimRight(line, "\n")
		heading, isHeading := strings.CutPrefix(line, "### ")
		bullet, isBullet := strings.CutPrefix(line, "- ")
		more, isMore := strings.CutPrefix(line, "  ")
		switch last := len(all[kind]) - 1; {
		case line == "":
		case isHeading && slices.Contains(kinds(), heading):
			kind = heading
		case isBullet && kind != "":
			all[kind] = append(all[kind], bullet)
		case isMore && last >= 0:
			all[kind][last] += " " + more
		default:
			return nil, fmt.Errorf("%q under ## Unreleased: want bullets under ### %s", line, strings.Join(kinds(), ", ### "))
		}
	}
	return all, nil
}
