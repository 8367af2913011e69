// A plain Fastify route that does the work of a cache hit (key, rate limit, cache, ETag, the same headers) as its
// documentation shows.
import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import { LRUCache } from 'lru-cache'

const body = Buffer.alloc(Number(process.argv[2]), 'x')
const fixed = Object.fromEntries(pairs(JSON.parse(process.argv[3] ?? '[]') as string[]))
const key = process.argv[4] ?? ''
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const keys = new Map([[key, { id: 'bench', hash: hashOf(key), ratePerS: 1e6, burst: 1e6 }]])
const buckets = new Map<string, number>()
const answers = new LRUCache<string, { body: Buffer; etag: string; madeAtMs: number }>({ max: 1_000 })
const path = '/api/v1/scraper/watchmarket/search'
answers.set(`${path}?query=diver`, { body, etag: fixed.etag ?? '', madeAtMs: Date.now() })
const perRequest = new Set([
  'age',
  'cache-status',
  'x-request-id',
  'server-timing',
  'ratelimit',
  'ratelimit-policy',
])
const constant = Object.fromEntries(Object.entries(fixed).filter(([name]) => !perRequest.has(name)))

const app = fastify()
app.addHook('onRequest', (request, reply, done) => {
  const record = keys.get(String(request.headers['x-api-key']))
  if (!record) return done(new Error('the key is not accepted'))
  const nowMs = Date.now()
  const next = Math.max(buckets.get(record.id) ?? nowMs, nowMs) + 1000 / record.ratePerS
  buckets.set(record.id, next)
  const left = Math.floor(record.burst - ((next - nowMs) * record.ratePerS) / 1000)
  reply.header('ratelimit-policy', `"rate";q=${record.burst};w=1`)
  reply.header('ratelimit', `"rate";r=${left};t=1`)
  return done()
})
app.get(path, (request, reply) => {
  const startedMs = performance.now()
  const found = answers.get(request.url)
  if (!found) return reply.code(404).send({ code: 'not_found' })
  const ageS = Math.floor((Date.now() - found.madeAtMs) / 1000)
  reply.headers(constant)
  reply.header('age', String(ageS))
  reply.header('cache-status', `wares; hit; ttl=${600 - ageS}`)
  reply.header('x-request-id', request.id)
  reply.header('server-timing', `total;dur=${(performance.now() - startedMs).toFixed(2)}`)
  if (request.headers['if-none-match'] === found.etag) return reply.code(304).send()
  return reply.send(found.body)
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({
  port: Number(new URL(address).port),
  path: `${path}?query=diver`,
  key,
  etag: fixed.etag ?? '',
  bytes: body.length,
})

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, place) =>
    place % 2 === 0 ? [[name, flat[place + 1] ?? ''] as [string, string]] : [],
  )
}
process.on('disconnect', () => process.exit())
