// Checks every published pattern with RE2, the engine of Go and many gateways: it compiles and matches its example.
import { createRequire } from 'node:module'

interface Re2 {
  readonly RE2JS: { compile(pattern: string): { matcher(text: string): { find(): boolean } } }
}
interface Parameter {
  readonly name: string
  readonly schema: { readonly pattern?: string; readonly items?: { readonly pattern?: string } }
  readonly example?: string | number | readonly string[]
}

export async function checkPatterns(document: Readonly<Record<string, unknown>>): Promise<string> {
  const { RE2JS } = createRequire(import.meta.url)('re2js') as Re2
  const paths = Object.values(document.paths as Record<string, Record<string, { parameters?: Parameter[] }>>)
  let count = 0
  for (const { name, schema, example } of paths.flatMap(one => one.get?.parameters ?? [])) {
    const pattern = schema.pattern ?? schema.items?.pattern
    if (pattern === undefined) continue
    count += 1
    const compiled = RE2JS.compile(pattern)
    for (const one of example === undefined ? [] : [example].flat()) {
      if (!compiled.matcher(String(one)).find()) throw new Error(`${name}: ${pattern} refuses ${String(one)}`)
    }
  }
  if (count === 0) throw new Error('there are no patterns')
  return `${count} patterns`
}
