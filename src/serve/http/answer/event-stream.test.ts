// An open stream keeps nothing of its polls, and ends with its key although its client does not read.
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { type EventStream, sendEvents } from './event-stream.ts'

const EVENT = { id: 1, event: 'price.changed', data: { name: 'a'.repeat(100_000) } }

function createStream(stream: Pick<EventStream, 'read' | 'isAllowed'>) {
  const response = Object.assign(new PassThrough(), { writeHead: () => {} })
  const exchange = {
    response: response as unknown as ServerResponse,
    requestId: 'r',
    originHeaders: [],
  } as unknown as Exchange
  const ended = sendEvents(exchange, { after: 0, pageSize: 100, closing: () => false, pollMs: 0, ...stream })
  return { response, ended }
}

it('ends with its key although the client does not read', async () => {
  let checks = 0
  const { response, ended } = createStream({
    read: async () => [EVENT],
    isAllowed: async () => checks++ < 5,
  })
  await ended
  expect(response.destroyed).toBe(true)
  expect(response.listenerCount('drain')).toBe(0)
})

it('continues when a slow client has read', async () => {
  let checks = 0
  let id = 0
  const { response, ended } = createStream({
    read: async () => [{ ...EVENT, id: ++id }],
    isAllowed: async () => checks++ < 200 && id < 20,
  })
  let size = 0
  response.on('data', chunk => (size += String(chunk).length))
  await ended
  expect([id, response.destroyed]).toEqual([20, false])
  expect(size).toBeGreaterThan(20 * 100_000)
})

it('has no more listeners and waits after many polls than before', async () => {
  let polls = 0
  const adding = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  const removing = vi.spyOn(AbortSignal.prototype, 'removeEventListener')
  // What waits for the end of the client would keep a reaction for every poll.
  const racing = vi.spyOn(Promise, 'race')
  try {
    const { response, ended } = createStream({
      read: async () => {
        polls++
        return []
      },
      isAllowed: async () => polls < 1_000,
    })
    response.resume()
    await ended
    expect(polls).toBe(1_000)
    expect(removing.mock.calls.length).toBe(adding.mock.calls.length)
    expect(racing).not.toHaveBeenCalled()
    expect(response.listenerCount('drain')).toBe(0)
  } finally {
    vi.restoreAllMocks()
  }
})
