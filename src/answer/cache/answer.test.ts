// The Wares-Absent header: dropped rows come first, and at most forty pointers are listed.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { absentHeader, encode, makeAnswer, sizeOf } from './answer.ts'
import { serialiseResult } from '../../extract/read-result.ts'

it('names absent fields, and dropped rows with their count', () => {
  expect(absentHeader([], {})).toBe('')
  expect(absentHeader(['/*/a', '/*'], { '/*': 2 })).toBe('/*;dropped=2, /*/a')
})

it('names forty fields and counts the rest', () => {
  const pointers = Array.from({ length: 41 }, (_, index) => `/${index}`)
  expect(absentHeader(pointers.slice(0, 40), {}).split(', ')).toHaveLength(40)
  expect(absentHeader(pointers.slice(0, 40), {})).not.toContain('more')
  expect(absentHeader(pointers, {})).toMatch(/, \/39;more=1$/)
})

it('keeps the exact pointers and includes their bytes in the size', () => {
  const complete = { value: [{ a: '' }], absent: ['/*/a'], absentAt: ['/0/a'], dropped: {} }
  const answer = makeAnswer(serialiseResult(complete), '', 1, 0)
  expect(answer.absentAt).toEqual(['/0/a'])
  expect(sizeOf(answer, 'a')).toBe(sizeOf({ ...answer, absentAt: [] }, 'a') + 4 + 24)
  expect(sizeOf(answer, 'a'.repeat(101))).toBe(sizeOf(answer, 'a') + 200)
})

it('is compressed once in each encoding', async () => {
  const complete = { value: 'a text', absent: [], absentAt: [], dropped: {} }
  const answer = makeAnswer(serialiseResult(complete), '', 1, 0)
  const gzip = await encode(answer, 'gzip')
  expect(gunzipSync(gzip).equals(answer.body)).toBe(true)
  expect(brotliDecompressSync(await encode(answer, 'br')).equals(answer.body)).toBe(true)
  expect(await encode(answer, 'gzip')).toBe(gzip)
  expect(await encode(answer, 'identity')).toBe(answer.body)
})
