// `wares doctor` on healthy and on broken machines: every finding says what to do.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  queryPostgres,
  withRedis,
  postgresServer,
  redisServer,
  startRedis,
  createTestDatabase,
} from '../services.ts'
import { COMMAND, wares } from './process.ts'
import { runOnTerminal } from './terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer, startTcpServer } from '../support/servers.ts'

let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = temporaryFolder('doctor')
  env = {
    WARES_DATA: join(folder, 'data'),
    WARES_PORT: String(await freePort()),
    WARES_SANDBOX_PORT: String(await freePort()),
  }
})

interface Report {
  healthy: boolean
  findings: { check: string; state: string; found: string; next?: string }[]
}

describe('wares doctor', () => {
  async function listen(status: number, headers: Record<string, string> = {}): Promise<number> {
    const server = await startHttpServer((_, response) =>
      response.writeHead(status, headers).end('User-agent: *\nAllow: /\n'),
    )
    return server.port
  }

  async function doctor(more: Record<string, string> = {}) {
    const { code, stdout } = await wares(['doctor'], { ...env, ...more })
    const report = JSON.parse(stdout) as Report
    const find = (check: string) => report.findings.find(finding => finding.check === check)
    for (const { check, state, next } of report.findings) {
      if (state === 'warning' || state === 'bad') expect(next, check).toMatch(/^[A-Z].*[.;]$/)
    }
    expect([code, report.healthy]).toEqual(
      report.findings.some(({ state }) => state === 'bad') ? [1, false] : [0, true],
    )
    return { code, report, find }
  }

  it('reports a fresh machine as healthy', async () => {
    const { code, report, find } = await doctor()
    expect([code, report.healthy]).toEqual([0, true])
    expect(find('settings')?.found).toMatch(
      /^no wares\.yaml; WARES_PORT, WARES_DATA, .* in this shell \(a running server/,
    )
    expect(report.findings.filter(({ state }) => state === 'bad')).toEqual([])
  })

  it('says what to do about a taken port', async () => {
    const port = await listen(200)
    const { code, find } = await doctor({ WARES_PORT: String(port) })
    expect(code).toBe(1)
    expect(find('port of the API')).toMatchObject({
      state: 'bad',
      next: expect.stringContaining('WARES_PORT'),
    })
  })

  it('says what to do about services that do not answer', async () => {
    const { code, find } = await doctor({
      WARES_REDIS_URL: 'redis://127.0.0.1:1',
      WARES_DATABASE_URL: 'postgres://127.0.0.1:1/wares',
    })
    expect(code).toBe(1)
    expect([find('Redis')?.state, find('PostgreSQL')?.state]).toEqual(['bad', 'bad'])
    expect(find('Redis')?.next).toContain('WARES_REDIS_URL')
  })

  it('does not hang on services that accept connections and never respond', async () => {
    const { port } = await startTcpServer(() => {})
    const { find } = await doctor({
      WARES_REDIS_URL: `redis://127.0.0.1:${port}`,
      WARES_DATABASE_URL: `postgres://wares@127.0.0.1:${port}/wares`,
    })
    for (const name of ['Redis', 'PostgreSQL'])
      expect(find(name)).toMatchObject({ state: 'bad', found: 'did not answer within 5000 ms' })
  })

  it.skipIf(redisServer === undefined)(
    'recognises a healthy, a misconfigured and a password-protected Redis',
    async () => {
      const redis = await startRedis()
      try {
        const look = async () => (await doctor({ WARES_REDIS_URL: redis.url })).find('Redis')
        expect(await look()).toMatchObject({ state: 'good', found: expect.stringMatching(/version \d/) })
        await withRedis(redis.url, client => client.config('SET', 'maxmemory-policy', 'allkeys-lru'))
        expect(await look()).toMatchObject({ state: 'warning', next: expect.stringContaining('noeviction') })
        await withRedis(redis.url, client => client.config('SET', 'requirepass', 'secret'))
        expect(await look()).toMatchObject({ state: 'bad', next: expect.stringContaining('password') })
        const opened = redis.url.replace('redis://', 'redis://:secret@')
        expect((await doctor({ WARES_REDIS_URL: opened })).find('Redis')?.state).toBe('warning')
      } finally {
        await redis.remove()
      }
    },
  )

  it.skipIf(postgresServer === undefined)(
    'recognises a healthy, a missing and an unusable PostgreSQL',
    async () => {
      const database = await createTestDatabase()
      const poor = `poor_${process.pid}`
      try {
        const look = async (url: string) => (await doctor({ WARES_DATABASE_URL: url })).find('PostgreSQL')
        expect(await look(database.url)).toMatchObject({
          state: 'good',
          found: expect.stringMatching(/version \d/),
        })
        expect(await look(`${database.url}_none`)).toMatchObject({
          state: 'bad',
          next: expect.stringContaining('createdb'),
        })
        await queryPostgres(database.url, `CREATE ROLE ${poor} LOGIN`)
        const url = database.url.replace('postgres@', `${poor}@`)
        const refused = await look(url)
        expect(refused?.state).toBe('bad')
        // After following its advice literally, both the doctor and the store succeed.
        await queryPostgres(database.url, /CREATE SCHEMA .*?;/.exec(refused?.next ?? '')?.[0] ?? '')
        expect((await look(url))?.state).toBe('good')
        const used = await wares(['keys', 'create', '--name', 'poor'], { ...env, WARES_DATABASE_URL: url })
        expect(used.code, used.stderr).toBe(0)
      } finally {
        await queryPostgres(database.url, `DROP SCHEMA IF EXISTS wares CASCADE; DROP ROLE IF EXISTS ${poor}`)
        await database.drop()
      }
    },
  )

  it('says what to do about a missing browser where one is needed', async () => {
    const config = join(folder, 'render.yaml')
    const look = async (yaml: string) => {
      writeFileSync(config, yaml)
      return (await doctor({ WARES_CONFIG: config })).find('Chromium')
    }
    expect(await look('chromium: /nowhere/chromium')).toMatchObject({ state: 'unused' })
    const site = 'sites: { sneakerhub: { render: browser } }'
    expect(await look(`chromium: /nowhere/chromium\n${site}`)).toMatchObject({
      state: 'bad',
      found: 'not at /nowhere/chromium, and needed by sneakerhub',
      next: expect.stringContaining('Install Chromium'),
    })
    // The file exists but is not a browser.
    expect(await look(`chromium: ${config}\n${site}`)).toMatchObject({
      state: 'bad',
      found: expect.stringContaining('does not run'),
    })
  })

  it('says what to do about a data folder that is not writable', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, find } = await doctor({ WARES_DATA: join(file, 'data') })
    expect([code, find('data folder')?.state]).toEqual([1, 'bad'])
  })

  it('names the currencies that the operator states in place of a shop', async () => {
    const file = join(folder, 'currency.yaml')
    const origin = `http://127.0.0.1:${await listen(200)}`
    writeFileSync(file, `sites: { storefront: { origin: "${origin}", settings: { currency: EUR } } }\n`)
    const { find } = await doctor({ WARES_CONFIG: file })
    expect(find('currencies')).toMatchObject({
      state: 'good',
      found: expect.stringContaining('storefront: EUR') as string,
    })
    expect((await doctor()).find('currencies')).toMatchObject({ state: 'unused' })
  })

  it('checks the robots.txt of each origin', async () => {
    const { code, find } = await doctor({
      WARES_SITE_SNEAKERHUB_ORIGIN: `http://127.0.0.1:${await listen(200)}`,
      WARES_SITE_WATCHMARKET_ORIGIN: `http://127.0.0.1:${await listen(404)}`,
      WARES_SITE_FASTFASHION1_ORIGIN: `http://127.0.0.1:${await listen(403)}`,
      WARES_SITE_FASTFASHION2_ORIGIN: 'http://127.0.0.1:1',
    })
    const names = ['sneakerhub', 'watchmarket', 'fastfashion1', 'fastfashion2']
    expect(names.map(name => find(`${name} robots.txt`)?.state)).toEqual(['good', 'good', 'warning', 'bad'])
    expect(code).toBe(1)
  })

  it('says how long to wait for a shop that is busy, not in which header', async () => {
    const port = await listen(429, { 'retry-after': '40' })
    const { find } = await doctor({ WARES_SITE_SNEAKERHUB_ORIGIN: `http://127.0.0.1:${port}` })
    const { next } = find('sneakerhub robots.txt') ?? {}
    expect(next).toMatch(/^Wait \d+ seconds/)
    expect(next).not.toContain('Retry-After')
  })

  it('checks the hosts of the general reader, too', async () => {
    const config = join(folder, 'reader.yaml')
    const [good, refusing] = [await listen(200), await listen(403)]
    const hosts = [
      `http://127.0.0.1:${good}`,
      `http://127.0.0.1:${refusing}`,
      'http://127.0.0.1:1',
      '*.example.org',
    ]
    writeFileSync(config, `reader: { hosts: ${JSON.stringify(hosts)} }`)
    const { code, report, find } = await doctor({ WARES_CONFIG: config })
    const states = report.findings.filter(({ check }) => check === 'reader.hosts').map(({ state }) => state)
    expect([code, states]).toEqual([1, ['good', 'warning', 'bad', 'unused']])
    expect(find('origins')?.state).toBe('unused')
    const base = `${hosts[0]}/shop`
    writeFileSync(config, `reader: { hosts: [${JSON.stringify(base)}, ${JSON.stringify(hosts[1])}] }`)
    const words = ['doctor', '--output', 'table']
    const { code: fine, stdout } = await wares(words, { ...env, WARES_CONFIG: config, NO_COLOR: '1' })
    expect(stdout).toContain(`${base} answers`)
    expect([fine, stdout.trim().split('\n').at(-1)]).toEqual([0, '1 warning.'])
  })

  it('names a setting that is invalid', async () => {
    const { code, find } = await doctor({ WARES_PORT: 'eighty' })
    expect([code, find('settings')?.state]).toEqual([1, 'bad'])
    expect(find('settings')?.found).toContain('eighty')
  })

  it('shows the same on a terminal', async () => {
    const { stdout } = await runOnTerminal(`${process.execPath} ${COMMAND} doctor`, {
      ...env,
      NO_COLOR: '1',
    })
    expect(stdout).toMatch(/✓ Node/)
    expect(stdout).toContain('All checks passed.')
  })
})
