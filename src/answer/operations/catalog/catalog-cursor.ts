// The cursor of a catalog: everything that is needed to go on, so that no server must remember it.
import { gunzipSync, gzipSync } from 'node:zlib'
import { createSchemaCheck } from '../../../runtime/check-schema.ts'
import type { Static } from 'typebox'
import { Type as T } from '#kit/schema/json-schema'
import { Fault } from '#kit/fault'

/** A longer cursor of a shop does not fit into ours. */
const SHOP_CURSOR_MAX = 8_192
/** Ours, which travels in a URL: Node takes 16 KB of headers. */
export const CURSOR_MAX = 12_288

const state = T.Object({
  from: T.Union([T.Literal('ucp'), T.Literal('list'), T.Literal('sitemap')]),
  /** The shop's own cursor, for its list. */
  after: T.Optional(T.String({ maxLength: SHOP_CURSOR_MAX })),
  /** Marks of the first and the latest page of the shop's list. */
  pages: T.Optional(T.Array(T.String({ maxLength: 12 }), { maxItems: 2 })),
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

export type CursorState = Static<typeof state>

const check = createSchemaCheck(state)
const CURSOR_BYTES_MAX = 64 * 1024

/** Throws a fault for a shop's own cursor that is too long to be passed on. */
export function writeCursor(value: CursorState): string {
  const cursor = gzipSync(JSON.stringify(value), { level: 9 }).toString('base64url')
  if (cursor.length > CURSOR_MAX || (value.after?.length ?? 0) > SHOP_CURSOR_MAX)
    throw new Fault('upstream_changed', `the shop's own cursor is longer than ${SHOP_CURSOR_MAX} characters`)
  return cursor
}

/** The beginning of a list of this kind, with what was learned of the addresses when it was read before. */
export function startOfList(from: CursorState['from'], patterns: CursorState['patterns']): string {
  return writeCursor({ from, places: [], patterns, used: 0, given: 0 })
}

/** Undefined for a text that is no cursor. */
export function readCursor(text: string): CursorState | undefined {
  try {
    const json = gunzipSync(Buffer.from(text, 'base64url'), { maxOutputLength: CURSOR_BYTES_MAX })
    const value: unknown = JSON.parse(json.toString())
    return check.check(value) ? value : undefined
  } catch {
    // Not ours, or changed on the way.
    return undefined
  }
}
