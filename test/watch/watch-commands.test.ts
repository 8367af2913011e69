// Watches on the command line and in wares.yaml: import and export, testing and resuming webhooks, a changed file.
import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { startServer, wares } from '../e2e/process.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { createWebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { startTestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer } from '../support/servers.ts'

const folder = temporaryFolder('watch-commands')
let sandboxPort: number
beforeAll(async () => {
  sandboxPort = await freePort()
})

const env = (data: string) => ({
  WARES_DATA: join(folder, data),
  WARES_SANDBOX_PORT: String(sandboxPort),
  WARES_LOG: 'silent',
})
/** A server on the one sandbox, until `stop`. */
const served = async (data: string) => {
  const server = await startServer(env(data))
  return () => server.stop()
}
const shop = () => `http://127.0.0.1:${sandboxPort}/fashionretail/uk`
const shirt = () => `${shop()}/linden-roe-linen-shirt-forest-td4006-310.html`
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

it('what is wrong has an exit code, and says what to do', async () => {
  const stop = await served('codes')
  for (const [args, code, said] of [
    [['shops', '--server', 'nonsense'], 2, '--server must be'],
    [['watch', 'add', 'nonsense'], 2, 'must be an http or https URL'],
    [['watch', 'show', 'nosuch'], 1, '`wares watch list`'],
    [['feed', 'remove', 'nosuch'], 1, '`wares feed list`'],
  ] as const) {
    const result = await wares(args, env('codes'))
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(said)])
    expect(result.stderr).not.toContain('product may')
  }
  await stop()
})

describe('import', () => {
  it('adds the valid lines, reports the others with the reason, and an export imports unchanged', async () => {
    const lines = [
      'url,operation,params,every,when,name,keep_days',
      `${shirt()},,,15m,price < 100,"Shirt, ""forest""",30`,
      `,sneakerhub.prices,"{""id"":""1044287""}",1h,,Prices,`,
      `${shirt()}?a=1,,,10s,,,`,
      `${shirt()}?a=2,,,,cheap,,`,
      'https://elsewhere.example/a,,,,,,',
      `${shirt()},,,,,,`,
      `,sneakerhub.prices,{not json,,,,`,
      `"${shirt()}?a=3,,,,,,`,
      `${shirt()}?a=4,,,,,,,,one cell too many`,
      `,sneakerhub.prices,"{""id"":""1044288""}",1h,price drops 5%,,`,
    ]
    const stopOne = await served('a')
    const imported = await wares(
      ['watch', 'import', file('watches.csv', lines.join('\r\n')), '--json'],
      env('a'),
    )
    expect(imported.code).toBe(1)
    const report = JSON.parse(imported.stdout) as {
      added: number
      failed: number
      lines: { line: number; error?: string }[]
    }
    expect(report).toMatchObject({ added: 2, known: 1, failed: 7 })
    const reasons = new Map(report.lines.map(one => [one.line, one.error]))
    for (const [line, reason] of [
      [4, 'at least 60 seconds'],
      [5, 'known field'],
      [6, 'neither a configured site nor listed under reader.hosts'],
      [7, 'already watched'],
      [8, 'not valid JSON'],
      [9, 'not closed'],
      [10, 'cells for 7 columns'],
      [11, 'cannot be checked'],
    ] as const)
      expect(reasons.get(line), `line ${line}`).toContain(reason)
    const first = await wares(['watch', 'export'], env('a'))
    expect(first.stdout).toContain('"Shirt, ""forest"""')
    await stopOne()
    const stopOther = await served('b')
    const again = await wares(['watch', 'import', file('again.csv', first.stdout), '--json'], env('b'))
    expect(again.code, again.stdout).toBe(0)
    const second = await wares(['watch', 'export'], env('b'))
    await stopOther()
    const sorted = (csv: string) => csv.split('\n').toSorted()
    expect(sorted(second.stdout)).toEqual(sorted(first.stdout))
  }, 240_000)
})

describe('an export', () => {
  it('is imported where it comes from without doubling a watch, whoever has it', async () => {
    const config = file('shops.yaml', `sandbox: { port: ${sandboxPort} }\n`)
    const server = await startTestWares({ WARES_CONFIG: config, WARES_SANDBOX_PORT: String(sandboxPort) })
    const { key } = await server.newKey({ scopes: ['general', 'watches'] })
    const { key: all } = await server.newKey({ scopes: ['*', 'watches', 'watches:all'] })
    const body = JSON.stringify({ url: shirt(), paused: true })
    const headers = { 'content-type': 'application/json' }
    for (const owner of [key, all])
      expect(
        (await server.call('/api/v2/watches', { method: 'POST', headers, body, key: owner })).status,
      ).toBe(201)
    const at = ['--server', server.address, '--key', all]
    const { stdout } = await wares(['watch', 'export', ...at], env('far'))
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/,true,key_\w+$/),
      expect.stringMatching(/,true,key_\w+$/),
    ])
    const exported = file('exported.csv', stdout)
    const known = { added: 0, known: 2, failed: 0 }
    const again = await wares(['watch', 'import', exported, '--json', ...at], env('far'))
    expect(JSON.parse(again.stdout)).toMatchObject(known)
    const other = await server.newKey({ scopes: ['general', 'watches'] })
    const mine = ['--server', server.address, '--key', other.key]
    const copied = await wares(['watch', 'import', exported, '--json', ...mine], env('far'))
    expect(JSON.parse(copied.stdout)).toMatchObject({ added: 1, known: 1 })
    await server.stop()
  }, 240_000)
})

