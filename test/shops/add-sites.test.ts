// `wares add` with a shop at an origin of its own that nobody has configured: its site is recognised by its product pages,
// although it answers everything else with a page that says 404.
import { describe, expect, it } from 'vitest'
import { sites } from '../../adapters/sites/index.ts'
import { readConfigFromOptions } from '../../src/settings/config.ts'
import { Fault } from '#kit/fault'
import { tryShop, withTrialUpstream } from '../../src/setup/try-shop.ts'
import { productUrls } from '../general/sandbox-products.ts'
import { startHttpServer } from '../support/servers.ts'

/** A shop of the sandbox at the root of an origin. */
async function openAtRoot(inSandbox: string): Promise<string> {
  let origin = ''
  const server = await startHttpServer((request, response) => {
    void (async () => {
      const inner = await fetch(inSandbox + request.url, {
        headers: { accept: request.headers.accept ?? '*/*' },
      })
      const text = await inner.text()
      const base = new URL(inSandbox).pathname
      const isFound = inner.status === 200
      response.writeHead(inner.status, {
        'content-type': isFound ? (inner.headers.get('content-type') ?? 'text/html') : 'text/html',
      })
      response.end(
        isFound
          ? text.replaceAll(inSandbox, origin).replaceAll(`"${base}/`, '"/')
          : '<!doctype html><title>Not found</title><h1>We cannot find that page</h1>',
      )
    })().catch(() => response.destroy())
  })
  origin = server.origin
  return origin
}

async function shopOf(url: string): Promise<string> {
  const config = readConfigFromOptions(sites, { data: 'unused', sandbox: false })
  try {
    return (await withTrialUpstream(config, door => tryShop({ config, sites, door }, url))).shop
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

describe('an unknown shop', () => {
  it.each(sites.filter(site => 'recognise' in site).map(({ name }) => name))(
    'is found to be %s',
    async name => {
      // Not everything that sneakerstore sells has sizes to recognise it by.
      const urls = await productUrls(name, name === 'sneakerstore' ? 8 : 2)
      const inSandbox = `${new URL(urls[0] ?? '').origin}/${name}`
      const origin = await openAtRoot(inSandbox)
      const shops = await Promise.all(urls.map(url => shopOf(url.replace(inSandbox, origin))))
      expect(shops).toContain(name)
    },
  )
})
