// Every sample of the reference runs: the TypeScript and the Python call of each management route, as a reader copies it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createWares } from '../../client/src/index.ts'
import { sites } from '../../adapters/sites/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { openApiDocument } from '../../src/serve/http/openapi/openapi-document.ts'
import { allRoutes } from '../../src/serve/http/routes/all-routes.ts'
import { usualStatus } from '../../src/serve/http/serve-route.ts'
import { endpointSample } from '../../web/src/model/code-samples.ts'
import type { OpenApi } from '../../web/src/model/openapi.ts'
import { readReference } from '../../web/src/model/reference.ts'
import { startHttpServer } from '../support/servers.ts'

const SOURCE = fileURLToPath(new URL('../../clients/python/src', import.meta.url))
const reference = readReference(openApiDocument(createRegistry(sites), '0') as unknown as OpenApi)
const entries = reference.groups
  .flatMap(group => group.entries)
  .filter(entry => allRoutes.some(({ id }) => id === entry.id))

interface Noted {
  readonly method: string
  readonly path: string
  readonly body: string
}

const noted: Noted[] = []
/** Answers every route with its example, and the feed with its end. */
const { origin } = await startHttpServer((request, response) => {
  void readText(request).then(body => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://h')
    noted.push({ method: request.method ?? '', path: pathname, body })
    const route = allRoutes.find(
      ({ method, path }) =>
        method === request.method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    )
    const isEnd = route?.id === 'changes' && searchParams.get('after') !== '0'
    const result = isEnd ? { changes: [], cursor: '1' } : route?.example.result
    response.writeHead(route ? usualStatus(route) : 404, { 'content-type': 'application/json' })
    response.end(result === undefined ? undefined : JSON.stringify(result))
  })
})

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('a sample', () => {
  it('is there for every route', () => {
    expect(entries.map(({ id }) => id).toSorted()).toEqual(allRoutes.map(({ id }) => id).toSorted())
  })

  it.each(entries.map(entry => [entry.id, entry] as const))(
    'of %s runs in TypeScript',
    async (_id, entry) => {
      noted.length = 0
      const code = endpointSample('TypeScript', origin, entry).replace(/^import.*\n/, '')
      const AsyncFunction = (async () => {}).constructor as new (
        ...args: string[]
      ) => (...given: unknown[]) => Promise<void>
      const log = { log: () => {} }
      await new AsyncFunction('createWares', 'process', 'console', code)(
        createWares,
        { env: { WARES_KEY: 'k' } },
        log,
      )
      expectCall(entry)
    },
  )

  it.each(entries.map(entry => [entry.id, entry] as const))('of %s runs in Python', async (_id, entry) => {
    noted.length = 0
    const code = endpointSample('Python', origin, entry)
    const child = spawn('python3', ['-c', code], {
      env: { ...process.env, PYTHONPATH: SOURCE, WARES_KEY: 'k', PYTHONDONTWRITEBYTECODE: '1' },
    })
    let errors = ''
    child.stderr.on('data', chunk => (errors += String(chunk)))
    await once(child, 'close')
    expect(errors).toBe('')
    expectCall(entry)
  })
})

/** The request has the method and the body of the example. */
function expectCall({ method, body }: (typeof entries)[number]): void {
  const [first] = noted
  expect(first?.method).toBe(method)
  if (body) expect(JSON.parse(first?.body ?? '')).toEqual(body.example)
}
