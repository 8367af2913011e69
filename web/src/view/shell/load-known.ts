// What the finder can lead to, asked of the server each time it opens: operations, shops and watches.
import type { ServerStatus, Watch } from '../../../../client/src/api.ts'
import { getExplorerInfo, getJson, getSites } from './server-info.ts'
import type { Known } from '../../model/destinations.ts'
import { readStoredKey } from '../../model/stored-key.ts'
import { createWatchApi } from '../../model/watches.ts'

/** Without the operations, shops or watches the rest can still be found. */
export async function loadKnown(): Promise<Known> {
  const [sites, status, watches] = await Promise.all([
    getSites().catch(() => []),
    getJson<ServerStatus>('/status.json').catch(() => undefined),
    loadWatches().catch(() => []),
  ])
  return { sites, shops: status?.shops ?? [], watches }
}

/** More than one looks for by name. */
const PAGES_MAX = 10

/** Those that the key of this tab may see, or the guest key of the page. */
async function loadWatches(): Promise<Watch[]> {
  const key = readStoredKey() || ((await getExplorerInfo()).key ?? '')
  if (key === '') return []
  const api = createWatchApi(key)
  const all: Watch[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const reply = await api.list(after, AbortSignal.timeout(WAIT_MS))
    if ('problem' in reply) return all
    all.push(...reply.value.watches)
    if (reply.value.next === null) return all
    after = reply.value.next
  }
  return all
}

const WAIT_MS = 10_000
