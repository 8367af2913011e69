// Connections that the test plays: which are counted, how a broken request is refused, and for how long its sender is heard.
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Fault } from '#kit/fault'
import { boundUnreadBody, rawProblem, trackConnections } from './connections.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function playSocket(changes: object = {}) {
  const done: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    writable: true,
    bytesRead: 1,
    done,
    end: (text: string) => void done.push(text.slice(0, 12)),
    destroy: () => void done.push('destroyed'),
    destroySoon: () => void done.push('destroyed soon'),
    ...changes,
  })
  return { socket: socket as unknown as Socket, done, events: socket as EventEmitter }
}
function playResponse(socket: Socket, changes: object = {}) {
  const response = Object.assign(new EventEmitter(), {
    socket,
    writableFinished: false,
    headersSent: false,
    req: Object.assign(new EventEmitter(), { socket, complete: true }),
    ...changes,
  })
  return response as unknown as ServerResponse
}
const errorWith = (code: string) => Object.assign(new Error('x'), { code })

it('connections are counted while they are open, whatever ends on them later', () => {
  const connections = trackConnections()
  const { socket, events } = playSocket()
  connections.add(socket)
  expect(connections.count()).toBe(1)
  connections.note(playResponse(socket))
  events.emit('close')
  connections.note(playResponse(socket))
  expect(connections.count()).toBe(0)
})

describe('a broken request', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431'],
    ['HPE_INVALID_METHOD', 'HTTP/1.1 405'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 400'],
    ['HPE_OTHER', 'HTTP/1.1 400'],
  ])('%s is answered once with %s, and its sender heard for a second', (code, head) => {
    const connections = trackConnections()
    const { socket, done } = playSocket()
    connections.refuse(errorWith(code), socket)
    connections.refuse(errorWith(code), socket)
    expect(done).toEqual([head])
    vi.advanceTimersByTime(999)
    expect(done).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(done).toEqual([head, 'destroyed'])
  })

  it.each([
    ['was reset', {}, 'ECONNRESET'],
    ['cannot be written', { writable: false }, 'HPE_OTHER'],
    ['never said anything', { bytesRead: 0 }, 'HPE_OTHER'],
  ])('on a connection that %s ends it', (_, changes, code) => {
    const { socket, done } = playSocket(changes)
    trackConnections().refuse(errorWith(code), socket)
    expect(done).toEqual(['destroyed'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['an answer that is finished', { writableFinished: true }, true],
    ['a request whose body is broken', { req: { complete: false } }, true],
    ['an answer under way', {}, false],
    ['an answer that has begun', { headersSent: true, req: { complete: false } }, false],
    ['an answer behind others', { socket: null, req: { complete: false } }, false],
  ])('after %s is answered: %s', (_, changes, isAnswered) => {
    const connections = trackConnections()
    const { socket, done, events } = playSocket()
    connections.add(socket)
    const { req = {}, ...rest } = changes as { req?: object }
    const response = playResponse(socket, { ...rest, req: { socket, complete: true, ...req } })
    connections.note(response)
    connections.refuse(errorWith('HPE_OTHER'), socket)
    expect(done).toEqual(isAnswered ? ['HTTP/1.1 400'] : [])
    response.emit('finish')
    expect(done).toEqual(isAnswered ? ['HTTP/1.1 400'] : ['destroyed soon'])
    events.emit('close')
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('the rest of a refused body is read for five seconds', () => {
  const late = playSocket()
  const unread = playResponse(late.socket, {})
  Object.assign(unread.req, { complete: false })
  boundUnreadBody(unread)
  vi.advanceTimersByTime(4_999)
  expect(late.done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(late.done).toEqual(['destroyed'])
  const whole = playSocket()
  boundUnreadBody(playResponse(whole.socket))
  expect(vi.getTimerCount()).toBe(0)
  const closed = playResponse(whole.socket)
  Object.assign(closed.req, { complete: false })
  boundUnreadBody(closed)
  closed.req.emit('close')
  expect(vi.getTimerCount()).toBe(0)
  const finished = playResponse(whole.socket)
  Object.assign(finished.req, { complete: false })
  boundUnreadBody(finished)
  Object.assign(finished.req, { complete: true })
  vi.advanceTimersByTime(5_000)
  expect(whole.done).toEqual([])
})

it('what cannot be parsed gets a problem document all the same', () => {
  const text = rawProblem(new Fault('method_not_allowed', 'no'))
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 405 Method Not Allowed',
    'Allow: GET, HEAD, OPTIONS, QUERY',
    'Content-Type: application/problem+json; charset=utf-8',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ])
  expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', status: 405 })
  expect(rawProblem(new Fault('invalid_parameter', 'no'))).not.toContain('Allow:')
})
