// SPDX-License-Identifier: BSD-3-Clause

// What the page reads of an OpenAPI description, and an example of every body.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  description?: string;
}

export interface Parameter { name: string; in: "path" | "query" | "header"; required?: boolean; description?: string; schema?: Schema }

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

export interface Description {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Entry { method: string; path: string; op: Operation }

// grouped lists the operations by the part of the path after the version.
export function grouped(d: Description): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>();
  for (const [path, methods] of Object.entries(d.paths)) {
    const name = path.split("/")[2] ?? "";
    for (const [method, op] of Object.entries(methods)) {
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name)!.push({ method: method.toUpperCase(), path, op });
    }
  }
  return [...groups];
}

// example is a value that fits a schema: what its author gave, and else only what is required.
export function example(d: Description, s: Schema | undefined, depth = 0): unknown {
  if (!s || depth > 8) return null;
  if (s.$ref) return example(d, d.components?.schemas?.[s.$ref.split("/").pop()!], depth + 1);
  if (s.examples?.length) return s.examples[0];
  if (s.default !== undefined) return s.default;
  if (s.enum?.length) return s.enum[0];
  const type = Array.isArray(s.type) ? s.type[0] : s.type;
  if (type === "object" || s.properties) {
    const wanted = Object.entries(s.properties ?? {}).filter(([name, p]) => s.required?.includes(name) || p.examples);
    return Object.fromEntries(wanted.map(([name, p]) => [name, example(d, p, depth + 1)]));
  }
  if (type === "array") return [example(d, s.items, depth + 1)];
  return type === "integer" || type === "number" ? 0 : type === "boolean" ? false : "";
}

export function bodyOf(d: Description, op: Operation): string | null {
  const schema = op.requestBody?.content["application/json"]?.schema;
  return schema ? JSON.stringify(example(d, schema), null, 2) : null;
}

// address fills the parameters of a path; what is left empty is left out.
export function address(e: Entry, values: Record<string, string>): string {
  let path = e.path;
  const query = new URLSearchParams();
  for (const p of e.op.parameters ?? []) {
    const value = values[p.name] ?? "";
    if (p.in === "path") path = path.replace(`{${p.name}}`, encodeURIComponent(value));
    else if (p.in === "query" && value) query.set(p.name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

// curl is the same request for a shell.
export function curl(origin: string, method: string, path: string, body: string | null): string {
  const quoted = (s: string) => `'${s.replace(/'/g, `'\\''`)}'`;
  if (body === null) return `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(origin + path)}`;
  return `curl ${quoted(origin + path)} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(JSON.parse(body)))}`;
}
