// The tool `watch`: what it refuses, and how many rows it shows.
import { describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { NO_MEMORY } from '../../watch/model/knowledge.ts'
import type { Watch } from '../../watch/model/watch.ts'
import { answerWatchCall, type WatchTools } from './watch-tool.ts'

const WATCH = {
  id: 'w1',
  name: 'Coat',
  url: null,
  operation: 'general.product',
  everyS: 3_600,
  when: null,
  createdAtMs: 0,
  dueAtMs: 0,
  checkedAtMs: null,
  okAtMs: null,
  tags: [],
  knowledge: { facts: null, isGone: false, isFailing: false, failures: 0, memory: NO_MEMORY },
} as unknown as Watch

interface Scene {
  readonly next?: string | null
  readonly spans?: number
  readonly isInScope?: boolean
  readonly watches?: readonly Watch[]
}

function toolsWith({ next = null, spans = 0, isInScope = true, watches = [WATCH] }: Scene = {}) {
  const calls: unknown[] = []
  const segments = Array.from({ length: spans }, (_, n) => ({ firstSeenMs: n, lastSeenMs: n, facts: {} }))
  const find = (id: string) => {
    if (id !== WATCH.id) throw new Fault('not_found', `there is no watch ${id}`)
    return Promise.resolve(WATCH)
  }
  const parts = {
    inputs: { resolve: () => WATCH },
    actions: {
      add: () => Promise.resolve(WATCH),
      find,
      findToManage: find,
      remove: ({ id }: Watch) => Promise.resolve(calls.push(id)),
      history: (_watch: Watch, period: unknown) => {
        calls.push(period)
        return Promise.resolve({ segments, gaps: [], isThinned: false, stats: {} })
      },
    },
    store: {
      list: (page: unknown) => {
        calls.push(page)
        return Promise.resolve({ watches, next })
      },
    },
    history: {
      changes: (page: unknown) => {
        calls.push(page)
        return Promise.resolve([])
      },
    },
  }
  const tools = {
    watches: () => Promise.resolve(parts),
    caller: { owner: 'key_1', owners: ['key_1'], covers: () => isInScope, key: { id: 'key_1' } },
  }
  return { tools: tools as unknown as WatchTools, calls }
}

const READING = new Set(['list', 'get', 'history', 'changes'])

async function call(
  args: Record<string, unknown>,
  scene: Scene = {},
  tool = READING.has(String(args.action)) ? 'watches' : 'watch',
) {
  const { tools, calls } = toolsWith(scene)
  const { signal } = new AbortController()
  const result = await answerWatchCall(tools, tool, args, signal)
  const { data, problem } = result.structuredContent as {
    data: Record<string, unknown>
    problem?: { code: string; errors?: { name: string }[] }
  }
  return { text: (result.content as { text: string }[])[0]?.text, data, problem, calls }
}

describe('the tool', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, 'action'],
    [{ action: 'delete' }, 'action'],
    [{ action: 'create', url: 'https://shop.example/', limit: 1 }, 'limit'],
    [{ action: 'list', id: 'w1' }, 'id'],
    [{ action: 'list', limit: 0 }, 'limit'],
    [{ action: 'list', limit: 1_001 }, 'limit'],
    [{ action: 'list', limit: 1.5 }, 'limit'],
    [{ action: 'remove' }, 'id'],
    [{ action: 'remove', id: '' }, 'id'],
    [{ action: 'remove', id: 7 }, 'id'],
    [{ action: 'remove', id: 'w1', limit: 1 }, 'limit'],
    [{ action: 'history', id: 'w1', order: 'newest' }, 'order'],
  ])('refuses %j because of %s', async (args, name) => {
    const { problem, calls } = await call(args)
    expect(problem).toMatchObject({ code: 'invalid_parameter', errors: [{ name }] })
    expect(calls).toEqual([])
  })

  it('creates no watch that the scope of the key does not cover', async () => {
    const args = { action: 'create', url: 'https://shop.example/' }
    expect((await call(args, { isInScope: false })).problem?.code).toBe('key_not_allowed')
    const created = await call(args)
    expect(created.text).toBe('Watch w1 checks Coat every 3600 s.')
    // What is null says nothing.
    expect(created.data).toEqual({
      id: 'w1',
      name: 'Coat',
      operation: 'general.product',
      every_s: 3_600,
      state: 'new',
      next_check_at: '1970-01-01T00:00:00.000Z',
    })
  })

  it('lists the watches that the key may see, twenty unless asked for up to a thousand', async () => {
    const page = { owners: ['key_1'] }
    expect(await call({ action: 'list' })).toMatchObject({
      text: 'w1: Coat',
      calls: [{ ...page, limit: 20 }],
    })
    expect((await call({ action: 'list', limit: 1_000 })).calls).toEqual([{ ...page, limit: 1_000 }])
    expect((await call({ action: 'list', limit: 1 }, { next: 'w1' })).text).toBe(
      'w1: Coat\nThere are more; raise limit, or pass next as after.',
    )
    expect((await call({ action: 'list' }, { watches: [] })).text).toBe('No watches.')
  })

  it('that only reads changes nothing, and reads one watch and the changes', async () => {
    for (const action of ['create', 'update', 'check', 'remove'])
      expect((await call({ action, id: 'w1' }, {}, 'watches')).problem?.code).toBe('invalid_parameter')
    expect((await call({ action: 'get', id: 'w1' }, {}, 'watches')).data).toMatchObject({ id: 'w1' })
    expect(await call({ action: 'changes', limit: 5 }, {}, 'watches')).toMatchObject({
      text: 'No changes.',
      calls: [{ limit: 5, owners: ['key_1'] }],
    })
  })

  it('removes one watch', async () => {
    expect(await call({ action: 'remove', id: 'w1' })).toMatchObject({
      data: { removed: 'w1' },
      calls: ['w1'],
    })
    expect((await call({ action: 'remove', id: 'w2' })).problem?.code).toBe('not_found')
  })

  it('shows the newest spans of a history', async () => {
    const args = { action: 'history', id: 'w1', limit: 2 }
    const cut = await call(args, { spans: 3 })
    expect(cut.text).toBe('3 spans of watch w1; the newest 2 here, raise limit for more.')
    expect((cut.data.spans as { first_seen: string }[]).map(span => span.first_seen.slice(-4))).toEqual([
      '001Z',
      '002Z',
    ])
    expect((await call(args, { spans: 2 })).text).toBe('2 spans of watch w1.')
  })
})
