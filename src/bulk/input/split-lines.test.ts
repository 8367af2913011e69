// Splitting bytes into lines, for chunks of any size.
import { expect, it } from 'vitest'
import { splitLines } from './split-lines.ts'

const TEXT = 'one\n\nthree is long\nlast\0'

async function split(size: number, keepBytes = 100) {
  async function* pieces() {
    const whole = Buffer.from(TEXT)
    for (let from = 0; from < whole.length; from += size) yield whole.subarray(from, from + size)
  }
  const lines = await Array.fromAsync(splitLines(pieces(), keepBytes))
  return lines.map(line => Object.assign({}, line, { head: line.head.toString() }))
}

const line = (head: string, start: number, end: number, isTruncated = false) => ({
  head,
  start,
  end,
  isTruncated,
  endsWithNewline: true,
  lastByte: undefined as number | undefined,
  hasNulBytes: false,
})

it.each([1, 2, 3, 5, 7, 100])('lines are the same in chunks of %i bytes', async size => {
  expect(await split(size)).toEqual([
    { ...line('one', 0, 4), lastByte: 0x65 },
    line('', 4, 5),
    { ...line('three is long', 5, 19), lastByte: 0x67 },
    { ...line('last\0', 19, 24), lastByte: 0, endsWithNewline: false, hasNulBytes: true },
  ])
  const kept = await split(size, 4)
  expect(kept.map(({ head, isTruncated }) => [head, isTruncated])).toEqual([
    ['one', false],
    ['', false],
    ['thre', true],
    ['last', true],
  ])
})
