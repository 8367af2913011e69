// Tokens of feeds for people: each stands for the right of one owner to read its changes, and nothing else.
import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../store/database.ts'
import type { FeedTokenTable, WatchTables } from '../model/watch-tables.ts'

export interface FeedToken {
  readonly id: string
  readonly name: string
  /** Whose changes it shows; empty for the operator, who sees all. */
  readonly owner: string
  readonly createdAtMs: number
}

export interface FeedTokenStore {
  /** The token itself is returned here and never again: only its hash is stored. */
  add(name: string, owner: string, nowMs: number): Promise<FeedToken & { readonly token: string }>
  /** Undefined for a token that is unknown or was revoked. */
  find(token: string): Promise<FeedToken | undefined>
  /** The oldest first; of this owner. */
  list(owner: string): Promise<FeedToken[]>
  /** False if the owner has no such feed. */
  remove(id: string, owner: string): Promise<boolean>
}

/** 192 random bits: nobody guesses one. */
const TOKEN_BYTES = 24
const TOKEN_FORM = /^[A-Za-z0-9_-]{32}$/

export function createFeedTokenStore(database: Database<unknown>): FeedTokenStore {
  const query = database.query.withTables<WatchTables>()
  return {
    async add(name, owner, nowMs) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const id = `fd_${randomBytes(8).toString('hex')}`
      const row = { id, hash: hashOf(token), name, owner, created_at: nowMs }
      await query.insertInto('feed_tokens').values(row).execute()
      return { ...feedOf(row), token }
    },
    async find(token) {
      if (!TOKEN_FORM.test(token)) return undefined
      const selection = query.selectFrom('feed_tokens').selectAll().where('hash', '=', hashOf(token))
      const row = await selection.executeTakeFirst()
      return row && feedOf(row)
    },
    async list(owner) {
      const ownTokens = query.selectFrom('feed_tokens').selectAll().where('owner', '=', owner)
      return (await ownTokens.orderBy('created_at').orderBy('id').execute()).map(feedOf)
    },
    async remove(id, owner) {
      const token = query.deleteFrom('feed_tokens').where('id', '=', id).where('owner', '=', owner)
      const { numDeletedRows } = await token.executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex')
}

function feedOf({ id, name, owner, created_at: createdAtMs }: FeedTokenTable): FeedToken {
  return { id, name, owner, createdAtMs }
}
