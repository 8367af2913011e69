// The cursor of a catalogue: everything that is needed to go on, so that no server must remember it.
import { gunzipSync, gzipSync } from 'node:zlib'
import { createSchemaCheck } from '../../runtime/check-schema.ts'
import { Type as T } from 'typebox'

const state = T.Object({
  from: T.Union([T.Literal('ucp'), T.Literal('list'), T.Literal('sitemap')]),
  /** The shop's own cursor, for its list. */
  after: T.Optional(T.String({ maxLength: 2_048 })),
  /** Which sitemap of which index: a place per level. */
  places: T.Array(T.Integer({ minimum: 0 }), { maxItems: 4 }),
  patterns: T.Array(
    T.Object({ pattern: T.String({ maxLength: 2_048 }), products: T.Integer(), read: T.Integer() }),
    { maxItems: 64 },
  ),
  used: T.Integer({ minimum: 0 }),
  /** Products given so far. */
  given: T.Integer({ minimum: 0 }),
})

export type CatalogState = T.Static<typeof state>

const check = createSchemaCheck(state)
const CURSOR_BYTES_MAX = 64 * 1024

export function writeCursor(value: CatalogState): string {
  return gzipSync(JSON.stringify(value), { level: 9 }).toString('base64url')
}

/** The beginning of a list of this kind, with what was learned of the addresses when it was read before. */
export function startOfList(from: CatalogState['from'], patterns: CatalogState['patterns']): string {
  return writeCursor({ from, places: [], patterns, used: 0, given: 0 })
}

/** Undefined for a text that is no cursor. */
export function readCursor(text: string): CatalogState | undefined {
  try {
    const json = gunzipSync(Buffer.from(text, 'base64url'), { maxOutputLength: CURSOR_BYTES_MAX })
    const value: unknown = JSON.parse(json.toString())
    return check.check(value) ? value : undefined
  } catch {
    // Not ours, or changed on the way.
    return undefined
  }
}
