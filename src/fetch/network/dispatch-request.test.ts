// One request with a fake dispatcher: how it ends, and how its body is collected.
import type { Dispatcher } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Fault } from '#kit/fault'
import { type DispatchOptions, dispatchRequest } from './dispatch-request.ts'
import type { UpstreamRequest } from '../layer.ts'
import { requestWith } from '../request-fixture.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts a request; returns it with controls for the fake wire. */
function send(request: Partial<UpstreamRequest> = {}, options: Partial<DispatchOptions> = {}) {
  const settled: string[] = []
  const stages: string[] = []
  const aborted: string[] = []
  const controller = { abort: (error: Error) => void aborted.push(error.message) }
  const sent: Dispatcher.DispatchOptions[] = []
  let handler: Dispatcher.DispatchHandler = {}
  const dispatcher = {
    dispatch(wanted: Dispatcher.DispatchOptions, played: Dispatcher.DispatchHandler) {
      sent.push(wanted)
      handler = played
      return true
    },
  } as unknown as Dispatcher
  const response = dispatchRequest(
    dispatcher,
    requestWith({ onTiming: (stage, ms) => void stages.push(`${stage} ${ms}`), ...request }),
    {
      headers: { a: 'b' },
      timeoutMs: 1_000,
      maxBytes: 10,
      truncateAt: () => undefined,
      onConnectionSettled: outcome => void settled.push(outcome),
      ...options,
    },
  )
  response.catch(() => {})
  const played = controller as unknown as Dispatcher.DispatchController
  return {
    response,
    settled,
    stages,
    aborted,
    sent,
    failure: () =>
      response.then(
        () => 'none',
        (error: unknown) => upstreamFailureOf(error)?.kind ?? error,
      ),
    connect: () => handler.onRequestStart?.(played, {}),
    begin: (status: number, headers: Record<string, string | string[]> = {}) =>
      handler.onResponseStart?.(played, status, headers, ''),
    add: (piece: string) => handler.onResponseData?.(played, Buffer.from(piece)),
    end: () => handler.onResponseEnd?.(played, {}),
    fail: (error: Error) => handler.onResponseError?.(played, error),
  }
}

const errorWith = (code: string) => Object.assign(new Error('x'), { code })

