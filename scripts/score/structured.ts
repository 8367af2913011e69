// Scores the structured-data readers against the extruct samples and the schema.org examples.
// Run: node scripts/score/structured.ts <folder of the peers>
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readJsonLd } from '#reader/data/json-ld'
import { readMicrodata } from './readers/microdata.ts'
import { readOpenGraph } from './readers/open-graph.ts'
import { contradictions, schemaFieldsOf } from './schema-fields.ts'

export interface Score {
  readonly suite: string
  readonly passed: number
  readonly total: number
  /** One line for each row that failed. */
  readonly failures: readonly string[]
}

interface ExtructRow {
  readonly id: string
  readonly input: {
    readonly html: string
    readonly base_url?: string | null
    readonly options?: ExtructOptions | null
  }
  readonly options?: ExtructOptions | null
  readonly expected: unknown
  readonly not_run_by_peer?: boolean
}

interface ExtructOptions {
  readonly strict?: boolean
  readonly nested?: boolean
  readonly add_text_content?: boolean
}

const readers: Readonly<Record<string, (row: ExtructRow) => unknown>> = {
  jsonld: row => readJsonLd(row.input.html),
  microdata: row => {
    const options = { ...row.input.options, ...row.options }
    return readMicrodata(row.input.html, row.input.base_url ?? undefined, {
      strict: options.strict ?? false,
      nested: options.nested ?? true,
      addTextContent: options.add_text_content ?? false,
    })
  },
  opengraph: row => readOpenGraph(row.input.html),
}

function readRows<Row>(file: string): Row[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Row[]
}

function scoreExtruct(folder: string): Score[] {
  return Object.entries(readers).map(([syntax, read]) => {
    const rows = readRows<ExtructRow>(join(folder, `${syntax}.json`))
    const asserted = rows.filter(row => row.not_run_by_peer !== true)
    const failures = asserted.filter(row => !agrees(read(row), row.expected)).map(row => row.id)
    return {
      suite: `extruct ${syntax}`,
      passed: asserted.length - failures.length,
      total: asserted.length,
      failures,
    }
  })
}

/** Deep equality of the JSON forms. */
function agrees(actual: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(actual)), expected)
}

interface SchemaRow {
  readonly id: string | null
  readonly types_header: readonly string[]
  readonly microdata?: string | null
  readonly json_section?: string | null
  readonly jsonld: readonly unknown[]
}

function scoreSchemaOrg(folder: string): Score[] {
  const files = ['product-examples.json', 'related-examples.json']
  const rows = files.flatMap(file => readRows<SchemaRow>(join(folder, file)))
  const withJsonLd = rows.filter(row => row.jsonld.length > 0)
  const unread = withJsonLd
    .filter(row => !agrees(readJsonLd(row.json_section ?? ''), row.jsonld.flat()))
    .map(rowName)
  const both = readRows<SchemaRow>(join(folder, 'product-examples.json')).filter(
    row => row.jsonld.length > 0 && (row.microdata ?? '').includes('itemscope'),
  )
  const disagreeing = both.flatMap(row => {
    const differences = contradictions(
      schemaFieldsOf(readMicrodata(row.microdata ?? '')),
      schemaFieldsOf(readJsonLd(row.json_section ?? '')),
    )
    return differences.length === 0
      ? []
      : [`${rowName(row)}: microdata and JSON-LD say ${differences.join('; ')}`]
  })
  return [
    score('schema.org JSON-LD read', withJsonLd.length, unread),
    score('schema.org microdata agrees with JSON-LD', both.length, disagreeing),
  ]
}

function rowName(row: SchemaRow): string {
  return row.id ?? row.types_header.join(' ')
}

function score(suite: string, total: number, failures: readonly string[]): Score {
  return { suite, passed: total - failures.length, total, failures }
}

/** Scores for the suites found in the folder. */
export function scoreStructured(peers: string): Score[] {
  const extruct = join(peers, 'extruct')
  const schemaOrg = join(peers, 'schemaorg-examples')
  return [
    ...(existsSync(extruct) ? scoreExtruct(extruct) : []),
    ...(existsSync(schemaOrg) ? scoreSchemaOrg(schemaOrg) : []),
  ]
}

if (import.meta.main) {
  const peers = process.argv[2]
  if (peers === undefined) throw new Error('usage: node scripts/score/structured.ts <peers folder>')
  for (const score of scoreStructured(peers)) {
    console.log(`${score.suite}: ${score.passed} of ${score.total}`)
    for (const failure of score.failures) console.log(`  ${failure}`)
  }
}
