// All pages together are small, compressed. The texts of the guides are documents, loaded one at a time, and not counted.
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { buildWeb } from './browser.ts'

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
const BYTES_MAX = 160 * 1024

beforeAll(buildWeb)

it('all pages, scripts and styles fit into 160 KB', () => {
  const files = globSync('**/*.{html,js,css,svg}.gz', { cwd: DIST }).filter(file => !file.includes('guides/'))
  const bytes = files.reduce((sum, file) => sum + statSync(`${DIST}/${file}`).size, 0)
  expect(files.length).toBeGreaterThan(5)
  expect(bytes).toBeLessThan(BYTES_MAX)
})
