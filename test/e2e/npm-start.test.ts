// The real process, as a newcomer starts it: `npm start`, the printed key, the printed call, and a graceful shutdown.
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sites } from '../../adapters/sites/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { freePort } from '../support/servers.ts'
import { ROOT, run, type RunningProcess, start, wares } from './process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const shell = (line: string) => promisify(execFile)('sh', ['-c', line])

/** Arguments that make a Node call itself an old one. */
const OLD_NODE = [
  '--import',
  "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })",
]

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.split(' ').filter(Boolean).map(Number)
}

let folder: string
let env: Record<string, string>
let server: RunningProcess
let key: string
let address: string

beforeAll(async () => {
  folder = temporaryFolder('e2e')
  env = {
    WARES_DATA: join(folder, 'data'),
    WARES_PORT: String(await freePort()),
    WARES_SANDBOX_PORT: String(await freePort()),
    WARES_LOG: 'debug',
  }
  address = `http://127.0.0.1:${env.WARES_PORT}`
  server = start('npm', ['start'], env)
  ;[, key = ''] = await server.until(/Key\s+(wares_\w+)/)
})

afterAll(async () => {
  await server.stop()
})

const ask = (path: string, withKey = key) => fetch(address + path, { headers: { 'x-api-key': withKey } })

describe('npm start', () => {
  it('prints a call that works when pasted', async () => {
    const [, line = ''] = await server.until(/Try it:\s+(curl .*)/)
    const { stdout } = await shell(`${line} --silent --fail`)
    expect(JSON.parse(stdout)).toBeTruthy()
  })

  it('says how many threads read pages', async () => {
    const [, count] = await server.until(/Workers\s+up to (\d+) \(threads that read pages\)/)
    expect(Number(count)).toBeGreaterThanOrEqual(2)
  })

  it('stores the key readable only by its owner, and prints it again after a restart', async () => {
    expect(statSync(join(folder, 'data', 'sandbox-key')).mode & 0o777).toBe(0o600)
    expect(await server.stop()).toBe(0)
    server = start('npm', ['start'], env)
    expect((await server.until(/Key\s+(wares_\w+)/))[1]).toBe(key)
  })

  /** Settings for a second server with a separate data folder. */
  const elsewhere = () => ({ ...env, WARES_DATA: `${env.WARES_DATA}-2` })

  it('says so when its port is taken', async () => {
    const second = await wares(['start'], {
      ...elsewhere(),
      WARES_SANDBOX_PORT: String(await freePort()),
    })
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/^Port \d+ is taken.*$/m)
    expect(second.stderr).toContain(`Wares is already running at http://127.0.0.1:${env.WARES_PORT}/`)
    expect(second.stderr).not.toContain('    at ')
  })

  it('says so when the port of the sandbox is taken', async () => {
    const second = await wares(['start'], { ...elsewhere(), WARES_PORT: String(await freePort()) })
    expect(second.code).toBe(1)
    expect(second.stderr).not.toContain('    at ')
    expect(second.stderr).toContain(env.WARES_SANDBOX_PORT)
  })

  it('answers requests in flight after SIGTERM, then exits 0', async () => {
    const slow = ask('/api/v1/scraper/sneakerhub/prices?id=1044287~slow')
    await new Promise(resolve => setTimeout(resolve, 500))
    const ended = server.stop()
    await server.until(/Stopping after the requests in flight/)
    expect((await slow).status).toBe(200)
    expect(await ended).toBe(0)
    server = start('npm', ['start'], env)
    await server.until(/Wares is ready/)
  })

  it('prints one clear sentence under a Node that is too old if no other is available', async () => {
    const lonely = join(folder, 'lonely')
    cpSync(join(ROOT, 'bin'), join(lonely, 'bin'), { recursive: true })
    writeFileSync(join(lonely, 'package.json'), '{"type":"module"}')
    const { code, stderr } = await run(process.execPath, [...OLD_NODE, 'bin/wares.js', 'start'], {}, lonely)
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('Wares needs Node 22.19 or newer')
  })

  it('ends with its launcher, even one that is killed', async () => {
    const own = {
      ...elsewhere(),
      WARES_PORT: String(await freePort()),
      WARES_SANDBOX_PORT: String(await freePort()),
    }
    const launched = start(process.execPath, [...OLD_NODE, join(ROOT, 'bin/wares.js'), 'start'], own)
    await launched.until(/Wares is ready/)
    const health = () => fetch(`http://127.0.0.1:${own.WARES_PORT}/healthz`).then(({ status }) => status)
    expect(await health()).toBe(200)
    launched.child.kill('SIGKILL')
    await expect.poll(() => health().catch(() => 'ended'), { timeout: 30_000 }).toBe('ended')
  })

  it.runIf(process.platform === 'linux')(
    'says so when the system ends it, with the exit code of the signal',
    async () => {
      const launched = start(process.execPath, [...OLD_NODE, join(ROOT, 'bin/wares.js'), 'mcp'], elsewhere())
      // The only process that the launcher has started.
      await expect.poll(() => childrenOf(launched.child.pid ?? 0), { timeout: 30_000 }).toHaveLength(1)
      process.kill(childrenOf(launched.child.pid ?? 0)[0] ?? 0, 'SIGKILL')
      await launched.until(/Wares was ended by SIGKILL\./)
      await expect.poll(() => launched.child.exitCode).toBe(137)
    },
  )

  it('writes no key into the log', async () => {
    const wrong = `wares_${'x'.repeat(38)}`
    expect((await ask('/api/v1/scraper/sneakerhub/trends', wrong)).status).toBe(401)
    expect((await ask('/api/v1/scraper/sneakerhub/trends')).status).toBe(200)
    await server.until(/"status":401/)
    const log = server.output().replace(/^.*(Key|curl).*$/gm, '')
    expect(log).not.toContain(wrong)
    expect(log).not.toContain(key)
  })
})

