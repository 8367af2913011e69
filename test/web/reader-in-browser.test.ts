// @wares/reader, bundled as a page would bundle it, reads the page that it runs in.
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, inject, it } from 'vitest'
import { readProduct } from '#reader'
import { startHttpServer } from '../support/servers.ts'
import { openPage } from './browser.ts'

const PAGE = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Hobelbank Eiche | Werkhalle</title>
<script type="module" src="/read.js"></script></head><body><h1>Hobelbank Eiche</h1>
<p>statt 1.299,00 € UVP <b>nur noch 1.099,00 €</b> inkl. MwSt., zzgl. 4,90 € Versand</p>
<p>Sofort lieferbar</p><button>In den Warenkorb</button></body></html>`
const READING = `import { readProduct } from '#reader'
globalThis.product = readProduct(document.documentElement.outerHTML, location.href)`

/** Nothing of Node is left in it, or the build fails. */
async function bundle(): Promise<string> {
  const built = (await build({
    root: fileURLToPath(new URL('../../reader', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'page',
        resolveId: id => (id === 'page' ? id : id === '#reader' ? here('../../reader/src/index.ts') : null),
        load: id => (id === 'page' ? READING : null),
      },
    ],
    build: { write: false, minify: true, rolldownOptions: { input: 'page' } },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

it.skipIf(!inject('browserEndpoint'))('a page reads itself, as Node reads it', async () => {
  const code = await bundle()
  const { origin: url } = await startHttpServer((request, response) => {
    const isScript = request.url === '/read.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? code : PAGE)
  })
  const { page, close } = await openPage(`${url}/p/1`)
  await page.waitForFunction('globalThis.product')
  const product = await page.evaluate('globalThis.product')
  await close()
  const { problems, ...expected } = readProduct(PAGE, `${url}/p/1`)
  expect(product).toMatchObject({
    name: 'Hobelbank Eiche',
    price: '1099.00',
    list_price: '1299.00',
    iso_currency: 'EUR',
  })
  expect(product).toMatchObject({
    availability: expected.availability,
    confidence: expected.confidence,
    problems,
  })
})