describe('a response', () => {
  it('is returned as received, with lower-case, joined headers', async () => {
    const url = new URL('https://shop.example/p?q=1')
    const wire = send({ url, method: 'POST', body: 'form' })
    expect(wire.sent).toMatchObject([
      { origin: 'https://shop.example', path: '/p?q=1', method: 'POST', headers: { a: 'b' }, body: 'form' },
    ])
    vi.advanceTimersByTime(7)
    wire.connect()
    wire.begin(103, { link: 'early' })
    vi.advanceTimersByTime(5)
    wire.begin(200, { 'X-One': '1', 'Set-Two': ['a', 'b'] })
    wire.add('pa')
    wire.add('ge')
    wire.end()
    const { status, headers, rawBody } = await wire.response
    expect({ status, headers, body: Buffer.from(rawBody).toString() }).toEqual({
      status: 200,
      headers: { 'x-one': '1', 'set-two': 'a, b' },
      body: 'page',
    })
    expect(wire.settled).toEqual(['connected'])
    expect(wire.stages).toEqual(['connect 7', 'upstream 12'])
    expect(wire.aborted).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('in one chunk is that chunk without a copy', async () => {
    const wire = send()
    expect(wire.sent).toMatchObject([{ body: null }])
    wire.connect()
    wire.begin(200)
    wire.add('1234567890')
    wire.end()
    expect(Buffer.from((await wire.response).rawBody).toString()).toBe('1234567890')
  })

  it('is too large by its Content-Length or by its actual size', async () => {
    const announced = send()
    announced.connect()
    announced.begin(200, { 'content-length': '11' })
    expect(await announced.failure()).toBe('too_large')
    expect(announced.aborted).toEqual(['no more is wanted'])
    const sent = send()
    sent.connect()
    sent.begin(200, { 'content-length': '10' })
    sent.add('1234567890')
    sent.add('1')
    sent.add('2')
    expect(await sent.failure()).toBe('too_large')
    expect(sent.aborted).toEqual(['no more is wanted'])
  })

  it('that may be truncated is, no matter how large it claims to be', async () => {
    const wire = send({}, { truncateAt: status => (status === 500 ? 4 : undefined) })
    wire.connect()
    wire.begin(500, { 'content-length': '9999' })
    wire.add('abc')
    expect(wire.aborted).toEqual([])
    wire.add('d')
    wire.add('e')
    expect(Buffer.from((await wire.response).rawBody).toString()).toBe('abcd')
    expect(wire.aborted).toEqual(['no more is wanted'])
  })
})

describe('a request', () => {
  it('stalls before its headers or between two chunks, but never while the site sends', async () => {
    const silent = send()
    silent.connect()
    vi.advanceTimersByTime(999)
    expect(silent.aborted).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await silent.failure()).toBe('too_slow')
    await expect(silent.response).rejects.toThrow('sent no headers')
    const slow = send()
    slow.connect()
    for (const step of [() => slow.begin(103), () => slow.begin(200), () => slow.add('a')]) {
      vi.advanceTimersByTime(900)
      step()
    }
    vi.advanceTimersByTime(999)
    expect(slow.aborted).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await slow.failure()).toBe('too_slow')
    await expect(slow.response).rejects.toThrow('stopped sending')
  })

  it('ends at its deadline, connected or not', async () => {
    const wire = send({ deadlineMs: performance.now() + 500 })
    vi.advanceTimersByTime(499)
    expect(wire.settled).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await wire.failure()).toBe('late')
    expect(wire.settled).toEqual(['gave up'])
    // A connection that is established afterwards is not used.
    wire.connect()
    expect(wire.aborted).toEqual(['cancelled'])
    expect(wire.settled).toEqual(['gave up'])
    expect(wire.stages).toEqual(['upstream 500'])
  })

  it('ends when its callers leave', async () => {
    const caller = new AbortController()
    const wire = send({ signal: caller.signal })
    wire.connect()
    const reason = new Fault('internal', 'nobody waits')
    caller.abort(reason)
    expect(await wire.failure()).toBe(reason)
    expect(wire.aborted).toEqual(['no more is wanted'])
    wire.begin(200)
    wire.end()
    expect(wire.stages).toEqual(['connect 0', 'upstream 0'])
  })

  it('is not sent if its callers have left', async () => {
    const reason = new Fault('internal', 'nobody waits')
    const wire = send({ signal: AbortSignal.abort(reason) })
    expect(await wire.failure()).toBe(reason)
    expect(wire.sent).toEqual([])
    expect(wire.settled).toEqual(['gave up'])
  })

  it('fails if the library throws', async () => {
    const dispatcher = {
      dispatch() {
        throw errorWith('UND_ERR_INVALID_ARG')
      },
    } as unknown as Dispatcher
    const options = { headers: {}, timeoutMs: 1, maxBytes: 1, truncateAt: () => undefined }
    const response = dispatchRequest(dispatcher, requestWith(), { ...options, onConnectionSettled: () => {} })
    await expect(response).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})

describe('an error', () => {
  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'not_connected', 'truncated'],
    ['UND_ERR_PRX_TLS', 'not_connected', 'truncated'],
    ['ECONNREFUSED', 'not_connected', 'truncated'],
    ['EAI_AGAIN', 'not_connected', 'truncated'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'not_connected', 'truncated'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not_connected', 'truncated'],
    ['HPE_INVALID_CONSTANT', 'garbled', 'garbled'],
    ['UND_ERR_HEADERS_OVERFLOW', 'garbled', 'garbled'],
    ['ERR_HTTP2_STREAM_ERROR', 'garbled', 'garbled'],
    ['ECONNRESET', 'reset', 'truncated'],
    ['NOT_ECONNREFUSED', 'reset', 'truncated'],
    ['A_HPE_INVALID', 'reset', 'truncated'],
    ['', 'reset', 'truncated'],
  ])('%s is %s before the headers and %s after them', async (code, before, after) => {
    const early = send()
    early.connect()
    early.fail(errorWith(code))
    expect(await early.failure()).toBe(before)
    const late = send()
    late.connect()
    late.begin(200)
    late.fail(errorWith(code))
    expect(await late.failure()).toBe(after)
  })

  it('that is a fault is passed on unchanged', async () => {
    const wire = send()
    const fault = new Fault('upstream_failed', 'a forbidden address')
    wire.fail(fault)
    await expect(wire.response).rejects.toBe(fault)
    expect(wire.settled).toEqual(['gave up'])
  })

  it('without a code, or with one that is not text, is a closed connection', async () => {
    for (const error of [new Error('ECONNREFUSED'), Object.assign(new Error('x'), { code: 7 })]) {
      const wire = send()
      wire.fail(error)
      expect(await wire.failure()).toBe('reset')
    }
  })
})
