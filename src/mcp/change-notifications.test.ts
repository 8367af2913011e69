// What a subscriber is told, page by page, and when its subscription ends.
import { describe, expect, it, vi } from 'vitest'
import type { HistoryStore, StoredChange } from '../watch/history/history-store.ts'
import { createChangeBus } from './change-notifications.ts'

type FeedPage = Parameters<HistoryStore['changes']>[0]

interface Scene {
  readonly feed: { readonly id: number; readonly watchId: string }[]
  readonly asked: FeedPage[]
  readonly told: string[]
  readonly onEnd: ReturnType<typeof vi.fn>
  isAllowed: boolean
  stop(): void
}

function subscribe(owners?: readonly string[], fails = false): Scene {
  const onEnd = vi.fn<() => void>()
  const scene: Scene = { feed: [], asked: [], told: [], onEnd, isAllowed: true, stop: () => {} }
  const bus = createChangeBus({
    history: {
      lastChangeId: () => Promise.resolve(10),
      changes: query => {
        scene.asked.push(query)
        if (fails) return Promise.reject(new Error('the database is gone'))
        const page = scene.feed.filter(({ id }) => id > (query.after ?? 0)).slice(0, query.limit)
        return Promise.resolve(page as unknown as StoredChange[])
      },
    },
    owners,
    isAllowed: () => Promise.resolve(scene.isAllowed),
    onEnd,
    pollMs: 1,
  })
  scene.stop = bus.subscribe(event => {
    if (event.kind === 'resource_updated') scene.told.push(event.uri)
  })
  return scene
}

describe('a subscriber', () => {
  it('is told of each resource once per page: the feed, and each watch that changed', async () => {
    const scene = subscribe(['key_1'])
    scene.feed.push({ id: 9, watchId: 'old' }, { id: 11, watchId: 'a' }, { id: 12, watchId: 'a' })
    await vi.waitFor(() => expect(scene.told).toEqual(['wares://changes', 'wares://watches/a']))
    scene.feed.push({ id: 13, watchId: '' })
    await vi.waitFor(() => expect(scene.told.slice(2)).toEqual(['wares://changes']))
    expect(scene.asked[0]).toEqual({ after: 10, owners: ['key_1'], limit: 100 })
    expect(scene.asked.at(-1)?.after).toBeGreaterThanOrEqual(12)
    scene.stop()
  })

  it('gets page after page of a long feed without a pause', async () => {
    const scene = subscribe()
    for (let id = 11; id <= 261; id++) scene.feed.push({ id, watchId: `w${id}` })
    await vi.waitFor(() => expect(scene.told).toContain('wares://watches/w261'))
    expect(scene.told).toHaveLength(251 + 3)
    expect(scene.asked.slice(0, 3).map(({ after }) => after)).toEqual([10, 110, 210])
    scene.stop()
  })

  it('is told nothing more after it has left', async () => {
    const scene = subscribe()
    await vi.waitFor(() => expect(scene.asked.length).toBeGreaterThan(1))
    scene.stop()
    const asked = scene.asked.length
    scene.feed.push({ id: 11, watchId: 'a' })
    await new Promise(resolve => setTimeout(resolve, 30))
    expect(scene.told).toEqual([])
    expect(scene.asked.length).toBeLessThanOrEqual(asked + 1)
    expect(scene.onEnd).not.toHaveBeenCalled()
  })

  it('ends once its key does, or when the feed cannot be read', async () => {
    const scene = subscribe()
    scene.isAllowed = false
    await vi.waitFor(() => expect(scene.onEnd).toHaveBeenCalledTimes(1))
    const broken = subscribe(undefined, true)
    await vi.waitFor(() => expect(broken.onEnd).toHaveBeenCalledTimes(1))
  })
})
