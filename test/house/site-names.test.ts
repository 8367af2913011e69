// docs/internals/adding-a-site.md lists every place outside sites/ that names ten sites, or names one in code.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SITES = globSync('adapters/sites/*/site.ts', { cwd: ROOT }).map(file => basename(dirname(file)))
const NAMES = new RegExp(String.raw`\b(?:${SITES.join('|')})\b`, 'g')
/** Fewer sites in a file are examples. A constant, so that a new site changes no list. */
const TABLE_FROM = 10
/** Written by scripts/generate-client.ts. */
const GENERATED = new Set(['client/src/operations.ts', 'src/cli/print/printed-operations.ts'])

const files = globSync(
  ['src', 'reader/src', 'web', 'client/src', 'scripts', 'test', 'bench'].map(
    folder => `${folder}/**/*.{ts,tsx}`,
  ),
  { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] },
).filter(file => !GENERATED.has(file))
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const namesIn = (text: string): Set<string> => new Set(text.match(NAMES))
const withoutComments = (text: string): string => text.replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const [, section = ''] = textOf('docs/internals/adding-a-site.md').split('### Where sites are named')
const [, tables = '', examples = ''] = section.split(/^(?:Tables that name|Help texts and examples).*$/m)
const listedIn = (text: string): string[] =>
  Array.from(text.matchAll(/`((?:src|test|scripts|bench)\/[^`]*\.ts)`/g), match => match[1] ?? '').toSorted()

it('the tables that name ten sites or more are listed', () => {
  expect(SITES.length).toBeGreaterThan(10)
  const found = files.filter(file => namesIn(textOf(file)).size >= TABLE_FROM)
  expect(listedIn(tables)).toEqual(found.toSorted())
})

it('no file outside sites/ is named after a site', () => {
  const found = files.filter(file => namesIn(basename(file).replace(/\..*/, '')).size > 0)
  expect(found).toEqual([])
  expect(section).toContain('No file outside `sites/` is named after a site.')
})

it('the code of src and web names a site only in the help texts and examples that are listed', () => {
  const code = files.filter(file => /^(?:src|web)\//.test(file) && !file.endsWith('.test.ts'))
  const found = code.filter(file => namesIn(withoutComments(textOf(file))).size > 0)
  expect(listedIn(examples)).toEqual(found.toSorted())
})
