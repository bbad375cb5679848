// SPDX-License-Identifier: BSD-3-Clause

// Places in the text of a table. The engine reads it; here a cell is only found again.

// about returns the comments at the head of a table.
export function about(text: string): string {
  const lines = text.split("\n").slice(0, 50);
  const end = lines.findIndex((l) => !/^\s*(#|$)/.test(l));
  return lines.slice(0, end < 0 ? lines.length : end).map((l) => l.replace(/^\s*#\s*/, "").trim()).join(" ").trim();
}

interface Cell { from: number; to: number; text: string }

// dividerOf returns the character between the cells of a table, by the rule of diag/sheet.go.
function dividerOf(head: string): string { return /^\s*"?fault"?\s*?([;\t])/.exec(head)?.[1] ?? ","; }

// cells are those of one line. A divider between quotes divides nothing.
function cells(line: string, start: number, divider: string): Cell[] {
  const list: Cell[] = [];
  let [from, quoted] = [0, false];
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    if (i < line.length && (quoted || line[i] !== divider)) continue;
    const raw = line.slice(from, i);
    const lead = raw.length - raw.trimStart().length;
    list.push({ from: start + from + lead, to: start + from + lead + raw.trim().length, text: raw.trim() });
    from = i + 1;
  }
  return list;
}

// Place is a cell of a table: where it stands, and the names of its line and column.
export interface Place { from: number; to: number; row: string; column: string }

// placeOf finds a cell by its line and its number, both from 1.
export function placeOf(text: string, line: number, cell: number): Place | null {
  const lines = text.split("\n");
  const wanted = lines[line - 1];
  if (wanted === undefined) return null;
  const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  const head = lines.findIndex((l) => !/^\s*(#|$)/.test(l));
  const divider = dividerOf(lines[head] ?? "");
  const row = cells(wanted, start, divider);
  const at = row[cell - 1] ?? row.at(-1)!;
  return { from: at.from, to: at.to, row: head === line - 1 ? "" : row[0]!.text, column: cells(lines[head] ?? "", 0, divider)[cell - 1]?.text ?? "" };
}
