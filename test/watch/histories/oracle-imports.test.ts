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

it.each([
  [
    'oracle.ts',
    ['conditions.ts', 'evaluate.ts', 'memory.ts', 'oracle.ts', 'report.ts', 'truth.ts', 'values.ts'],
  ],
  ['schedule-oracle.ts', ['schedule-oracle.ts']],
  [
    'make-history.ts',
    ['list-kinds.ts', 'make-history.ts', 'product-kinds.ts', 'script.ts', 'seed.ts', 'shop.ts', 'truth.ts'],
  ],
])('%s imports nothing of the program', (file, expected) => {
  const files = [...importsOf(new URL(file, import.meta.url))]
  expect(files.every(each => each.startsWith(FOLDER))).toBe(true)
  expect(files.map(each => each.slice(FOLDER.length)).toSorted()).toEqual(expected)
})
