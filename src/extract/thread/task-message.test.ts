// Bodies for another thread: a dedicated ArrayBuffer is transferred, a part of a shared one is copied.
import { expect, it } from 'vitest'
import { fromPortableBody, toPortablePage } from './task-message.ts'

const pageOf = (body: Uint8Array) => ({
  url: new URL('https://shop.example/p'),
  status: 200,
  headers: { a: 'b' },
  charset: 'utf-8',
  body,
})
const LARGEST_SHARED = 64 * 1024

it('a page keeps its properties', () => {
  const { body, ...rest } = toPortablePage(pageOf(Buffer.from('text')))
  expect(rest).toEqual({ url: 'https://shop.example/p', status: 200, headers: { a: 'b' }, charset: 'utf-8' })
  expect(Buffer.from(fromPortableBody(body)).toString()).toBe('text')
})

it('a large body with a dedicated ArrayBuffer is not copied', () => {
  const own = new Uint8Array(LARGEST_SHARED + 1)
  expect(toPortablePage(pageOf(own)).body).toEqual({
    buffer: own.buffer,
    byteOffset: 0,
    byteLength: own.length,
  })
  expect(toPortablePage(pageOf(own)).body.buffer).toBe(own.buffer)
})

it.each([
  ['a small one', new Uint8Array(LARGEST_SHARED).fill(7)],
  ['one that begins inside its block', new Uint8Array(LARGEST_SHARED + 9).fill(7).subarray(1)],
  ['one in memory that threads share', new Uint8Array(new SharedArrayBuffer(LARGEST_SHARED + 1)).fill(7)],
])('%s is copied', (_, body) => {
  const { buffer, byteOffset, byteLength } = toPortablePage(pageOf(body)).body
  expect(buffer).not.toBe(body.buffer)
  expect([buffer.byteLength, byteOffset, byteLength]).toEqual([body.length, 0, body.length])
  expect(Buffer.from(buffer).equals(Buffer.from(body))).toBe(true)
})
