// The command line: help, exit codes, terminal and pipe.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { COMMAND, run, startServer, wares } from './process.ts'
import { runOnTerminal } from './terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// oxlint-disable-next-line no-control-regex
const COLOUR = /\x1b\[/

let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = temporaryFolder('cli')
  env = { WARES_DATA: join(folder, 'data') }
  // Watches, receivers and usage need one.
  await startServer(env)
})

it('reads a saved page whose address is not known', async () => {
  const offers = { '@type': 'Offer', price: '24.90', priceCurrency: 'EUR' }
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Garden chair',
    sku: 'X-1',
    offers,
  }
  const file = join(folder, 'saved.html')
  writeFileSync(
    file,
    `<html lang="en"><head><title>Garden chair</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>Garden chair</h1></body></html>`,
  )
  const { code, stdout } = await wares(['product', file], env)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { name: 'Garden chair', price: '24.90' }])
})

const onTerminal = (line: string, more: Record<string, string> = {}) =>
  runOnTerminal(`${process.execPath} ${COMMAND} ${line}`, { ...env, ...more })

describe('wares --help', () => {
  it('shows every command, examples and exit codes', async () => {
    const { code, stdout } = await wares(['--help'], env)
    expect(code).toBe(0)
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
    expect(stdout).toMatch(/^Exit codes: 0 done; 1 .+; 2 .+; 3 .+; 130 /m)
    // One screen.
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(50)
    expect((await wares([], env)).stdout).toBe(stdout)
  })

  it.each(commands.map(row => [row.name, row.about]))('%s has its own help', async (name, about) => {
    const { code, stdout } = await wares([name, '--help'], env)
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(about)
  })

  it('loads no site', async () => {
    const loaded = await run(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(LOG_LOADED_MODULES)}`,
        'bin/wares.js',
        '--help',
      ],
      env,
    )
    expect(loaded.stderr).toContain('/src/cli/main.ts')
    expect(loaded.stderr).not.toContain('/sites/')
    expect(loaded.stderr).not.toContain('node_modules/typebox')
  })
})

const LOG_LOADED_MODULES = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context) } })`

describe('exit codes', () => {
  it.each<[number, string, string[]]>([
    [0, 'done', ['call', '--help']],
    [0, 'the version', ['--version']],
    [1, 'a fault', ['call', 'sneakerhub.prices', '--id', '1~gone']],
    [1, 'something that is not there', ['keys', 'revoke', 'key_none']],
    [2, 'an unknown command', ['strat']],
    [2, 'an unknown option', ['shops', '--jsno']],
    [2, 'a missing option', ['keys', 'create']],
    [2, 'a value that cannot be', ['keys', 'create', '--name', 'a', '--rate', 'fast']],
    [2, 'options that exclude each other', ['usage', '--csv', '--json']],
    [2, 'a day that is none', ['usage', '--from', '2026-02-31']],
    [2, 'an interval that is too short', ['watch', 'add', 'https://shop.example/a', '--every', '10s']],
    [2, 'a condition that is none', ['watch', 'add', 'https://shop.example/a', '--when', 'cheap']],
    [2, 'an unknown operation', ['call', 'nowhere.at.all']],
    [2, 'a parameter without a value', ['call', 'sneakerhub.prices', '--id']],
  ])('%i for %s', async (code, _, args) => {
    expect((await wares(args, env)).code).toBe(code)
  })
})

describe('an error says what to do', () => {
  const add = ['notify', 'add', 'webhook']
  it.each<[number, string, string[]]>([
    [2, 'did you mean sneakerhub?', ['keys', 'create', '--name', 'a', '--scope', 'sneekerhub']],
    [
      2,
      'general, watches, watches:all, evidence, shops',
      ['keys', 'create', '--name', 'a', '--scope', 'nothing-like-it'],
    ],
    [2, 'WARES_PORT', ['start', '--port', '8080']],
    [2, 'There is no shop "nosuch"', ['shops', 'nosuch']],
    [2, '--allow-private', [...add, 'http://127.0.0.1:9099/hook']],
    [2, '--allow-private', [...add, 'http://localhost:9099/hook']],
    [1, 'There is no key with the id nope', ['usage', '--of', 'nope']],
    [1, 'There is no watch nope; `wares watch list` shows them.', ['watch', 'show', 'nope']],
  ])('exit code %i, %s', async (code, text, args) => {
    const { stderr, ...result } = await wares(args, env)
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(text)
  })

  it('and the help says what a command takes and prints', async () => {
    expect((await wares(['product', '--help'], env)).stdout.replaceAll(/\s+/g, ' ')).toContain(
      'the candidates for each field',
    )
    const keys = (await wares(['keys', 'create', '--help'], env)).stdout.replaceAll(/\s+/g, ' ')
    expect(keys).toContain(
      'sites, operations, `general`, `watches`, `watches:all`, `evidence`, `shops`, `usage:all`, or * for all',
    )
    expect(`${keys}${(await wares([...add, '--help'], env)).stdout}`).not.toContain('[]')
  })
})

describe('output', () => {
  it('is JSON in a pipe, without colours', async () => {
    for (const args of [
      ['shops'],
      ['keys', 'create', '--name', 'me'],
      ['keys', 'list'],
      ['usage'],
      ['doctor'],
    ]) {
      const { stdout } = await wares(args, { ...env, TERM: 'xterm' })
      expect(() => JSON.parse(stdout) as unknown).not.toThrow()
      expect(stdout).not.toMatch(COLOUR)
    }
    expect((await wares(['--help'], env)).stdout).not.toMatch(COLOUR)
  })

  it('is a table on a terminal, in colours unless NO_COLOR is set', async () => {
    const { stdout } = await onTerminal('shops')
    expect(stdout).toContain('sneakerhub')
    expect(stdout).toMatch(COLOUR)
    expect(() => JSON.parse(stdout) as unknown).toThrow()
    const plain = await onTerminal('shops', { NO_COLOR: '1' })
    expect(plain.stdout).toContain('sneakerhub')
    expect(plain.stdout).not.toMatch(COLOUR)
  })
})
