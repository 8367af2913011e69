// /api/v2/feeds: addresses under which a feed reader finds the changes of a key.
import type { Config } from '../../../settings/config.ts'
import { defineRoute } from '../define-route.ts'
import { Fault } from '#kit/fault'
import { f } from '../../../settings/fields.ts'
import { namedSchema } from '../../../settings/named-schema.ts'
import { t } from '#kit/schema/schema'
import type { Clock } from '../../../runtime/clock.ts'
import type { FeedToken, FeedTokenStore } from '../../../watch/feed/feed-token-store.ts'
import { WATCH_SCOPE } from '../../../watch/watch-access.ts'
import { WATCH_TAG } from './watch-routes.ts'

const shared = { tag: WATCH_TAG, scope: [WATCH_SCOPE] }

const properties = {
  id: t.text('Names it in `DELETE /api/v2/feeds/{id}`'),
  name: t.text('Its title in the feed reader'),
  created_at: t.text({ description: 'When it was created', format: 'date-time' }),
}
const FeedView = namedSchema('Feed', 'A feed of changes for a feed reader', properties)
const NewFeed = namedSchema('NewlyAddedFeed', 'A feed with its addresses, which are shown once', {
  ...properties,
  token: t.text('The secret part of its addresses'),
  atom: t.text('URL of the Atom feed'),
  json: t.text('URL of the JSON Feed'),
})
const FeedList = namedSchema('FeedList', 'The feeds of a key', {
  feeds: t.list(FeedView, 'The oldest first'),
})

interface FeedsParts {
  readonly feedTokens: FeedTokenStore
  readonly clock: Clock
  readonly targetSettings: Pick<Config, 'publicUrl'>
}

const example = { id: 'fd_5b0c2a9e7f1d4c38', name: 'Lamps', created_at: '2027-01-31T08:15:00.000Z' }
const TOKEN = 'mB3v0qk2N5c7YtWx8ZrA1dEfGhIjKlMn'
const NAME_MAX = 100
const FEEDS_MAX = 50

const createFeed = defineRoute({
  ...shared,
  id: 'feeds.create',
  method: 'POST',
  path: '/api/v2/feeds',
  summary: 'Create an address for a feed reader',
  description:
    'Anybody who knows the address can read the changes that this key may read, and nothing else. It is shown once; only its hash is stored. It ends with the key, or when the feed is removed. `?alerts=1` on the address shows alerts only, `?tag=` the watches with a tag.',
  answers: { 201: 'The feed with its addresses.' },
  body: {
    title: 'FeedToCreate',
    description: 'A feed to create',
    isOptional: true,
    refusesMore: true,
    fields: { name: f.text('Its title in the feed reader', { max: NAME_MAX }) },
  },
  result: NewFeed,
  example: {
    body: { name: 'Lamps' },
    result: {
      ...example,
      token: TOKEN,
      atom: `https://wares.example/feeds/${TOKEN}.atom`,
      json: `https://wares.example/feeds/${TOKEN}.json`,
    },
  },
  async handle({ body, caller }, { feedTokens, clock, targetSettings }: FeedsParts) {
    if (caller.isGuest) throw new Fault('key_not_allowed', 'the guest key of the sandbox has no feeds')
    if ((await feedTokens.list(caller.owner)).length >= FEEDS_MAX)
      throw new Fault('key_not_allowed', `a key may have ${FEEDS_MAX} feeds; remove one first`)
    const { token, ...feed } = await feedTokens.add(
      body.name?.trim() || 'Wares',
      caller.owner,
      clock.wallMs(),
    )
    const address = `${targetSettings.publicUrl}/feeds/${token}`
    return { ...viewOf(feed), token, atom: `${address}.atom`, json: `${address}.json` }
  },
})

const listFeeds = defineRoute({
  ...shared,
  id: 'feeds.list',
  method: 'GET',
  path: '/api/v2/feeds',
  summary: 'The feeds of this key, without their addresses',
  description: 'An address is shown only when its feed is created.',
  answers: { 200: 'The feeds.' },
  result: FeedList,
  rows: 'feeds',
  example: { result: { feeds: [example] } },
  async handle({ caller }, { feedTokens }: FeedsParts) {
    return { feeds: (await feedTokens.list(caller.owner)).map(viewOf) }
  },
})

const removeFeed = defineRoute({
  ...shared,
  id: 'feeds.remove',
  method: 'DELETE',
  path: '/api/v2/feeds/{id}',
  names: { id: 'Id of the feed' },
  summary: 'Revoke the address of a feed',
  description: 'Feed readers that use it get `not_found` from then on.',
  answers: { 204: 'The address no longer works.' },
  example: { path: { id: example.id }, result: undefined },
  async handle({ path: { id }, caller }, { feedTokens }: FeedsParts) {
    if (!(await feedTokens.remove(id, caller.owner)))
      throw new Fault('not_found', `there is no feed ${id.slice(0, 40)}`)
  },
})

function viewOf({ id, name, createdAtMs }: FeedToken) {
  return { id, name, created_at: new Date(createdAtMs).toISOString() }
}

export const feedRoutes = [createFeed, listFeeds, removeFeed] as const
