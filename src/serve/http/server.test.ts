// The server itself, with a route made up for the test: errors outside operations, errors of the router, and closing.
import { afterEach, expect, it } from 'vitest'
import { createEvents } from '../../runtime/events.ts'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { sendJson } from './answer/respond.ts'
import type { Route } from './route.ts'
import { type ApiServer, createApiServer } from './server.ts'

let server: ApiServer | undefined
afterEach(() => server?.close())

async function serve(route: Pick<Route, 'handle' | 'entry'>) {
  const broken: unknown[] = []
  const counted: unknown[] = []
  const events = createEvents().on('broken', error => broken.push(error))
  const rate = { ratePerS: 1, burst: 1 }
  const limit = { allowed: true, remaining: 1, resetMs: 0, retryAfterMs: 0 }
  const api = createApiServer({
    config: { anonymous: rate, keyDefaults: rate, corsOrigin: '*', deadlineMs: 20_000, drainMs: 1 },
    keyCache: { find: () => undefined },
    admission: { admit: () => ({ rateLimit: limit, quota: undefined }), peek: () => limit },
    events,
    countCall: (_exchange, entry) => counted.push(entry),
    closing: () => false,
    routes: [{ path: '/things/:id', methods: ['GET'], ...route }],
  })
  server = api
  await api.listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${api.port()}`
  return { api, broken, counted, ask: (path: string) => fetch(`${url}${path}`) }
}

const problemOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
})

const handle = () => {
  throw new TypeError('x of undefined')
}

it('an unexpected error outside operations is reported, and its message is not sent', async () => {
  const { ask, broken, counted } = await serve({ handle })
  const response = await ask('/things/1')
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(JSON.parse(text)).toMatchObject({ code: 'internal', instance: '/things/1' })
  expect(text).not.toContain('undefined')
  expect(broken).toEqual([new TypeError('x of undefined')])
  expect(counted).toEqual([])
})

it('an unexpected error of an operation is left to its counter, and a fault is not reported', async () => {
  const entry = { operation: { id: 'shop.product' } } as unknown as RegisteredOperation
  const ofOperation = await serve({ handle, entry })
  expect((await ofOperation.ask('/things/1')).status).toBe(500)
  expect(ofOperation).toMatchObject({ broken: [], counted: [entry] })
  await ofOperation.api.close()
  const fault = new Fault('not_found', 'no such thing')
  const ofRoute = await serve({ handle: () => Promise.reject(fault) })
  expect((await ofRoute.ask('/things/1')).status).toBe(404)
  expect(ofRoute).toMatchObject({ broken: [], counted: [] })
})

it.each([
  ['a path that cannot be decoded', '/things/%zz'],
  ['a path without its last part', '/things/'],
  ['a parameter that is too long', `/things/${'x'.repeat(501)}`],
])('%s is answered as an unknown path', async (_, path) => {
  const { ask } = await serve({ handle })
  const response = await ask(path)
  expect(response.headers.get('x-request-id')).toMatch(/./)
  expect(await problemOf(response)).toMatchObject({ status: 404, code: 'unknown_path', instance: path })
})

it('closing waits for the answer in flight, and accepts no more connections', async () => {
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { api, ask } = await serve({
    async handle(exchange) {
      if (exchange.pathParams.id === 'slow') {
        arrived.resolve()
        await release.promise
      }
      await sendJson(exchange, 200, { ok: true }, [])
    },
  })
  const asked = ask('/things/slow')
  await arrived.promise
  let isClosed = false
  const closed = api.close().then(() => (isClosed = true))
  const isRefused = () =>
    ask('/things/1').then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused, { timeout: 10_000 }).toBe(true)
  expect(isClosed).toBe(false)
  release.resolve()
  const response = await asked
  expect(response.headers.get('connection')).toBe('close')
  expect(await response.json()).toEqual({ ok: true })
  await closed
})
