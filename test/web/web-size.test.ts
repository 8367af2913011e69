// The compressed size of all pages together, with every guide, is limited.
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Half of it is guides. Grown with the guides by job, the page of settings, and watches that are edited and imported in place. */
const BYTES_MAX = 296_000

it('all pages, scripts, styles, guides and the font fit into 296 KB', () => {
  // A font is compressed in itself.
  const files = globSync(['**/*.{html,js,css,svg}.gz', '**/*.woff2'], { cwd: DIST })
  const bytes = files.reduce((sum, file) => sum + statSync(`${DIST}/${file}`).size, 0)
  expect(files.length).toBeGreaterThan(5)
  expect(bytes).toBeLessThan(BYTES_MAX)
})
