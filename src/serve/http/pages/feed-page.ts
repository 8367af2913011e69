// /feeds/{token}.atom and .json: the changes that a key may read, for a feed reader. The token is in no log and no metric: the
// route is no operation, and its faults do not repeat the path.
import type { Config } from '../../../settings/config.ts'
import { tagOf } from '../../../extract/read-result.ts'
import { invalidParameterFault } from '../../../answer/request/read-params.ts'
import { Fault } from '#kit/fault'
import type { Clock } from '../../../runtime/clock.ts'
import { isInScope } from '../../../store/keys/key-record.ts'
import { atomFeed, type FeedHead, jsonFeed } from '../../../watch/alerts/feed-documents.ts'
import type { FeedToken, FeedTokenStore } from '../../../watch/feed/feed-token-store.ts'
import type { HistoryStore, StoredChange } from '../../../watch/store/history-store.ts'
import type { OwnerParts } from '../../../watch/check/owned-request.ts'
import { OPERATOR } from '../../../watch/model/watch.ts'
import { accessOf, OPERATOR_ACCESS, WATCH_SCOPE, type WatchAccess } from '../../../watch/watch-access.ts'
import { admitAddress, type AdmitParts } from '../admit.ts'
import type { Exchange } from '../exchange.ts'
import { parseQueryParams } from '../answer/operation-handler.ts'
import { endResponse, etagFor, matchesEtag } from '../answer/respond.ts'
import type { Route } from '../route.ts'

export interface FeedRouteParts extends AdmitParts {
  readonly feedTokens: FeedTokenStore
  readonly history: HistoryStore
  readonly findOwner: OwnerParts['findOwner']
  readonly clock: Clock
  readonly targetSettings: Pick<Config, 'publicUrl'>
}

/** Feed readers show about this many entries. */
const ENTRIES_MAX = 100
/** The newest changes among which those with a tag are searched. */
const READ_MAX = 1_000
const TYPES = { atom: 'application/atom+xml; charset=utf-8', json: 'application/feed+json; charset=utf-8' }

export function feedRoute(parts: FeedRouteParts): Route {
  return {
    path: '/feeds/:file',
    methods: ['GET', 'HEAD'],
    // An address that does not exist costs the one who guesses.
    admit: exchange => admitAddress(parts, exchange),
    async handle(exchange) {
      const [, token = '', kind] = /^([\w-]+)\.(atom|json)$/.exec(exchange.pathParams.file ?? '') ?? []
      const feed = await parts.feedTokens.find(token)
      const access = feed && (await accessOfFeed(feed, parts))
      if (!feed || !access || (kind !== 'atom' && kind !== 'json')) throw unknownFeed()
      const changes = await readChanges(exchange, access, parts.history)
      const { publicUrl } = parts.targetSettings
      const head: FeedHead = {
        id: feed.id,
        title: feed.name,
        createdAtMs: feed.createdAtMs,
        selfUrl: `${publicUrl}${exchange.request.url ?? ''}`,
        homeUrl: `${publicUrl}/watches`,
      }
      send(exchange, TYPES[kind], kind === 'atom' ? atomFeed(head, changes) : jsonFeed(head, changes))
    },
  }
}

/** One fault for every address that does not work, so as not to reveal which ones exist. */
function unknownFeed(): Fault {
  return new Fault('not_found', 'there is no such feed, or it was revoked')
}

/** The right of the key, as it is now; undefined once the key is revoked, has expired or lost its scope. */
async function accessOfFeed(
  { owner }: FeedToken,
  { findOwner, clock }: FeedRouteParts,
): Promise<WatchAccess | undefined> {
  if (owner === OPERATOR) return OPERATOR_ACCESS
  const key = await findOwner(owner, clock.wallMs())
  return key && isInScope(key, WATCH_SCOPE) ? accessOf(key) : undefined
}

async function readChanges(
  { request }: Exchange,
  { owners }: WatchAccess,
  history: HistoryStore,
): Promise<readonly StoredChange[]> {
  const query = new Map(parseQueryParams(request.url ?? '').map(({ name, value }) => [name, String(value)]))
  const tag = query.get('tag') ?? ''
  const changes = await history.changes({
    owners,
    order: 'newest',
    limit: tag === '' ? ENTRIES_MAX : READ_MAX,
    isAlert: isAlertsOnly(query.get('alerts')),
  })
  return changes.filter(({ watchTags = [] }) => tag === '' || watchTags.includes(tag)).slice(0, ENTRIES_MAX)
}

/** A word that is misread would show everything. */
function isAlertsOnly(word: string | undefined): true | undefined {
  if (word === undefined) return undefined
  if (word === '1' || word === 'true') return true
  throw invalidParameterFault([
    { name: 'alerts', in: 'query', message: 'alerts must be 1 or true, or left out' },
  ])
}

function send(exchange: Exchange, type: string, text: string): void {
  const body = Buffer.from(text)
  const tag = tagOf(body)
  const common = [
    'etag',
    etagFor(tag, 'identity'),
    'cache-control',
    'private, max-age=60',
    'referrer-policy',
    'no-referrer',
  ]
  if (matchesEtag(exchange.request.headers['if-none-match'], tag)) return endResponse(exchange, 304, common)
  endResponse(exchange, 200, ['content-type', type, 'x-robots-tag', 'noindex', ...common], body)
}
