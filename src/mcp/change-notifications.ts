// Tells a subscribed agent which resources changed: reads the feed of changes that its key may see, until the subscription ends.
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import type { HistoryStore } from '../watch/history/history-store.ts'

/** The resources that change. */
export const CHANGES_URI = 'wares://changes'
export const WATCH_URI = 'wares://watches/'

function watchUri(id: string): string {
  return `${WATCH_URI}${id}`
}

export interface ChangeBusParts {
  readonly history: Pick<HistoryStore, 'changes' | 'lastChangeId'>
  /** Undefined for all. */
  readonly owners: readonly string[] | undefined
  /** Whether the key may still read, and the server stays. */
  readonly isAllowed: () => Promise<boolean>
  /** The key has ended, or the feed cannot be read. */
  readonly onEnd: () => void
  readonly pollMs?: number
}

/** Other processes also write changes, so the feed is polled. */
const POLL_MS = 500
const PAGE = 100

export function createChangeBus(parts: ChangeBusParts): ServerEventBus {
  return {
    // Only the feed is a source of events.
    publish: () => {},
    subscribe(listener) {
      const left = new AbortController()
      void follow(parts, listener, left.signal).catch(parts.onEnd)
      return () => left.abort()
    },
  }
}

async function follow(
  { history, owners, isAllowed, onEnd, pollMs = POLL_MS }: ChangeBusParts,
  listener: (event: ServerEvent) => void,
  left: AbortSignal,
): Promise<void> {
  let cursor = await history.lastChangeId()
  while (!left.aborted) {
    if (!(await isAllowed())) return onEnd()
    const page = await history.changes({ after: cursor, owners, limit: PAGE })
    if (left.aborted) return
    cursor = page.at(-1)?.id ?? cursor
    const uris = new Set(
      page.flatMap(({ watchId }) => [CHANGES_URI, ...(watchId ? [watchUri(watchId)] : [])]),
    )
    for (const uri of uris) listener({ kind: 'resource_updated', uri })
    if (page.length < PAGE) await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}
