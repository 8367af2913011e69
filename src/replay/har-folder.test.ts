// A HAR reads bodies from its own folder and from nowhere else.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { harFileReader } from './har-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'wares-har-'))
const folder = join(root, 'case')
mkdirSync(join(folder, 'bodies'), { recursive: true })
mkdirSync(join(root, 'case-2'))
writeFileSync(join(folder, 'bodies', 'a.html'), 'inside')
for (const place of ['secret', 'case-2/secret']) writeFileSync(join(root, place), 'outside')
symlinkSync(join(root, 'secret'), join(folder, 'link'))
afterAll(() => rmSync(root, { recursive: true }))
const read = harFileReader(join(folder, 'case.har'))

it('reads what is beside it', () => {
  expect(Buffer.from(read('bodies/a.html')).toString()).toBe('inside')
  expect(Buffer.from(read('./bodies/../bodies/a.html')).toString()).toBe('inside')
})

it.each([
  '../secret',
  join(root, 'secret'),
  'bodies/../../secret',
  'link',
  '../case-2/secret',
  '/etc/hostname',
  'none',
  '.',
])('refuses %s in one sentence', name => {
  expect(() => read(name)).toThrow(/names a body that is not in its folder/)
})
