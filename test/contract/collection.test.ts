// The Postman collection: it is current, and the sandbox answers each of its requests. Postman's runner is part of `npm run
// openapi:tools`.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostmanCollection } from '../../scripts/postman-collection.ts'
import { createRegistry } from '../../src/engine/request/registry.ts'
import { sites } from '../../sites/index.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'

const collection = JSON.parse(readFileSync('docs/wares.postman_collection.json', 'utf8')) as PostmanCollection
const requests = collection.item.flatMap(folder => folder.item)

describe('Postman collection', () => {
  let wares: TestWares
  let sandboxUrl: string
  beforeAll(async () => {
    const port = await freePort()
    sandboxUrl = `http://127.0.0.1:${port}`
    wares = await startTestWares({ WARES_SANDBOX_PORT: String(port) })
  }, 120_000)
  afterAll(() => wares.stop())

  it('has every operation', () => {
    const ids = createRegistry(sites).entries.map(({ operation }) => operation.id)
    expect(requests.map(({ name }) => name).toSorted()).toEqual(ids.toSorted())
  })

  it.each(requests)('$name answers 200', async ({ request: { url } }) => {
    const query = url.query
      .filter(one => !one.disabled)
      .map(({ key, value }) => [key, value.replace('{{sandboxUrl}}', sandboxUrl)])
    const reply = await wares.call(`/${url.path.join('/')}?${new URLSearchParams(query).toString()}`)
    expect(reply.status, reply.bytes.toString().slice(0, 300)).toBe(200)
  })
})
