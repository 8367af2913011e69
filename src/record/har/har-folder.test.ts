// A HAR reads bodies only from its own folder; a case only from the cases of its site.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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

it('reads files next to it', () => {
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
])('rejects %s with a one-line message', name => {
  expect(() => read(name)).toThrow(/names a body that is not in its folder/)
})

describe('a case of a site', () => {
  const sites = join(root, 'sites')
  const happy = join(sites, 'shop/cases/product/happy')
  for (const one of [happy, join(sites, 'shop/cases/search/gone'), join(sites, 'other/cases/product')]) {
    mkdirSync(one, { recursive: true })
    writeFileSync(join(one, 'page.html'), 'a page')
  }
  writeFileSync(join(sites, 'shop/site.ts'), 'no body')
  symlinkSync(join(root, 'secret'), join(sites, 'shop/cases/link'))
  const readCase = harFileReader(join(happy, 'case.har'), sites)

  it.each(['page.html', '../../search/gone/page.html'])('reads %s', name => {
    expect(Buffer.from(readCase(name)).toString()).toBe('a page')
  })

  it.each([
    '../../../site.ts',
    '../../../../other/cases/product/page.html',
    '../../link',
    '../../../../../secret',
    join(root, 'secret'),
  ])('rejects %s', name => {
    expect(() => readCase(name)).toThrow(/names a body that is not in its folder/)
  })

  it('is recognised only below the sites of this repository', () => {
    const elsewhere = harFileReader(join(happy, 'case.har'))
    expect(Buffer.from(elsewhere('page.html')).toString()).toBe('a page')
    expect(() => elsewhere('../../search/gone/page.html')).toThrow(/not in its folder/)
  })
})
