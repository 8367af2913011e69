// Twenty tasks in words, done by an agent that knows nothing but the listed tools: their descriptions must be enough.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { attempt } from './scripted-agent.ts'

let running: TestWares
let client: Client
/** What the API says, for comparison. */
let page: string
let code: string
let product: Record<string, unknown>
const chars: number[] = []

beforeAll(async () => {
  running = await startTestWares()
  client = new Client({ name: 'agent', version: '1' })
  const address = new URL('/mcp', running.address)
  await client.connect(
    new StreamableHTTPClientTransport(address, { requestInit: { headers: { 'x-api-key': running.key } } }),
  )
  code = 'PV4272-660'
  const offers = await running.call('/api/v2/offers', { query: { code } })
  page = offers.json<{ product: { url: string } }>().product.url
  product = (await running.call('/api/v2/product', { query: { url: page } })).json()
})
afterAll(async () => {
  console.log(
    `agent tasks: ${chars.length} calls, ${Math.round(sum(chars) / chars.length)} characters on average`,
  )
  await client.close()
  await running.stop()
})

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

async function solve(task: string) {
  const step = await attempt(client, task)
  chars.push(step.chars)
  return { ...step, said: `${step.tool} ${JSON.stringify(step.args)} ${JSON.stringify(step.problem ?? '')}` }
}

/** The task, and what the answer must hold. The page of the product stands for PAGE. */
const PRODUCT_TASKS: [string, string[]][] = [
  ['What is the price of the product at PAGE?', ['price']],
  ['Give me the name and the brand of the product at PAGE', ['name', 'brand']],
  ['Which variants has the product page PAGE?', ['variants']],
  ['Is the product at PAGE available? I need its availability', ['availability']],
  ['Show the images of the product PAGE', ['images']],
  ['Read the description of the product PAGE', ['description']],
  ['What was the list price of the product PAGE, in addition to the price?', ['price', 'list_price']],
  ['What rating does the product PAGE have?', ['rating']],
]

it.each(PRODUCT_TASKS)('%s', async (task, fields) => {
  const { tool, data, isError, said } = await solve(task.replace('PAGE', page))
  expect([tool, isError], said).toEqual(['product', false])
  const expected = Object.fromEntries(fields.map(name => [name, product[name]]))
  expect(data, said).toEqual(expected)
})

it('searches all shops for words', async () => {
  const { data, said } = await solve(
    'Search all shops for "runner" and give the name and price of each result',
  )
  const { results } = data as { results: { name: string }[] }
  expect(results.length, said).toBe(20)
  expect(results[0]?.name, said).toMatch(/\w/)
})

it('searches one site, with few rows', async () => {
  const { data, said } = await solve('Search for "runner" in the shop sneakerhub only, at most 3 results')
  const { results } = data as { results: { site?: string }[] }
  expect(results.length, said).toBe(3)
  const { args } = await solve('Search for "runner" in sneakerhub and storefront')
  expect(args.sites).toEqual(['storefront', 'sneakerhub'])
})

it('finds who sells an article by its code', async () => {
  const { tool, data, said } = await solve(`Find offers for the article with the code ${code}`)
  const truth = (await running.call('/api/v2/offers', { query: { code } })).json<{ offers: object[] }>()
  expect(tool, said).toBe('offers')
  expect((data as { offers: object[] }).offers, said).toEqual(truth.offers.slice(0, 20))
})

it('finds only the first offers', async () => {
  const { data, said } = await solve(`The first 2 offers for the code ${code} in all shops`)
  expect((data as { offers: object[] }).offers.length, said).toBe(2)
})

it('says which shops failed in a comparison', async () => {
  const { notes, said } = await solve(`Offers for the code ${code}~busy in sneakerhub and storefront`)
  expect(notes[0], said).toMatch(/^INCOMPLETE: .*sneakerhub/)
})

it('says which shops can be read', async () => {
  const { tool, data, said } = await solve('Which shops can this server read?')
  expect(tool, said).toBe('shops')
  expect((data as { shops: object[] }).shops.length).toBeGreaterThan(10)
})

it('uses what only one site has', async () => {
  const { tool, data, said } = await solve('What is popular now? Use the operation sneakerhub trends')
  const truth = (await running.call('/api/v1/scraper/sneakerhub/trends')).json<unknown[]>()
  expect(tool, said).toBe('call')
  expect(data, said).toEqual(truth.slice(0, 20))
})

it('passes the parameters of such an operation', async () => {
  const { data, said } = await solve('Use the operation sneakerhub prices with id 1044287, country UK')
  expect((data as unknown[]).length, said).toBeGreaterThan(0)
})

it('reads the price of this moment', async () => {
  const { args, said } = await solve(`The price of the product ${page}, not older than 0 seconds`)
  expect(args, said).toEqual({ url: page, fields: ['price'], max_age_s: 0 })
})

it('watches a page, lists the watches, reads the history and removes the watch', async () => {
  const made = await solve(`Create a watch every 15m for the page ${page}, alert if price drops 10%`)
  expect(made.data, made.said).toMatchObject({ url: page, every_s: 900, when: 'price drops 10%' })
  const { id } = made.data as { id: string }
  const listed = await solve('List my watches')
  expect((listed.data as { watches: { id: string }[] }).watches, listed.said).toMatchObject([{ id }])
  const history = await solve(`The history of the watch ${id}`)
  expect(history.data, history.said).toMatchObject({ watch: id })
  const removed = await solve(`Remove the watch ${id}`)
  expect(removed.data, removed.said).toEqual({ removed: id })
})

it('learns from an error what to do', async () => {
  const { problem, said } = await solve('What is the price of the product at http://shop.example/p/1?')
  expect(problem, said).toMatchObject({ code: 'url_not_allowed', retryable: false })
  expect(problem?.next).toMatch(/configured host/)
})

it('spends few characters', () => {
  expect(chars.length).toBeGreaterThan(20)
  expect(sum(chars) / chars.length).toBeLessThan(4_000)
})