describe('keys of a running server', () => {
  const trends = '/api/v1/scraper/sneakerhub/trends'

  it('work at once, and are refused at once when revoked', async () => {
    const made = JSON.parse((await wares(['keys', 'create', '--name', 'me', '--json'], env)).stdout) as {
      id: string
      key: string
    }
    expect((await ask(trends, made.key)).status).toBe(200)
    expect((await wares(['keys', 'revoke', made.id], env)).code).toBe(0)
    expect((await ask(trends, made.key)).status).toBe(401)
  })

  it('are rotated with an overlap', async () => {
    const made = JSON.parse((await wares(['keys', 'create', '--name', 'turn', '--json'], env)).stdout) as {
      id: string
      key: string
    }
    const next = JSON.parse(
      (await wares(['keys', 'rotate', made.id, '--overlap', '1h', '--json'], env)).stdout,
    ) as { key: string }
    expect([(await ask(trends, made.key)).status, (await ask(trends, next.key)).status]).toEqual([200, 200])
    await wares(['keys', 'rotate', made.id, '--overlap', '0'], env)
    expect((await ask(trends, made.key)).status).toBe(401)
  })

  it('are limited to their scope, rate and quota', async () => {
    const create = async (...options: string[]) =>
      (
        JSON.parse((await wares(['keys', 'create', '--name', 'k', '--json', ...options], env)).stdout) as {
          key: string
        }
      ).key
    const scoped = await create('--scope', 'watchmarket', 'sneakerhub.trends')
    expect((await ask(trends, scoped)).status).toBe(200)
    const refused = await ask('/api/v1/scraper/sneakerhub/search?query=x', scoped)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'key_not_allowed',
    ])

    const slow = await create('--rate', '1', '--burst', '2')
    const statuses = [await ask(trends, slow), await ask(trends, slow), await ask(trends, slow)]
    expect(statuses.map(reply => reply.status)).toEqual([200, 200, 429])
    expect(statuses[0]?.headers.get('ratelimit')).toMatch(/^"rate";r=1;t=\d+$/)
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBe(1)

    const small = await create('--quota', '2')
    const counted = [
      await ask(trends, small),
      await ask('/api/v1/scraper/sneakerhub/search', small),
      await ask(trends, small),
    ]
    expect(counted.map(reply => reply.status)).toEqual([200, 400, 429])
    expect(((await counted[2]?.json()) as { code: string }).code).toBe('quota_exceeded')
  })

  it('are listed without their text', async () => {
    const { stdout } = await wares(['keys', 'list'], env)
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: 'sandbox', state: 'active' }))
    expect(stdout).not.toContain('wares_')
  })
})

describe('wares call', () => {
  it('runs an operation without a server, records it, and replays the recording without a network', async () => {
    const har = join(folder, 'one.har')
    const live = await wares(
      ['call', 'sneakerhub.prices', '--id', '1044287', '--country', 'UK', '--record', har],
      env,
    )
    expect(live.code).toBe(0)
    const { log } = JSON.parse(readFileSync(har, 'utf8')) as { log: { version: string; entries: unknown[] } }
    expect([log.version, log.entries.length > 0]).toEqual(['1.2', true])
    const replay = await wares(['call', 'sneakerhub.prices', '--id=1044287', '--country=UK', '--har', har], {
      ...env,
      WARES_SANDBOX_PORT: '1',
    })
    expect(replay.stdout).toBe(live.stdout)
  })

  it('prints the problem and exits 1 on a fault', async () => {
    const { code, stdout } = await wares(['call', 'sneakerhub.prices', '--id', '1044287~gone'], env)
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ code: 'not_found', status: 404 })
  })

  it('suggests the nearest operation for a mistyped one', async () => {
    const { code, stderr } = await wares(['call', 'sneakerhub.price'], env)
    expect(code).toBe(2)
    expect(stderr).toContain('did you mean sneakerhub.prices?')
  })
})

describe('wares call --help', () => {
  it('lists every operation', async () => {
    const { stdout } = await wares(['call', '--help'], env)
    for (const { operation } of createRegistry(sites).entries) expect(stdout).toContain(`  ${operation.id} `)
  })
})