describe('a file of a catalog', () => {
  const rows = () =>
    [
      'url,name,image,updated_at,source',
      `${shirt()},"Linen Shirt, forest",,2027-02-01,sitemap`,
      `${shirt()}?a=1,Linen Shirt,,2026-01-01,sitemap`,
      `${shirt()}?a=2,Lamp,,2027-02-01,sitemap`,
      `${shirt()}?a=3,Linen Shirt,,2027-03-01,sitemap`,
    ].join('\n')
  const run = async (...more: string[]) => {
    const words = ['watch', 'import', file('catalog.csv', rows()), '--json', ...more]
    const { stdout, code } = await wares(words, env('catalog'))
    return { code, ...(JSON.parse(stdout) as object) }
  }
  const WHERE = ['--where', 'name contains shirt', '--where', 'updated_at after 2027-01-01']

  it('becomes watches by a filter, and the same command again adds nothing', async () => {
    const stop = await served('catalog')
    const rules = ['--every', '1d', '--when', 'price drops 5%', '--tags', 'shirts']
    expect(await run(...WHERE, ...rules, '--limit', '1')).toMatchObject({ code: 0, added: 1 })
    expect(await run(...WHERE, ...rules)).toMatchObject({ code: 0, added: 1, known: 1, failed: 0 })
    expect(await run(...WHERE, ...rules)).toMatchObject({ code: 0, added: 0, known: 2, failed: 0 })
    const { stdout } = await wares(['watch', 'export'], env('catalog'))
    const watches = stdout.trim().split('\n').slice(1)
    expect(watches.map(line => line.split(',')[0] ?? '').toSorted()).toEqual([shirt(), `${shirt()}?a=3`])
    for (const line of watches) expect(line).toMatch(/,1d,price drops 5%,.*,shirts,,,operator$/)
    const out = join(folder, 'watches.parquet')
    expect((await wares(['watch', 'export', '--out', out], env('catalog'))).code).toBe(0)
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1')
    await stop()
  }, 240_000)

  it('stops when the key of a server has as many watches as it may have', async () => {
    const config = file('few.yaml', 'limits: { watches_per_key: 1 }\n')
    const server = await startTestWares({ WARES_CONFIG: config })
    try {
      const { key } = await server.newKey({ scopes: ['general', 'watches'] })
      const lines = [1, 2, 3].map(n => `${sharedSandbox().origin}/shop-json-ld/p/${n}`).join('\n')
      const words = ['watch', 'import', file('three.txt', lines), '--json']
      const { stdout, code } = await wares([...words, '--server', server.address, '--key', key], env('far'))
      expect(code).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({ added: 1, failed: 1 })
    } finally {
      await server.stop()
    }
  }, 240_000)
})

describe('list', () => {
  it('names a watch after its product, or by its URL before the first check', async () => {
    const stop = await served('list')
    const add = (url: string) => wares(['watch', 'add', url, '--output', 'json'], env('list'))
    const { id } = JSON.parse((await add(shirt())).stdout) as { id: string }
    await add(`${shirt()}?a=1`)
    const checked = await wares(['watch', 'check', id, '--json'], env('list'))
    expect(JSON.parse(checked.stdout)).toMatchObject({ name: 'Linen Shirt - forest', changes: [] })
    const { stdout } = await wares(['watch', 'list', '--output', 'table'], env('list'))
    const names = stdout.split('\n').flatMap(line => / (Linen .*|http.*)$/.exec(line.trim())?.[1] ?? [])
    expect(names.toSorted()).toEqual(['Linen Shirt - forest', expect.stringContaining(`${shop()}/`)])
    await stop()
  }, 240_000)
})

