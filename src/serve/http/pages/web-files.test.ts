// The built files: where each is served, its type, its encodings, and which may be kept for ever.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { playExchange } from '../exchange-fixture.ts'
import { readGuideAddresses, readWebFiles } from './web-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-web-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('files are served by their paths, pages without their ending', () => {
  mkdirSync(join(folder, 'assets'))
  const files = [
    'index.html',
    'status.html',
    'status.html.gz',
    'assets/a.js',
    'assets/a.js.br',
    'icon.svg',
    'assets/font.woff2',
    'robots.txt',
    'x.json',
  ]
  for (const file of files) writeFileSync(join(folder, file), file)
  const served = Array.from(readWebFiles(folder), ([path, { type, encoded, hashed }]) => [
    path,
    type,
    [...encoded].map(([encoding, bytes]) => `${encoding} ${bytes.toString()}`),
    hashed,
  ])
  expect(new Set(served)).toEqual(
    new Set([
      ['/', 'text/html; charset=utf-8', ['identity index.html'], false],
      ['/assets/a.js', 'text/javascript; charset=utf-8', ['identity assets/a.js', 'br assets/a.js.br'], true],
      ['/assets/font.woff2', 'font/woff2', ['identity assets/font.woff2'], true],
      ['/robots.txt', 'text/plain; charset=utf-8', ['identity robots.txt'], false],
      ['/icon.svg', 'image/svg+xml', ['identity icon.svg'], false],
      ['/status', 'text/html; charset=utf-8', ['identity status.html', 'gzip status.html.gz'], false],
    ]),
  )
  expect(readWebFiles(join(folder, 'none')).size).toBe(0)
})

it('guides are where the build says', () => {
  expect(readGuideAddresses(folder)).toEqual([])
  writeFileSync(join(folder, 'guides.json'), '["/docs/guide"]')
  expect(readGuideAddresses(folder)).toEqual(['/docs/guide'])
})

it('the path of a request is all before its query', () => {
  expect(playExchange({ url: '/a/b' }).exchange.path).toBe('/a/b')
  expect(playExchange({ url: '/a?b?c' }).exchange.path).toBe('/a')
})
