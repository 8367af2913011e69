// The command line as people and shells meet it: help, exit codes, terminal and pipe, completion, doctor.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/engine/registry.ts'
import { commands } from '../../src/cli/commands.ts'
import { sites } from '../../src/sites/index.ts'
import { freePort } from '../start-wares.ts'
import { run, wares } from './process.ts'

// oxlint-disable-next-line no-control-regex
const COLOUR = /\x1b\[/

let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wares-cli-'))
  env = {
    WARES_DATA: join(folder, 'data'),
    WARES_PORT: String(await freePort()),
    WARES_SANDBOX_PORT: String(await freePort()),
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** On a terminal of its own, as `script` gives one. */
function onTerminal(line: string, more: Record<string, string> = {}) {
  const command = `${process.execPath} bin/wares.js ${line}`
  // Where CI is set, Node takes every terminal for one without colours.
  return run('env', ['-u', 'CI', 'script', '-qec', command, '/dev/null'], { ...env, TERM: 'xterm', ...more })
}

describe('wares --help', () => {
  it('shows every command, examples and exit codes', async () => {
    const { code, stdout } = await wares(['--help'], env)
    expect(code).toBe(0)
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
    expect(stdout).toContain('Exit codes:')
    expect((await wares([], env)).stdout).toBe(stdout)
  })

  it.each(commands.map(row => [row.name, row.about]))('%s has help of its own', async (name, about) => {
    const { code, stdout } = await wares([name, '--help'], env)
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(about)
  })

  it('loads no site', async () => {
    const loaded = await run(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(TELL_MODULES)}`, 'bin/wares.js', '--help'],
      env,
    )
    expect(loaded.stderr).toContain('/src/cli/main.ts')
    expect(loaded.stderr).not.toContain('/src/sites/')
    expect(loaded.stderr).not.toContain('node_modules/typebox')
  })
})

const TELL_MODULES = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context) } })`

describe('exit codes', () => {
  it.each<[number, string, string[]]>([
    [0, 'done', ['ops']],
    [0, 'the version', ['--version']],
    [1, 'a fault', ['call', 'sneakerhub.prices', '--id', '1~gone']],
    [1, 'something that is not there', ['keys', 'revoke', 'key_none']],
    [2, 'an unknown command', ['strat']],
    [2, 'an unknown option', ['ops', '--jsno']],
    [2, 'a missing option', ['keys', 'create']],
    [2, 'a value that cannot be', ['keys', 'create', '--name', 'a', '--rate', 'fast']],
    [2, 'an unknown shell', ['completion', 'tcl']],
  ])('%i for %s', async (code, _, args) => {
    expect((await wares(args, env)).code).toBe(code)
  })
})

describe('output', () => {
  it('is JSON in a pipe, without colours', async () => {
    for (const args of [['ops'], ['keys', 'list'], ['doctor']]) {
      const { stdout } = await wares(args, { ...env, TERM: 'xterm' })
      expect(() => JSON.parse(stdout) as unknown).not.toThrow()
      expect(stdout).not.toMatch(COLOUR)
    }
    expect((await wares(['--help'], env)).stdout).not.toMatch(COLOUR)
  })

  it('is a table on a terminal, in colours unless NO_COLOR is set', async () => {
    const { stdout } = await onTerminal('ops')
    expect(stdout).toContain('sneakerhub.prices')
    expect(stdout).toMatch(COLOUR)
    expect(() => JSON.parse(stdout) as unknown).toThrow()
    const plain = await onTerminal('ops', { NO_COLOR: '1' })
    expect(plain.stdout).toContain('sneakerhub.prices')
    expect(plain.stdout).not.toMatch(COLOUR)
  })
})

describe('wares completion', () => {
  let script: string
  beforeAll(async () => {
    script = (await wares(['completion', 'bash'], env)).stdout
  })

  async function complete(...words: string[]): Promise<string[]> {
    const line = `${script}
COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _wares; printf '%s\\n' "\${COMPREPLY[@]}"`
    return (await run('bash', ['-c', line])).stdout.trim().split('\n')
  }

  it.each<[string[], string[]]>([
    [['wares', 'do'], ['doctor']],
    [
      ['wares', 'keys', 'r'],
      ['revoke', 'rotate'],
    ],
    [['wares', 'keys', 'create', '--name', 'me', '--sc'], ['--scope']],
    [
      ['wares', 'call', 'sneakerhub.p'],
      ['sneakerhub.product', 'sneakerhub.prices'],
    ],
    [
      ['wares', 'call', 'sneakerhub.prices', '--'],
      ['--id', '--country'],
    ],
    [['wares', 'completion', 'z'], ['zsh']],
  ])('%j', async (words, wanted) => {
    expect(await complete(...words)).toEqual(wanted)
  })

  it.each(['zsh', 'fish'])('has a script for %s that knows every operation', async shell => {
    const { stdout } = await wares(['completion', shell], env)
    for (const { operation } of createRegistry(sites).entries) expect(stdout).toContain(operation.id)
  })
})

interface Report {
  healthy: boolean
  findings: { check: string; state: string; found: string; next?: string }[]
}

describe('wares doctor', () => {
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) server.close()
  })

  async function listen(status: number): Promise<number> {
    const server = createServer((_, response) => response.writeHead(status).end('User-agent: *\nAllow: /\n'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    return (server.address() as AddressInfo).port
  }

  async function doctor(more: Record<string, string> = {}) {
    const { code, stdout } = await wares(['doctor'], { ...env, ...more })
    const report = JSON.parse(stdout) as Report
    const find = (check: string) => report.findings.find(finding => finding.check === check)
    return { code, report, find }
  }

  it('finds a fresh machine well', async () => {
    const { code, report } = await doctor()
    expect([code, report.healthy]).toEqual([0, true])
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

  it('says what to do about a data folder that cannot be written', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, find } = await doctor({ WARES_DATA: join(file, 'data') })
    expect([code, find('data folder')?.state]).toEqual([1, 'bad'])
  })

  it('looks at the robots.txt of each origin', async () => {
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

  it('names a setting that cannot be used', async () => {
    const { code, find } = await doctor({ WARES_PORT: 'eighty' })
    expect([code, find('settings')?.state]).toEqual([1, 'bad'])
    expect(find('settings')?.found).toContain('eighty')
  })

  it('shows the same on a terminal', async () => {
    const { stdout } = await onTerminal('doctor', { NO_COLOR: '1' })
    expect(stdout).toMatch(/✓ Node/)
    expect(stdout).toContain('All is well.')
  })
})
