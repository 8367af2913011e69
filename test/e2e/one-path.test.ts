// A command does the same wherever its work is done: on a server with --server, on the own server of the data folder, or here.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/servers.ts'
import { COMMAND, type RunningProcess, start, wares } from './process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('own')
let env: Record<string, string>
let server: RunningProcess
let page: string
let key: string
let operator: { readonly address: string; readonly token: string }

beforeAll(async () => {
  env = {
    WARES_DATA: join(folder, 'data'),
    WARES_PORT: String(await freePort()),
    WARES_SANDBOX_PORT: String(await freePort()),
    // A clock that stands: what is read twice is the same.
    WARES_SANDBOX_SPEED: '0',
    WARES_LOG: 'silent',
  }
  server = start(process.execPath, [COMMAND, 'start'], env)
  await server.until(/x-api-key/)
  operator = JSON.parse(readFileSync(join(folder, 'data', 'operator.json'), 'utf8')) as typeof operator
  const made = await wares(
    [
      'keys',
      'create',
      '--name',
      'a',
      ...['*', 'watches', 'watches:all', 'shops'].flatMap(one => ['--scope', one]),
      '--json',
    ],
    env,
  )
  key = (JSON.parse(made.stdout) as { key: string }).key
  const offers = await wares(['offers', 'PV4272-660', '--json'], env)
  page = (JSON.parse(offers.stdout) as { product: { url: string } }).product.url
})
afterAll(async () => {
  await server.stop()
})

const withKey = () => ({ ...env, WARES_SERVER: operator.address, WARES_KEY: key })

/** The command by each of its ways: watches and receivers need a server. */
async function eachWay(args: readonly string[]) {
  const made = [await wares([...args], env), await wares([...args], withKey())]
  if (args[0] !== 'watch' && args[0] !== 'notify') made.push(await wares([...args, '--local'], env))
  return made.map(({ stdout, stderr, code }) => ({ stdout, stderr, code }))
}

