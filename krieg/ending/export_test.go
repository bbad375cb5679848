// SPDX-License-Identifier: BSD-3-Clause

package ending

// DecodeRaw reads tables that were unpacked.
var DecodeRaw = decodeRaw
