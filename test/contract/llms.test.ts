// /llms.txt names every operation and problem, with calls that work unchanged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultTable } from '#kit/fault'
import { startTestWares, type TestWares } from '../start-wares.ts'

let running: TestWares
let text: string

beforeAll(async () => {
  running = await startTestWares({ WARES_DEADLINE_MS: '60000' })
  text = (await running.call('/llms.txt', { key: null })).bytes.toString()
})
afterAll(() => running.stop())

describe('/llms.txt', () => {
  it('names every operation and every problem', () => {
    for (const { path } of running.registry.entries) expect(text).toContain(`\`GET ${path}\``)
    for (const code of Object.keys(faultTable)) expect(text).toContain(`\`${code}\``)
  })

  it('shows calls that work', async () => {
    const calls = [...text.matchAll(/`curl .*"(http:[^"]+)"`/g)].map(match => new URL(match[1] ?? ''))
    expect(calls).toHaveLength(running.registry.entries.length)
    const replies = await Promise.all(calls.map(url => running.call(url.pathname + url.search)))
    expect(replies.map(reply => reply.status)).toEqual(calls.map(() => 200))
  })

  it('links to pages that exist', async () => {
    const links = [...text.matchAll(/\]\((http:[^)]+)\)/g)].map(match => new URL(match[1] ?? '').pathname)
    const replies = await Promise.all(links.map(path => running.call(path)))
    expect(replies.map(reply => reply.status)).toEqual(links.map(() => 200))
  })
})
