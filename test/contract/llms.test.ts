// /llms.txt begins with any shop and names every operation; /llms-full.txt describes them and every problem. All calls and links work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../src/serve/http/routes/all-routes.ts'
import { faultTable } from '#kit/fault'
import { startTestWares, type TestWares } from '../start-wares.ts'

let running: TestWares
let short: string
let full: string

beforeAll(async () => {
  running = await startTestWares({ WARES_DEADLINE_MS: '60000' })
  short = (await running.call('/llms.txt', { key: null })).bytes.toString()
  full = (await running.call('/llms-full.txt', { key: null })).bytes.toString()
})
afterAll(() => running.stop())

const callsIn = (text: string) =>
  [...text.matchAll(/`curl .*"(http:[^"]+)"`/g)].map(match => new URL(match[1] ?? ''))

describe('/llms.txt', () => {
  it('is short, begins with any shop, and names every operation', () => {
    expect(short.length).toBeLessThan(6_000)
    expect(short.indexOf('/api/v2/product')).toBeLessThan(short.indexOf('sneakerhub'))
    for (const { operation } of running.registry.entries)
      if (!operation.id.startsWith('general.')) expect(short).toContain(operation.id)
  })
})

describe('/llms-full.txt', () => {
  it('names every operation, route and problem', () => {
    for (const { path } of running.registry.entries) expect(full).toContain(`\`GET ${path}\``)
    for (const { method, path } of allRoutes) expect(full).toContain(`\`${method} ${path}\``)
    for (const code of Object.keys(faultTable)) expect(full).toContain(`\`${code}\``)
  })
})

describe('both', () => {
  it('show calls that work', async () => {
    expect(callsIn(short)).toHaveLength(4)
    expect(callsIn(full)).toHaveLength(running.registry.entries.length)
    const calls = [...callsIn(short), ...callsIn(full)]
    const replies = await Promise.all(calls.map(url => running.call(url.pathname + url.search)))
    expect(replies.map(reply => reply.status)).toEqual(calls.map(() => 200))
  })

  it('link to pages that exist', async () => {
    const texts = `${short}${full}`
    const links = [...texts.matchAll(/\]\((http:[^)]+)\)/g)].map(match => new URL(match[1] ?? '').pathname)
    expect(links).toContain('/llms-full.txt')
    const replies = await Promise.all(links.map(path => running.call(path)))
    expect(replies.map(reply => reply.status)).toEqual(links.map(() => 200))
  })
})
