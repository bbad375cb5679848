// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// hashOf returns the SHA-256 of the canonical form of a value.
func hashOf(v any) (string, error) {
	text, err := appendCanonical(nil, v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// appendCanonical appends a JSON value in the one form that this package hashes: keys sorted by
// bytes, no space, integers without point or exponent. The output of encoding/json may change with
// the version of Go; this form does not.
func appendCanonical(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case string:
		return appendString(dst, v), nil
	case uint64:
		return strconv.AppendUint(dst, v, 10), nil
	case json.Number:
		return appendNumber(dst, v)
	case json.RawMessage:
		inner, err := decodeAny(v)
		if err != nil {
			return nil, err
		}
		return appendCanonical(dst, inner)
	case []any:
		return appendArray(dst, v)
	case map[string]any:
		return appendObject(dst, v)
	default:
		return nil, fmt.Errorf("cannot write a %T", v)
	}
}

func appendArray(dst []byte, list []any) (_ []byte, err error) {
	dst = append(dst, '[')
	for i, item := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendCanonical(dst, item); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendObject(dst []byte, object map[string]any) (_ []byte, err error) {
	dst = append(dst, '{')
	for i, key := range slices.Sorted(maps.Keys(object)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, key), ':')
		if dst, err = appendCanonical(dst, object[key]); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

// appendNumber appends 3, 3.0 and 30e-1 in the same form.
func appendNumber(dst []byte, n json.Number) ([]byte, error) {
	if i, err := strconv.ParseInt(n.String(), 10, 64); err == nil {
		return strconv.AppendInt(dst, i, 10), nil
	}
	if u, err := strconv.ParseUint(n.String(), 10, 64); err == nil {
		return strconv.AppendUint(dst, u, 10), nil
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	if err != nil {
		return nil, fmt.Errorf("number %s: %w", n, err)
	}
	return appendFloat(dst, f), nil
}

// appendFloat appends the shortest decimal that reads back as f.
func appendFloat(dst []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.AppendInt(dst, int64(f), 10)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

// appendString appends a string and escapes only the characters that JSON requires to be escaped.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < ' ':
			dst = fmt.Appendf(dst, "\\u%04x", r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// decodeAny parses any JSON value and keeps the spelling of numbers.
func decodeAny(raw []byte) (any, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}
