// Product pages of the sandbox's shops are recognised as those of their site, and pages of other shops as no site's.
import { describe, expect, it } from 'vitest'
import { readConfigFromOptions } from '../../src/settings/config.ts'
import { createRegistry, isComposite } from '../../src/answer/request/registry.ts'
import { makePage } from '#kit/page/page'
import { otherShopNames } from '../../src/runtime/sandbox-shops.ts'
import { recogniseSite } from '../../src/setup/try-shop.ts'
import { sites } from '../../adapters/sites/index.ts'
import { sandboxPort } from '../shared-sandbox.ts'
import {
  openJsonLdShop,
  openPlainShop,
  openScriptShell,
  openStorefront,
  openWooCommerce,
} from './odd-shops.ts'

async function siteOf(address: string): Promise<string | undefined> {
  const response = await fetch(address)
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  const page = makePage({
    url: new URL(response.url),
    status: response.status,
    headers,
    body,
    charset: 'utf-8',
  })
  return recogniseSite(sites, page)?.name
}

const config = readConfigFromOptions(sites, { data: 'unused', sandbox: { port: sandboxPort() } })
const registry = createRegistry(sites, config)
const OTHERS = [
  [
    'sneakerhub',
    `http://127.0.0.1:${sandboxPort()}/sneakerhub/sneakers/halvik-arc-runner-chestnut-pv4272-210`,
  ],
  ['sneakerstore', `http://127.0.0.1:${sandboxPort()}/sneakerstore/tarnlund-tempo-moss-wl4025-330`],
  [
    'electronicsretail',
    `http://127.0.0.1:${sandboxPort()}/electronicsretail/product/lumareth-wave-5-headphones-moss-xr4017-330/JF86DC0877/sku/6500258`,
  ],
] as const
const pages = registry.entries.flatMap(entry => {
  const { url } = entry.example
  const isProduct = entry.operation.id === entry.site.product?.operation
  return isProduct && !isComposite(entry) && entry.site.recognise && typeof url === 'string'
    ? [[entry.site.name, url] as const]
    : []
})

describe('a product page of the sandbox', () => {
  it('is tried for the sites whose examples are URLs', () => {
    expect(pages.map(([site]) => site)).toEqual([
      'watchmarket',
      'fastfashion1',
      'fastfashion3',
      'fashionretail',
      'luxuryhouse',
    ])
  })

  it.each([...pages, ...OTHERS])('is recognised as one of %s', async (site, url) => {
    expect(await siteOf(url)).toBe(site)
  })

  it.each(otherShopNames)('%s is no site', async name => {
    expect(
      await siteOf(`http://127.0.0.1:${sandboxPort()}/${name}/p/daybreak-home-cotton-throw-cream-ge4014-110`),
    ).toBeUndefined()
  })
})

it.each([
  ['storefront', () => openStorefront(true)],
  ['WooCommerce', openWooCommerce],
  ['JSON-LD', openJsonLdShop],
  ['plain', openPlainShop],
  ['shell', openScriptShell],
])('a page of the shop %s is no site', async (_, open) => {
  const shop = await open()
  try {
    expect(await siteOf(shop.url)).toBeUndefined()
  } finally {
    await shop.close()
  }
})