describe('a command', () => {
  it('is done by the server of its data folder', async () => {
    expect(statSync(join(folder, 'data', 'operator.json')).mode & 0o777).toBe(0o600)
    const { stdout, code } = await wares(['product', page, '--json'], env)
    expect(code).toBe(0)
    const { fetched_at: first } = JSON.parse(stdout) as { fetched_at: string }
    // From its cache: another process would have read the page again.
    const again = JSON.parse((await wares(['product', page, '--json'], env)).stdout) as { fetched_at: string }
    expect(again.fetched_at).toBe(first)
    const here = JSON.parse((await wares(['product', page, '--json', '--local'], env)).stdout) as {
      fetched_at: string
    }
    expect(here.fetched_at).not.toBe(first)
  })

  it('prints the same by each way', async () => {
    const added = await wares(['watch', 'add', page, '--every', '15m', '--tags', 'a b', '--json'], env)
    const { id } = JSON.parse(added.stdout) as { id: string }
    await wares(['watch', 'check', id], env)
    await wares(['watch', 'pause', id], env)
    for (const args of [
      ['watch', 'list'],
      ['watch', 'list', '--output', 'table'],
      ['watch', 'try', id, '--when', 'price < 100000'],
      ['notify', 'list'],
      ['search', 'runner', '--sites', 'sneakerhub', '--output', 'csv'],
      ['call', 'sneakerhub.prices', '--id', '1044287', '--output', 'table'],
      ['call', 'sneakerhub.prices', '--id', '1044287', '--output', 'csv'],
      ['watch', 'export'],
    ]) {
      const ways = await eachWay(args)
      const texts = ways.map(one => one.stdout.replaceAll(/"to": "[^"]*"/g, ''))
      expect(new Set(texts).size, texts.join()).toBe(1)
      expect(new Set(ways.map(one => one.code))).toEqual(new Set([0]))
    }
    const shown = (await eachWay(['watch', 'show', id, '--output', 'table'])).map(
      ({ stdout }) => stdout.split('\n\n')[0],
    )
    expect(new Set(shown).size).toBe(1)
  })

  it('writes the same history by each way', async () => {
    const added = await wares(['watch', 'add', page, '--variant', 'size=9', '--json'], env)
    const { id } = JSON.parse(added.stdout) as { id: string }
    await wares(['watch', 'check', id], env)
    const file = join(folder, 'history.csv')
    const texts: string[] = []
    for (const settings of [env, withKey()]) {
      const { code, stderr } = await wares(['watch', 'history', id, '--out', file], settings)
      expect(code, stderr).toBe(0)
      texts.push(readFileSync(file, 'utf8'))
    }
    expect(texts[0]).toContain(`\n${id},`)
    expect(new Set(texts).size).toBe(1)
    const changes = await eachWay(['watch', 'changes', '--out', file])
    expect(new Set(changes.map(one => `${one.code} ${one.stdout}`)).size).toBe(1)
  })

  it('imports and exports through the server that runs', async () => {
    const file = join(folder, 'urls.txt')
    writeFileSync(file, `${page}?imported\n`)
    const { stdout } = await wares(['watch', 'import', file, '--json'], env)
    const { added, lines } = JSON.parse(stdout) as { added: number; lines: { id: string }[] }
    expect(added).toBe(1)
    await wares(['watch', 'check', lines[0]?.id ?? ''], env)
    const folders = await Promise.all(
      ['own', 'server'].map(async way => {
        const out = join(folder, `export-${way}`)
        const words = ['watch', 'history', '--out', out, '--format', 'csv']
        const done = await wares(words, way === 'server' ? withKey() : env)
        expect(done.code, done.stderr).toBe(0)
        return readdirSync(out).map(
          day => readFileSync(join(out, day, 'history.csv'), 'utf8').split('\n').length,
        )
      }),
    )
    expect(folders[0]).not.toEqual([])
    expect(new Set(folders.map(String)).size).toBe(1)
  })

  it('gives the same advice by each way', async () => {
    for (const args of [
      ['watch', 'show', 'w_none'],
      ['notify', 'test', 'nt_none'],
      ['product', 'nonsense', '--output', 'table'],
      ['call', 'sneakerhub.prices', '--id', '', '--output', 'table'],
    ]) {
      const ways = await eachWay(args)
      expect(ways[0]?.code, args.join(' ')).toBe(1)
      expect(new Set(ways.map(one => one.stderr)).size, ways.map(one => one.stderr).join()).toBe(1)
      expect(new Set(ways.map(one => one.stdout))).toEqual(new Set(['']))
    }
    const product = await eachWay(['product', `${page}~gone`, '--output', 'table'])
    expect(new Set(product.map(one => one.stderr)).size, product.map(one => one.stderr).join()).toBe(1)
  })

  it('serves the tools of a server to an agent', () => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call' }
    const line = JSON.stringify({ ...message, params: { name: 'shops', arguments: { name: 'sneakerhub' } } })
    const options = { input: `${line}\n`, encoding: 'utf8', env: { ...process.env, ...withKey() } } as const
    const { stdout, status } = spawnSync(process.execPath, [COMMAND, 'mcp'], options)
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 shops: sneakerhub')])
  })

  it('reports the same errors by each way', async () => {
    const [own, remote] = await eachWay(['watch', 'show', 'nope'])
    expect([own?.code, remote?.code]).toEqual([1, 1])
    expect(remote?.stderr).toBe(own?.stderr)
    const problems = (await eachWay(['product', 'https://nope.example/1', '--json'])).map(
      ({ stdout }) => (JSON.parse(stdout) as { code: string }).code,
    )
    expect(problems).toEqual(['url_not_allowed', 'url_not_allowed', 'url_not_allowed'])
  })

  it('that was started with another setting does not ask the server', async () => {
    const own = { ...env, WARES_SITE_SNEAKERHUB_ORIGIN: 'http://127.0.0.1:1' }
    const { stdout } = await wares(['shops', '--json'], own)
    const { shops } = JSON.parse(stdout) as { shops: { name: string; kind: string }[] }
    expect(shops.find(one => one.name === 'sneakerhub')?.kind).toBe('site')
  })

  it('masks the addresses of receivers', async () => {
    const address = 'https://ntfy.example/a-secret-topic'
    await wares(['notify', 'add', 'ntfy', address, '--json'], env)
    for (const { stdout } of await eachWay(['notify', 'list'])) expect(stdout).not.toContain('a-secret-topic')
  })
})

describe('the token of the operator', () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${operator.address}/api/v2/watches`, { headers }).then(response => response.status)

  it('needs no key, and no other text does', async () => {
    expect(await ask({ 'x-wares-operator': operator.token })).toBe(200)
    expect(await ask({ 'x-wares-operator': `${operator.token.slice(1)}x` })).toBe(401)
    expect(await ask({})).toBe(401)
    // A key that is sent counts: a page cannot add the header, but a script may send both.
    expect(await ask({ 'x-wares-operator': operator.token, 'x-api-key': 'wrong' })).toBe(401)
  })
})

it.each([[['watch', 'list']], [['notify', 'list']], [['feed', 'list']], [['usage']]])(
  '%s needs a server, and says so',
  async args => {
    const { stdout, stderr, code } = await wares(args, { WARES_DATA: join(folder, 'none') })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'Watches, receivers, feeds and usage need a running server: start one with `npx wares start`, or name one with --server.\n',
    )
  },
)

it('a command works when the server has ended without a word', async () => {
  const { stdout, code, stderr } = await wares(['shops', '--json'], {
    ...env,
    WARES_DATA: await abandonedFolder(),
  })
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('"shops"')
})

/** With the file of a server that was killed. */
async function abandonedFolder(): Promise<string> {
  const { mkdirSync, writeFileSync } = await import('node:fs')
  const data = join(folder, 'abandoned')
  mkdirSync(data)
  const own = JSON.parse(readFileSync(join(folder, 'data', 'operator.json'), 'utf8')) as object
  const dead = { ...own, address: `http://127.0.0.1:${await freePort()}` }
  writeFileSync(join(data, 'operator.json'), JSON.stringify(dead), { mode: 0o600 })
  return data
}
