// Documents are rendered and compressed once per public URL, and only a few are kept.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { keepEncoded } from './encoded-text.ts'

const textOf = ({ address }: { readonly address: string }): string => `${address} `.repeat(500)

it('renders and encodes a text once, for concurrent and later requests', async () => {
  let made = 0
  const encoded = keepEncoded((from: { readonly address: string }) => {
    made++
    return textOf(from)
  })
  const all = await Promise.all(Array.from({ length: 20 }, () => encoded({ address: 'a' })))
  expect(new Set([...all, await encoded({ address: 'a' })]).size).toBe(1)
  expect(made).toBe(1)
  const [one] = all
  const text = textOf({ address: 'a' })
  expect(one?.get('identity')?.toString()).toBe(text)
  expect(brotliDecompressSync(one?.get('br') ?? '').toString()).toBe(text)
  expect(gunzipSync(one?.get('gzip') ?? '').toString()).toBe(text)
})

it('keeps the last eight, no matter how many host names callers invent', async () => {
  let made = 0
  const encoded = keepEncoded((from: { readonly address: string }) => {
    made++
    return textOf(from)
  })
  for (let count = 0; count < 9; count++) await encoded({ address: String(count) })
  expect(made).toBe(9)
  await encoded({ address: '1' })
  expect(made).toBe(9)
  await encoded({ address: '0' })
  expect(made).toBe(10)
})
