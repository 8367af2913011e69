// Scores the reader of JSON-LD on the extruct samples and the schema.org examples.
import { isDeepStrictEqual } from 'node:util'
import { readJsonLd } from '#reader/data/json-ld'
import { readRows, type Score } from './score.ts'

interface ExtructRow {
  readonly id: string
  readonly input: { readonly html: string }
  readonly expected: unknown
  readonly not_run_by_peer?: boolean
}

interface SchemaRow {
  readonly id: string | null
  readonly types_header: readonly string[]
  readonly json_section?: string | null
  readonly jsonld: readonly unknown[]
}

export function scoreStructured(peers: string): Score[] {
  const samples = readRows<ExtructRow>(peers, 'extruct/jsonld.json')
    .filter(row => row.not_run_by_peer !== true)
    .map(({ id, input, expected }) => ({ name: id, text: input.html, expected }))
  const examples = ['product-examples.json', 'related-examples.json']
    .flatMap(file => readRows<SchemaRow>(peers, `schemaorg-examples/${file}`))
    .filter(row => row.jsonld.length > 0)
    .map(({ id, types_header, json_section, jsonld }) => ({
      name: id ?? types_header.join(' '),
      text: json_section ?? '',
      expected: jsonld.flat(),
    }))
  return [score('extruct jsonld', samples), score('schema.org JSON-LD read', examples)]
}

interface Sample {
  readonly name: string
  readonly text: string
  readonly expected: unknown
}

function score(suite: string, samples: readonly Sample[]): Score {
  const failures = samples
    .filter(({ text, expected }) => !isDeepStrictEqual(readJsonLd(text), expected))
    .map(({ name }) => name)
  // Their authors pass every row.
  return {
    suite,
    passed: samples.length - failures.length,
    total: samples.length,
    peers: 'all',
    goal: 1,
    failures,
  }
}
