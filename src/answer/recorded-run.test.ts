// Runs that are recorded, and runs that are parts of others, over a recorder and an upstream that the test plays.
import { expect, it } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { createEvents } from '../runtime/events.ts'
import type { ComposedAnswer, CompositeOperation, Subrequests } from './operations/composite.ts'
import { Fault } from '#kit/fault'
import { defineOperation, defineAdapter, param, t } from '#kit'
import type { RecordedCaller, RunTrace } from '../record/recordings/run-trace.ts'
import type { Send, UpstreamRequest } from '../fetch/layer.ts'
import { responseWith } from '../fetch/request-fixture.ts'
import { createEngine, type EngineParts } from './index.ts'
import { DEFAULT_FRESHNESS } from './cache/answer-cache.ts'
import { type CompositeEntry, createRegistry } from './request/registry.ts'
import type { SharedCache } from './cache/shared-cache.ts'

const product = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'one product',
  params: { id: param.identifier('id') },
  result: t.object({ name: t.text() }),
  lookup: ['id'],
  core: ['/name'],
  freshForS: 600,
  example: { id: '1' },
  load: ({ id }, get) => get(`/p/${id}`),
  extract: page => ({ name: page.text() }),
})
const site = defineAdapter({ name: 'shop', about: 'a shop', operations: [product] })
const config = readConfig([site], { WARES_SITE_SHOP_ORIGIN: 'https://shop.example' })
const registry = createRegistry([site], config)
const native = registry.byId.get('shop.product')
if (!native) throw new Error('no operation')

/** A composite operation that does what the test says. */
const compositeOf = (compose: (subrequests: Subrequests) => Promise<unknown>): CompositeEntry => {
  const general = registry.byId.get('general.product') as CompositeEntry
  const operation: CompositeOperation = {
    ...general.operation,
    params: { url: param.productUrl() },
    lookup: [],
    resolve: params => ({ params }),
    async compose(_params, subrequests): Promise<ComposedAnswer> {
      const value = await compose(subrequests)
      return { value, source: '', madeAtMs: 1, freshUntilMs: 2 }
    },
  }
  return { ...general, operation, check: () => true }
}

function play(changes: Partial<EngineParts> = {}, page?: Send) {
  const steps: [trace: string, what: string, value?: unknown][] = []
  const requests: UpstreamRequest[] = []
  const runs: unknown[] = []
  const fields: unknown[] = []
  const events = createEvents()
    .on('run', ({ operation }) => void runs.push(operation))
    .on('fields', ({ operation }) => void fields.push(operation))
  let traces = 0
  const start = () => {
    const name = `trace ${++traces}`
    const note = (what: string) => (value: unknown) => void steps.push([name, what, value])
    return {
      name,
      attach: note('caller'),
      include: (other: RunTrace) => note('includes')((other as unknown as { name: string }).name),
      onExchange: note('exchange'),
      onTiming: note('stage'),
      release: () => steps.push([name, 'released']),
    } as unknown as RunTrace
  }
  const recorder = {
    start,
    finish: (trace: RunTrace, end: object) =>
      void steps.push([(trace as unknown as { name: string }).name, 'ended', end]),
  }
  const send: Send = async request => {
    requests.push(request)
    request.onExchange?.({ is: 'exchange' } as never)
    if (page) return page(request)
    const { url } = request
    return responseWith({ url, headers: { 'content-type': 'text/html' }, body: Buffer.from('hat') })
  }
  const timings: string[] = []
  const engine = createEngine({ config, send, events, recorder, ...changes })
  const ask = (entry = native as CompositeEntry, recordFor?: RecordedCaller, id = '1') =>
    engine.run(engine.prepare(entry, 'parts' in entry ? [] : [{ name: 'id', value: id, in: 'query' }]), {
      freshness: DEFAULT_FRESHNESS,
      caller: 'someone',
      signal: new AbortController().signal,
      onTiming: stage => void timings.push(stage),
      ...(recordFor && { recordFor }),
    })
  return { steps, requests, runs, fields, timings, ask, engine }
}
const callerOf = (requestId: string): RecordedCaller => ({ requestId, keyId: null, isRecorded: false })
const about = { operation: 'shop.product', site: 'shop', params: { id: '1' } }

it('a run is recorded for each caller that waits for it, and ends once', async () => {
  const { steps, ask, timings } = play()
  const [one, two] = [callerOf('1'), callerOf('2')]
  const [{ answer }] = await Promise.all([ask(undefined, one), ask(undefined, two), ask()])
  expect(steps.filter(([, what]) => what !== 'stage')).toEqual([
    ['trace 1', 'caller', one],
    ['trace 1', 'caller', two],
    ['trace 1', 'exchange', { is: 'exchange' }],
    ['trace 1', 'ended', { ...about, answer }],
  ])
  expect(steps).toContainEqual(['trace 1', 'stage', 'read'])
  expect(timings).toContain('read')
  // The trace of a run that has ended is not attached to the next one.
  steps.length = 0
  await ask(undefined, one, '2')
  expect(steps[0]).toEqual(['trace 2', 'caller', one])
})

