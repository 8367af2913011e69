// A redesign renames a field everywhere in a page, and nothing else; and who may request one.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineShop, htmlReply, jsonReply } from '../define-shop.ts'
import { moveField } from './redesign.ts'
import { createSandboxServer } from '../sandbox-server.ts'

describe('moving a field', () => {
  it.each([
    ['{"price":5,"priced":1}', '{"priceV2":5,"priced":1}'],
    ['{"lowestPriceCents":{"amount":1}}', '{"lowestPriceCentsV2":{"amount":1}}'],
    ['<script>x = "{\\"list_price\\":5}"</script>', '<script>x = "{\\"list_priceV2\\":5}"</script>'],
    ['<meta property="product:price:amount">', '<meta property="product:price:amountV2">'],
    ['<b class="big price" itemprop="price">5</b>', '<b class="big priceV2" itemprop="priceV2">5</b>'],
    ['<b data-prices="5">the price</b>', '<b data-pricesV2="5">the price</b>'],
    ["x = { 'whitePrice': '5' }", "x = { 'whitePriceV2': '5' }"],
    ['{"type":"PRICE","text":"price list"}', '{"type":"PRICEV2","text":"price list"}'],
    ['<p>Price 5, priced 5</p>', '<p>PriceV2 5, priced 5</p>'],
  ])('%s', (body, moved) => {
    expect(moveField(htmlReply(body), 'price').body).toBe(moved)
  })

  it('covers synonyms for images and names', () => {
    const page = '<h1>A</h1><img class="photo"><script>{"mainPictureUrl":1}</script>'
    expect(moveField(htmlReply(page), 'images').body).toBe(
      '<h1>A</h1><imgV2 class="photoV2"><script>{"mainPictureUrlV2":1}</script>',
    )
    expect(moveField(htmlReply(page), 'name').body).toContain('<h1V2>A</h1V2><img class="photo">')
  })

  it('does not change binary replies and errors', () => {
    const bytes = { ...htmlReply(''), body: Buffer.from('{"price":1}') }
    expect(moveField(bytes, 'price')).toBe(bytes)
    expect(moveField(jsonReply({ price: 1 }, 404), 'price').body).toBe('{"price":1}')
  })
})

describe('the redesign route', () => {
  const shop = defineShop({ site: 'shop', about: '', handle: () => jsonReply({ price: 1 }) })
  const server = createSandboxServer({ seed: 1, shops: [shop] })
  let origin = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())
  const order = (
    method: string,
    query: string,
    headers: Record<string, string> = { 'x-wares-control': '1' },
  ) => fetch(`${origin}/-/redesigns?${query}`, { method, headers })
  const page = async () => (await fetch(`${origin}/shop/a`)).json() as Promise<unknown>

  it('applies and reverts a redesign immediately', async () => {
    expect(await page()).toEqual({ price: 1 })
    expect(await (await order('PUT', 'site=shop&field=price')).json()).toEqual({ shop: ['price'] })
    expect(await page()).toEqual({ priceV2: 1 })
    expect((await order('DELETE', 'site=shop')).status).toBe(200)
    expect(await page()).toEqual({ price: 1 })
    expect((await order('DELETE', 'site=shop')).status).toBe(404)
  })

  it('rejects requests from web pages and for unknown shops', async () => {
    expect((await order('PUT', 'site=shop&field=price', {})).status).toBe(403)
    expect((await order('OPTIONS', 'site=shop&field=price', {})).status).toBe(403)
    expect((await order('PUT', 'site=other&field=price')).status).toBe(404)
    expect((await order('PUT', 'site=shop&field=%3Cscript%3E')).status).toBe(400)
    expect((await order('PUT', 'site=shop')).status).toBe(405)
    expect(await page()).toEqual({ price: 1 })
  })
})