describe('a webhook', () => {
  it('test sends a signed message, resume continues with a paused receiver, an unknown one is named', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = []
    let status = 500
    const receiver = await startHttpServer((request, response) => {
      void text(request).then(body => {
        received.push({ headers: request.headers, body })
        response.writeHead(status).end()
      })
    })
    const url = `${receiver.origin}/hook`
    const stop = await served('hooks')
    const run = (...words: string[]) => wares(['notify', ...words], env('hooks'))
    const made = JSON.parse((await run('add', 'webhook', url, '--allow-private', '--json')).stdout) as {
      id: string
      secret: string
    }
    const failed = await run('test', made.id, '--json')
    expect([failed.code, JSON.parse(failed.stdout)]).toEqual([1, { delivered: false, outcome: 'HTTP 500' }])
    status = 204
    const delivered = await run('test', made.id, '--json')
    expect([delivered.code, JSON.parse(delivered.stdout)]).toEqual([
      0,
      { delivered: true, outcome: 'HTTP 204' },
    ])
    // As in the specification: base64 of HMAC-SHA256 over id, time and body, keyed with the bytes after `whsec_`.
    const [message] = received.slice(-1)
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    } = message?.headers ?? {}
    const key = Buffer.from(made.secret.replace('whsec_', ''), 'base64')
    const signed = createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${message?.body}`)
      .digest('base64')
    expect(signature).toBe(`v1,${signed}`)
    expect(Math.abs(Number(at) * 1000 - Date.now())).toBeLessThan(300_000)
    const store = await openEmbeddedStore(join(folder, 'hooks'))
    await createWebhookStore(store.database).pause(made.id, 'no successful delivery for a day: HTTP 500')
    await store.close()
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject([{ state: 'paused' }])
    const resumed = await run('resume', made.id, '--output', 'table')
    expect([resumed.code, resumed.stdout]).toEqual([0, `${made.id} is resumed.\n`])
    const unknown = await run('resume', 'wh_none')
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('There is no webhook wh_none')
    const listed = await run('list', '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: made.id, state: 'active', reason: null }])
    expect(listed.stdout).not.toContain('whsec_')
    await stop()
  }, 240_000)
})

describe('wares.yaml', () => {
  const data = join(folder, 'file')
  const start = (yaml: string) => {
    mkdirSync(data, { recursive: true })
    return startTestWares({
      WARES_CONFIG: file('wares.yaml', yaml),
      WARES_DATA: data,
      WARES_SANDBOX_PORT: String(sandboxPort),
    })
  }
  const listed = async (yaml: string) => {
    const running = await start(yaml)
    const { watches } = (await running.call('/api/v2/watches')).json<{
      watches: { id: string; name: string; state: string; every_s: number; when: string | null }[]
    }>()
    await running.stop()
    return watches
  }

  it('adds its watches, updates them when it changes, and pauses those that were removed from it', async () => {
    const two = `watches:\n  - url: ${shirt()}\n    name: Shirt\n    every: 15m\n  - url: ${shirt()}?other=1\n    name: Other\n`
    const before = await listed(two)
    expect(before.map(one => one.name).toSorted()).toEqual(['Other', 'Shirt'])
    const one = `watches:\n  - url: ${shirt()}\n    name: The shirt\n    every: 2h\n    when: back in stock\n`
    const after = await listed(one)
    const id = (name: string) => before.find(watch => watch.name === name)?.id
    expect(after.find(watch => watch.id === id('Shirt'))).toMatchObject({
      name: 'The shirt',
      every_s: 7_200,
      when: 'back in stock',
    })
    expect(after.find(watch => watch.id === id('Other'))).toMatchObject({ name: 'Other', state: 'paused' })
    const back = await listed(two)
    expect(back.find(watch => watch.id === id('Other'))?.state).not.toBe('paused')
    expect(back).toHaveLength(2)
  }, 240_000)

  it('is the only place where its watches are changed', async () => {
    const entry = `watches:\n  - url: ${shirt()}?own=1\n`
    const running = await start(entry)
    const listing = async () =>
      (await running.call('/api/v2/watches')).json<{
        watches: { id: string; url: string; state: string }[]
      }>().watches
    const watch = (await listing()).find(one => one.url.endsWith('?own=1'))
    expect(watch).toMatchObject({ source: 'file' })
    const path = `/api/v2/watches/${watch?.id}`
    const headers = { 'content-type': 'application/json' }
    const edit = (body: object) =>
      running.call(path, { method: 'PATCH', headers, body: JSON.stringify(body) })
    for (const reply of [await edit({ paused: true }), await edit({ when: 'price < 5' })]) {
      expect([reply.status, reply.json()]).toMatchObject([
        400,
        { code: 'invalid_parameter', errors: [{ name: 'id' }] },
      ])
      expect(reply.json().detail).toMatch(/wares\.yaml:2:5.*paused: true/)
    }
    expect((await running.call(path, { method: 'DELETE' })).status).toBe(400)
    await running.stop()
    expect(await listed(`${entry}    paused: true\n`)).toContainEqual(
      expect.objectContaining({ id: watch?.id, state: 'paused' }),
    )
    const later = await start('watches: []\n')
    const resumed = await later.call(path, { method: 'PATCH', headers, body: '{"paused": false}' })
    expect([resumed.status, resumed.json().detail]).toEqual([
      400,
      expect.stringMatching(/no longer in wares\.yaml/),
    ])
    expect((await later.call(path, { method: 'DELETE' })).status).toBe(204)
    await later.stop()
  }, 240_000)

  it('is rejected with the position of the invalid watch', async () => {
    const yaml = `watches:\n  - url: ${shirt()}\n  - url: ${shirt()}?x=1\n    every: 5s\n`
    await expect(start(yaml)).rejects.toThrow(/watches\[1\].*at least 60 seconds/)
    const never =
      'watches:\n  - operation: sneakerhub.prices\n    params: { id: "1044287" }\n    when: price < 5\n'
    await expect(start(never)).rejects.toThrow(/watches\[0\].*"price < 5" cannot be checked/)
  }, 120_000)
})
