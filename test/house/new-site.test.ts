// `npm run new:site` in a copy of the house: the new site compiles, is formatted, replays its cases and answers in the sandbox.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'wares-new-site-'))
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

const newSite = (...words: string[]) =>
  spawnSync(process.execPath, ['scripts/new-site.ts', ...words], { cwd: copy, encoding: 'utf8' })
const run = (command: string, ...words: string[]): string =>
  execFileSync(command, words, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })

beforeAll(() => {
  for (const one of [
    'src',
    'client',
    'web',
    'scripts',
    'test',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'biome.json',
  ]) {
    cpSync(join(root, one), join(copy, one), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('writes a site that works as it stands', () => {
  const made = newSite('gardenshop', 'product')
  expect(made.stderr).toBe('')
  expect(made.stdout).toContain('src/sites/gardenshop/product.ts')
  expect(readFileSync(join(copy, 'src/sites/index.ts'), 'utf8')).toMatch(/storefront[\s\S]*gardenshop,?\s*\]/)
  expect(readFileSync(join(copy, 'client/src/operations.ts'), 'utf8')).toContain('GardenshopProductParams')
  run(bin('tsc'))
  run(bin('biome'), 'format', '--vcs-enabled=false', 'src/sites', 'src/sandbox')
  const only = [
    'test/replay',
    'test/sandbox',
    '-t',
    'gardenshop',
    '--reporter=json',
    '--outputFile=tests.json',
  ]
  run(bin('vitest'), 'run', ...only)
  const report = JSON.parse(readFileSync(join(copy, 'tests.json'), 'utf8')) as Readonly<
    Record<string, number>
  >
  const { numPassedTests, numFailedTests } = report
  // Four cases, the mutations of the happy one, the completeness of the cases, the example, the magic words.
  expect({ numPassedTests, numFailedTests }).toEqual({ numPassedTests: 8, numFailedTests: 0 })
}, 120_000)

it.each([
  [['storefront', 'product'], 'There is a site storefront already.'],
  [['Garden', 'product'], 'Usage: npm run new:site -- <site> <operation>'],
  [['garden'], 'Usage: npm run new:site -- <site> <operation>'],
])('new:site %j ends in one sentence', (words, sentence) => {
  const { status, stderr } = newSite(...words)
  expect(status).toBe(1)
  expect(stderr).toMatch(new RegExp(`^${RegExp.escape(sentence)}.*\n$`))
})