it('a run that fails ends with its error', async () => {
  const fault = new Fault('not_found', 'gone')
  const { steps, ask } = play({}, () => Promise.reject(fault))
  await expect(ask()).rejects.toBe(fault)
  expect(steps.at(-1)).toEqual(['trace 1', 'ended', { ...about, error: fault }])
})

it('an answer that another replica made was recorded there', async () => {
  const made = await play().ask()
  const sharedCache: SharedCache = {
    getOrCreate: async () => ({ answer: made.answer, cache: 'hit' }),
    find: async () => undefined,
  }
  const { steps, ask } = play({ sharedCache })
  expect(await ask()).toMatchObject({ cache: 'hit' })
  expect(steps).toEqual([['trace 1', 'released']])
})

it('a run without a recorder, or that the recorder does not want, is only run', async () => {
  const unwanted = { start: () => undefined, finish: () => expect.unreachable('nothing to end') }
  for (const recorder of [undefined, unwanted as never]) {
    const { ask, requests, steps, timings } = play({ recorder })
    expect(await ask(undefined, callerOf('1'))).toMatchObject({ cache: 'miss' })
    expect(requests[0]?.onExchange).toBeUndefined()
    expect({ steps, timings }).toEqual({ steps: [], timings: ['read'] })
    const fault = new Fault('not_found', 'gone')
    await expect(play({ recorder }, () => Promise.reject(fault)).ask()).rejects.toBe(fault)
  }
})

it('a part of a composite run is run for the same caller, and included in its trace', async () => {
  const composite = compositeOf(async parts => (await parts.call('shop.product', { id: '1' })).value)
  const { ask, steps, requests, runs, fields } = play()
  const caller = callerOf('1')
  const { answer, cache } = await ask(composite, caller)
  expect({ cache, body: answer.body.toString() }).toEqual({ cache: 'miss', body: '{"name":"hat"}' })
  expect(requests).toMatchObject([{ caller: 'someone', site: 'shop' }])
  const kinds = steps.filter(([, what]) => what !== 'stage').map(([name, what]) => `${name} ${what}`)
  expect(kinds.toSorted()).toEqual([
    'trace 1 caller',
    'trace 1 ended',
    'trace 1 includes',
    'trace 2 ended',
    'trace 2 exchange',
  ])
  expect(steps).toContainEqual(['trace 1', 'includes', 'trace 2'])
  expect(runs).toEqual(['shop.product', 'general.product'])
  // The fields of a part are reported once.
  expect(fields).toEqual(['shop.product'])
})

interface JobStub {
  readonly call: { readonly kind: string; readonly url: string }
  readonly fetched: Map<string, { url: URL }>
}

it('the page of a listed shop is fetched under its own limits, and read where pages are read', async () => {
  const given: unknown[] = []
  const product = { name: 'hat', url: 'https://listed.example/moved' }
  const reader = {
    async step({ call: task, fetched }: JobStub) {
      if (task.kind === 'discover') return { kind: 'host', value: null, isShortLived: false }
      const key = JSON.stringify([task.url, {}])
      const page = fetched.get(key)
      if (!page) return { kind: 'needs', requests: [{ key, target: task.url, options: {} }] }
      given.push(page.url.href)
      const result = {
        body: Buffer.from(JSON.stringify(product)),
        absent: [],
        absentAt: [],
        absentPointers: [],
        dropped: {},
        isShortLived: false,
      }
      return { kind: 'done', result, listed: { summary: { hasPrice: true, absent: [] }, host: undefined } }
    },
  }
  const hosts = [{ ...config.reader, host: 'listed.example' }]
  const listing = { ...config, reader: { ...config.reader, hosts } }
  const composite = compositeOf(async parts => {
    const { value } = await parts.call('general.product', { url: 'https://listed.example/p' })
    return { product: value }
  })
  const { ask, requests } = play({ config: listing, reader: reader as never }, async () =>
    responseWith({ url: new URL('https://listed.example/moved'), headers: {}, body: Buffer.from('') }),
  )
  const { answer } = await ask(composite)
  expect(JSON.parse(answer.body.toString())).toEqual({ product })
  expect(given).toEqual(['https://listed.example/moved'])
  expect(requests).toMatchObject([
    {
      site: 'listed.example',
      caller: 'someone',
      method: 'GET',
      accept: 'html',
      purpose: 'page',
      headers: {},
    },
  ])
  expect(requests[0]?.url.href).toBe('https://listed.example/p')
})

it('a site without a configuration is an error of ours', () => {
  const { engine } = play({ config: { ...config, sites: {} } })
  expect(() => engine.prepare(native, [])).toThrow('there is no configuration for shop')
})
