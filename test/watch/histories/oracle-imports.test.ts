// The oracle shares no code with the program: nothing that it imports, directly or not, is outside of this folder.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const FOLDER = new URL('.', import.meta.url).href

function importsOf(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen
  seen.add(file.href)
  if (!file.href.startsWith(FOLDER)) return seen
  const source = readFileSync(fileURLToPath(file), 'utf8')
  for (const [, from = ''] of source.matchAll(/from '([^']+)'/g)) importsOf(new URL(from, file), seen)
  return seen
}

it('the oracle imports nothing of the program', () => {
  const files = [...importsOf(new URL('oracle.ts', import.meta.url))]
  expect(files.map(file => file.slice(FOLDER.length)).toSorted()).toEqual([
    'oracle.ts',
    'seeded.ts',
    'shop-truth.ts',
  ])
  expect(files.every(file => file.startsWith(FOLDER))).toBe(true)
})
