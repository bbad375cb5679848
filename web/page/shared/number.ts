// SPDX-License-Identifier: BSD-3-Clause

// Numbers are printed as everywhere in veil: what is possible does not print as 0, and what
// is not certain does not print as 100.

export function percent(num: bigint, den: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const full = 100n * scale;
  let q = (2n * full * num + den) / (2n * den);
  if (num > 0n && q === 0n) q = 1n;
  else if (num < den && q >= full) q = full - 1n;
  if (decimals === 0) return String(q);
  return `${q / scale}.${String(q % scale).padStart(decimals, "0")}`;
}

// percentOf is percent of a floating-point number, which is 0 or 1 only if that is certain.
export function percentOf(p: number, decimals: number): string {
  const least = 1 / 10 ** decimals;
  const x = 100 * p;
  return (p > 0 && p < 1 ? Math.min(100 - least, Math.max(least, x)) : x).toFixed(decimals);
}

export function ratio(num: bigint, den: bigint): number {
  const shift = BigInt(Math.max(0, den.toString(2).length - 1000));
  return Number(num >> shift) / Number(den >> shift || 1n);
}

// down and up print the ends of an interval so that it never gets narrower.
export function down(x: number, decimals: number): string {
  const f = 10 ** decimals;
  return (Math.floor(x * 100 * f + 1e-9) / f).toFixed(decimals);
}

export function up(x: number, decimals: number): string {
  const f = 10 ** decimals;
  return (Math.ceil(x * 100 * f - 1e-9) / f).toFixed(decimals);
}

// big prints a count: 660, 345,576, 1.7 × 10²³.
export function big(count: string): string {
  if (count.length <= 9) return count.replace(/\B(?=(\d{3})+$)/g, ",");
  const power = Array.from(String(count.length - 1), (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("");
  return `${count[0]}.${count[1]} × 10${power}`;
}
