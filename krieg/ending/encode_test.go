// SPDX-License-Identifier: BSD-3-Clause

package ending_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"runtime"
	"testing"

	"github.com/veilplan/veil/krieg/ending"
)

func standard(t testing.TB) *ending.Book {
	t.Helper()
	b, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func standardFile(t testing.TB) []byte {
	t.Helper()
	file, err := os.ReadFile("endings.bin")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestStandardFile(t *testing.T) {
	file := standardFile(t)
	if sum := sha256.Sum256(file); hex.EncodeToString(sum[:]) != ending.Digest {
		t.Errorf("the digest of endings.bin is %x", sum)
	}
	var again bytes.Buffer
	if err := ending.Encode(&again, standard(t).Tables()...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), file) {
		t.Error("what was read is written differently")
	}
}

// TestDamagedFilesAreRejected flips a bit at a time, and cuts the file short.
func TestDamagedFilesAreRejected(t *testing.T) {
	file := standardFile(t)
	step := len(file)/100 + 1
	if os.Getenv("VEIL_FULL") != "" {
		step = len(file)/5000 + 1
	}
	flips := 0
	for at := 0; at < len(file); at += step {
		bad := bytes.Clone(file)
		bad[at] ^= 1 << (at % 8)
		if _, err := ending.Decode(bytes.NewReader(bad)); err == nil {
			t.Errorf("bit %d of byte %d flipped, and nobody noticed", at%8, at)
		}
		flips++
	}
	for _, n := range []int{0, 5, 47, len(file) / 2, len(file) - 1} {
		if _, err := ending.Decode(bytes.NewReader(file[:n])); err == nil {
			t.Errorf("cut after %d bytes, and nobody noticed", n)
		}
	}
	t.Logf("%d flips", flips)
}

// TestForgedTables: lists that are longer than the file are refused before room is made for them.
func TestForgedTables(t *testing.T) {
	huge := binary.AppendUvarint(nil, 1<<62)
	for name, raw := range map[string][]byte{
		"many tables":       huge,
		"many claims":       append([]byte{1, 3, 'K', 'Q', 'K', 1}, huge...),
		"a wide beam":       append([]byte{1, 3, 'K', 'Q', 'K'}, huge...),
		"an unknown ending": {1, 3, 'K', 'K', 'K', 1},
		"a long name":       {1, 255, 'K'},
		"an endless number": bytes.Repeat([]byte{255}, 100),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := ending.DecodeRaw(raw); err == nil {
			t.Errorf("%s: it was read", name)
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
			t.Errorf("%s: %d bytes were set aside", name, took)
		}
	}
}

func FuzzDecode(f *testing.F) {
	table := ending.NewTable(ending.KQK, 1, make([][]ending.Claim, len(ending.KQK.Places())))
	var file bytes.Buffer
	if err := ending.Encode(&file, table); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes(), []byte{1, 3, 'K', 'Q', 'K', 1})
	f.Add([]byte("veil endings 1\n"), []byte{})
	f.Fuzz(func(t *testing.T, packed, raw []byte) {
		if _, err := ending.Decode(bytes.NewReader(packed)); err == nil && !bytes.Equal(packed[:15], []byte("veil endings 1\n")) {
			t.Error("no header, and it was read")
		}
		tables, err := ending.DecodeRaw(raw)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := ending.Encode(&again, tables...); err != nil {
			t.Error(err)
		}
	})
}

func BenchmarkStandard(b *testing.B) {
	for b.Loop() {
		standard(b)
	}
}
