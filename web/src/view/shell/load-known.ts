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
const WATCHES_MAX = 500

/** Those that the key of this tab may see, or the guest key of the page. */
async function loadWatches(): Promise<readonly Watch[]> {
  const key = readStoredKey() || ((await getExplorerInfo()).key ?? '')
  if (key === '') return []
  const asked = { after: null, limit: WATCHES_MAX }
  const reply = await createWatchApi(key).list(asked, AbortSignal.timeout(WAIT_MS))
  return 'problem' in reply ? [] : reply.value.watches
}

const WAIT_MS = 10_000
