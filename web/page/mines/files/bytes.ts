// SPDX-License-Identifier: BSD-3-Clause

// Reading bytes one after the other, the most significant first. Whoever reads past the end gets an error in words.

export class Bytes {
  constructor(private readonly data: Uint8Array, public at = 0) {}

  get left(): number { return this.data.length - this.at; }

  u8(): number {
    if (this.at >= this.data.length) throw new Error("This file ends too early.");
    return this.data[this.at++]!;
  }

  u16(): number { return this.u8() * 256 + this.u8(); }
  u24(): number { return this.u16() * 256 + this.u8(); }
  i16(): number { return (this.u16() << 16) >> 16; }

  take(n: number): Uint8Array {
    if (n > this.left) throw new Error("This file ends too early.");
    this.at += n;
    return this.data.subarray(this.at - n, this.at);
  }

  // string skips a text that a zero ends.
  string(): void {
    while (this.u8() !== 0) { /* its bytes are of no use here */ }
  }
}
