// A value that no stable name leads to: the refusal says why and how, and a selector that somebody gives is taken.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = join(temporaryFolder('teach-selector'), 'wares.yaml')
let shop: TestServer
let wares: TestWares
let url: string

beforeAll(async () => {
  shop = await startHttpServer(({ url: path = '' }, response) => {
    const [, number] = /^\/p\/(\d)$/.exec(path) ?? []
    response.setHeader('content-type', 'text/html')
    if (number === undefined) response.writeHead(404).end()
    else
      response.end(
        `<html lang="de"><h1>Tisch Eiche</h1><div><p class="p">1.0${number}9,00 €</p><p class="q">Versand <b>4,95 €</b></p><p>5,50 €</p></div><p>Auf Lager</p><button class="add-to-cart">Kaufen</button></html>`,
      )
  })
  const origin = `http://127.0.0.1:${shop.port}`
  url = `${origin}/p/1`
  writeFileSync(file, `reader: { requests_per_second: 1000, hosts: ["${origin}"] }\n`)
  wares = await startTestWares({ WARES_CONFIG: file })
})

afterAll(() => wares.stop())

const teach = (body: object) =>
  wares.call('/api/v2/shops/teach', {
    method: 'POST',
    body: JSON.stringify({ url, ...body }),
    headers: { 'content-type': 'application/json', ...wares.operatorHeaders },
  })

it('the refusal names the reason, the option and the lines', async () => {
  const reply = await teach({ values: { price: '1019.00' } })
  expect(reply.status).toBe(400)
  const { detail } = reply.json<{ detail: string }>()
  expect(detail).toContain('class p is too short to be stable')
  expect(detail).toContain('--selector price="p.p"')
  expect(detail).toContain('`fields: { price: { css: "p.p" } }`')
})

it.each([
  [{ selectors: { price: '.zz' } }, '.zz finds no element'],
  [{ selectors: { price: 'button' } }, 'button finds "Kaufen", which is no price'],
  [{ selectors: { price: 'p.p' }, values: { price: '5.00' } }, 'p.p finds 1019.00 on the page, not 5.00'],
  [{ selectors: { price: 'p[[' } }, 'is not a selector that Wares can use'],
  [{ selectors: { weight: 'p' } }, 'weight cannot be taught'],
])('%j is refused', async (body, said) => {
  const reply = await teach(body)
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.json())).toContain(JSON.stringify(said).slice(1, -1))
})

it('a given selector is written, and reads the page', async () => {
  const reply = await teach({ selectors: { price: 'p.p' } })
  expect(reply.status, reply.bytes.toString()).toBe(201)
  expect(reply.json()).toMatchObject({ after: { price: '1019.00' }, rules: { price: { css: 'p.p' } } })
  expect(readFileSync(file, 'utf8')).toContain('css: p.p')
  const product = await wares.call('/api/v2/product', { query: { url, include: 'sources' } })
  expect(product.json()).toMatchObject({
    price: { amount: '1019.00', currency: 'EUR' },
    sources: { price: { from: 'taught' } },
  })
})

it('what a value stands next to is a text, not another amount', async () => {
  const { choices } = (await teach({})).json<{ choices: { price: { value: string; where: string }[] } }>()
  const whereOf = (value: string) => choices.price.find(one => one.value === value)?.where
  expect(whereOf('4.95')).toBe('next to “Versand”')
  expect(whereOf('5.50')).not.toContain('4,95')
})
