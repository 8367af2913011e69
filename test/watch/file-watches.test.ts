// The watches of wares.yaml: what a start adds, changes, pauses and leaves alone.
import { beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { applyFileWatches } from '../../src/watch/file-watches.ts'
import { type NewWatch, OPERATOR } from '../../src/watch/model/watch.ts'
import { createWatchStore, type WatchStore } from '../../src/watch/store/watch-store.ts'
import { onBothDatabases } from '../two-stores.ts'
import { newWatch } from './watch-store-conformance.ts'

const NOW = Date.UTC(2027, 0, 1)
const HOUR = 3_600_000

onBothDatabases(open => {
  let watches: WatchStore
  beforeAll(async () => {
    watches = createWatchStore((await open()).database)
  })
  /** Entries are watches that were read already. */
  const apply = (listed: readonly object[], atMs: number, read = (entry: unknown) => entry as NewWatch) =>
    applyFileWatches(listed as Record<string, unknown>[], {
      watches,
      inputs: { read, resolve: () => expect.unreachable() },
      clock: { wallMs: () => atMs } as Parameters<typeof applyFileWatches>[1]['clock'],
    })
  const found = (watch: NewWatch) => watches.findByTarget(OPERATOR, watch.target)

  describe('watches of the file', () => {
    it('are added once, take over changes, and are paused when they are removed', async () => {
      const [kept, removed] = [newWatch({ source: 'file' }), newWatch({ source: 'file' })]
      await apply([kept, removed], NOW)
      const first = await found(kept)
      expect(first).toMatchObject({ source: 'file', everyS: 3600, isPaused: false })
      await apply([{ ...kept, when: 'price < 5', tags: ['lamps'], cooldownS: 60 }], NOW + 1)
      expect(await found(kept)).toMatchObject({ when: 'price < 5', tags: ['lamps'], cooldownS: 60 })
      expect(await found(kept)).toMatchObject({ id: first?.id, dueAtMs: first?.dueAtMs, everyS: 3600 })
      expect(await found(removed)).toMatchObject({ isPaused: true })
      await apply([kept, removed], NOW + 2)
      expect(await found(kept)).toMatchObject({ when: null, tags: [], cooldownS: 0 })
      expect(await found(removed)).toMatchObject({ isPaused: false })
      await apply([], NOW + 3)
    })

    it('are rescheduled by another interval only, and keep a learned one', async () => {
      const watch = newWatch({ source: 'file', everyS: 86_400 })
      await apply([watch], NOW)
      const { dueAtMs, id = '' } = (await found(watch)) ?? {}
      await apply([watch], NOW + HOUR)
      expect((await found(watch))?.dueAtMs).toBe(dueAtMs)
      await apply([{ ...watch, everyS: 7200 }], NOW + HOUR)
      expect(await found(watch)).toMatchObject({ everyS: 7200, isAuto: false })
      expect((await found(watch))?.dueAtMs).not.toBe(dueAtMs)
      await apply([{ ...watch, isAuto: true }], NOW + HOUR)
      expect(await found(watch)).toMatchObject({ everyS: 3_600, isAuto: true })
      await watches.edit(id, { everyS: 900 }, NOW + HOUR)
      await apply([{ ...watch, isAuto: true }], NOW + HOUR)
      expect(await found(watch)).toMatchObject({ everyS: 900, isAuto: true })
      await apply([], NOW + HOUR)
    })

    it('leave alone what a caller watches', async () => {
      const watch = newWatch({ name: 'mine' })
      await watches.add(watch, NOW)
      await apply([{ ...watch, name: 'of the file' }], NOW)
      await apply([], NOW)
      expect(await found(watch)).toMatchObject({ name: 'mine', source: 'api', isPaused: false })
    })

    it('are refused with their place, before any is changed', async () => {
      const watch = newWatch({ source: 'file' })
      const refuse = (entry: unknown): NewWatch => {
        if (entry === watch) return watch
        throw entry as Error
      }
      await expect(apply([watch, new Fault('invalid_parameter', 'no url')], NOW, refuse)).rejects.toThrow(
        'watches[1] in wares.yaml: no url.',
      )
      await expect(apply([watch, new TypeError('a bug')], NOW, refuse)).rejects.toThrow(/^a bug$/)
      expect(await found(watch)).toBeUndefined()
    })
  })
})
