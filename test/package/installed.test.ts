// The installed package does what the clone does: on every supported Node, from a path with a space, read-only, as another
// user.
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documents, moduleOf } from '../docs/documents.ts'
import { ROOT, run } from '../e2e/process.ts'
import { TRIES_ALL } from '../sample.ts'
import { freePort } from '../support/servers.ts'
import { findNode, installPackage, plainUser, setWritable } from './installed-package.ts'

/** npm has these for both processor architectures. The last is the one that runs the tests. */
const SUPPORTED = ['22.20.0', '24.21.0', process.versions.node]
/** The oldest is the one that lacks something; the newest runs all other tests. */
const VERSIONS = TRIES_ALL ? SUPPORTED : SUPPORTED.slice(0, 1)
const TOO_OLD = '10.18.1'
const MAX_UNPACKED_BYTES = 4_500_000
const TIMEOUT_MS = 480_000

const found = await Promise.all(VERSIONS.map(async version => ({ version, node: await findNode(version) })))
const nodes = found.flatMap(({ version, node }) => (node === undefined ? [] : [{ version, node }]))
const [lowest = { node: '' }] = nodes
const installed = await installPackage(lowest.node)
const { project, home, installLog } = installed ?? { project: '', home: '', installLog: '' }
const place = (name: string) => join(project, 'node_modules', name)

afterAll(() => installed?.remove())

interface Manifest {
  readonly [name: string]: unknown
  readonly exports: Readonly<Record<string, unknown>>
}

const IN_JAVASCRIPT = `
import { Fault, startWares } from 'wares'
import * as reader from '@wares/reader'
import { createWares } from '@wares/client'
import manifest from 'wares/package.json' with { type: 'json' }
const wares = await startWares({ data: process.argv[2], sandbox: { speed: 0 } })
const { data } = await wares.call('sneakerhub.prices', { id: 1044287 })
const fault = await wares.call('sneakerhub.prices', { id: '1044287~gone' }).catch(error => error)
const client = createWares({ url: wares.url, key: wares.key })
const same = await client.sneakerhub.prices({ id: '1044287' })
await wares.close()
console.log(JSON.stringify({
  name: manifest.name, rows: data.length, client: same.length, fault: fault instanceof Fault && fault.code,
  reader: Object.keys(reader).length > 0,
}))
`

describe.skipIf(!installed)('published package', () => {
  const manifest = installed
    ? (JSON.parse(readFileSync(join(place('wares'), 'package.json'), 'utf8')) as Manifest)
    : { exports: {} }

  it('downloads no Node, runs no script, and needs nothing from the clone', () => {
    for (const name of [
      'private',
      'scripts',
      'devDependencies',
      'optionalDependencies',
      'imports',
      'workspaces',
      'overrides',
    ])
      expect(manifest).not.toHaveProperty(name)
    expect(globSync(join(project, 'node_modules/node-{linux,darwin,win,bin}*'))).toEqual([])
  })

  it('has the metadata that a registry shows', () => {
    expect(manifest).toMatchObject({ name: 'wares', license: 'MIT', engines: { node: '>=22.19' } })
    expect(manifest.description).toEqual(expect.any(String))
    expect(manifest.keywords).toEqual(expect.arrayContaining([expect.any(String)]))
  })

  it('is installed without a warning about the engine', () => {
    expect(installLog).not.toMatch(/EBADENGINE|deprecated/)
  })

  it(`contains only the expected files, in less than ${MAX_UNPACKED_BYTES} bytes`, () => {
    const files = globSync('**/*', { cwd: place('wares') }).filter(file =>
      statSync(join(place('wares'), file)).isFile(),
    )
    const bytes = files.map(file => statSync(join(place('wares'), file)).size)
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(MAX_UNPACKED_BYTES)
    expect(files.filter(file => /(?<!\.d)\.tsx?$|\.test\.|\/cases\//.test(file))).toEqual([])
    expect(
      files.filter(file => !/^(?:bin|dist|web\/dist)\/|^[A-Z]+(?:\.md)?$|^package\.json$/.test(file)),
    ).toEqual([])
  })

  it('has a file and a declaration for each export', () => {
    for (const target of Object.values(manifest.exports).flatMap(one =>
      typeof one === 'string' ? [one] : Object.values(one as Record<string, string>),
    ))
      expect(statSync(join(place('wares'), target)).isFile()).toBe(true)
  })

  it('reports a Node that is too old in one sentence', async () => {
    const old = await findNode(TOO_OLD)
    if (!old || !installed) return
    const { code, stdout, stderr } = await plainUser(old, installed, {}).run(join(old, 'node'), [
      join(place('wares'), 'bin/wares.js'),
      'start',
    ])
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      `Wares needs Node 22.19 or newer, this is ${TOO_OLD}; install a newer Node.\n`,
    ])
  })
})

describe.skipIf(!installed)('TypeScript', () => {
  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'preserve', moduleResolution: 'bundler' },
  ])(
    'finds the types of every export with %o',
    async modules => {
      setWritable(project, true)
      mkdirSync(join(project, 'src'), { recursive: true })
      const document = documents.find(({ path }) => path === 'docs/program.md')
      if (!document) throw new Error('there is no docs/program.md')
      writeFileSync(join(project, 'src/documented.ts'), moduleOf(document))
      writeFileSync(join(project, 'src/use.ts'), IN_TYPESCRIPT)
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
        outDir: 'out',
        rootDir: 'src',
        ...modules,
      }
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
      const checked = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], {}, project)
      expect(checked.stdout).toBe('')
    },
    TIMEOUT_MS,
  )
})

const IN_TYPESCRIPT = `
import { type CallResult, Fault, type RunningWares, startWares, type WaresOptions } from 'wares'
import { readProduct } from '@wares/reader'
import { createWares, type Wares } from '@wares/client'

const options: WaresOptions = { port: 0, sites: { storefront: { origin: 'https://shop.example' } } }
export const use = async (): Promise<CallResult<{ name: string }>> => {
  const wares: RunningWares = await startWares(options)
  const client: Wares = createWares({ url: wares.url, key: wares.key })
  console.log(typeof client, typeof readProduct, new Fault('not_found', '').code)
  return wares.call<{ name: string }>('general.product', { url: '' })
}
export const misuse = () => [
  // @ts-expect-error a port is a number
  startWares({ port: '8080' }),
  // @ts-expect-error there is no such setting
  startWares({ prot: 8080 }),
]
`

describe.skipIf(!installed)('installed package', () => {
  beforeAll(() => {
    setWritable(project, true)
    writeFileSync(join(project, 'use.js'), IN_JAVASCRIPT)
    writeFileSync(
      join(home, 'input.ndjson'),
      `${JSON.stringify({ operation: 'sneakerhub.prices', params: { id: '1044287' } })}\n`,
    )
    setWritable(project, false)
  })

  describe.concurrent.each(nodes)('on Node $version', ({ node }) => onNode(node))
})

/** The tests on one Node; all Nodes run at the same time. */
function onNode(node: string): void {
  const user = async () => {
    if (!installed) throw new Error('not installed')
    const [port, sandboxPort] = [await freePort(), await freePort()]
    return plainUser(node, installed, {
      XDG_DATA_HOME: join(home, `data-${port}`),
      WARES_PORT: String(port),
      WARES_SANDBOX_PORT: String(sandboxPort),
      WARES_SANDBOX_SPEED: '0',
      // All examples at once, on a machine that may be busy.
      WARES_DEADLINE_MS: '60000',
      WARES_LOG: 'warn',
    })
  }
  const command = place('.bin/wares')

  it(
    'starts with npx, answers all examples, and runs every command',
    async () => {
      const own = await user()
      const server = own.start('npx', ['wares', 'start'])
      try {
        const [, address = ''] = await server.until(/API +(http:\S+)/)
        const [, key = ''] = await server.until(/Key +(wares_\w+)/)
        const help = await own.run(command, ['call', '--help'])
        expect([help.code, help.stderr]).toEqual([0, ''])
        const document = (await (await fetch(`${address.replace(/\/$/, '')}/openapi.json`)).json()) as {
          paths: Record<string, { get?: { 'x-wares-example'?: Record<string, string> } }>
        }
        const operations = Object.entries(document.paths).flatMap(([path, { get }]) => {
          const example = get?.['x-wares-example']
          return example ? [{ path, example }] : []
        })
        expect(operations.length).toBeGreaterThanOrEqual(21)
        const statuses = await Promise.all(
          operations.map(async ({ path, example }) => {
            const query = new URLSearchParams(Object.entries(example).map(([name, value]) => [name, value]))
            const reply = await fetch(`${address}${path}?${query}`, { headers: { 'x-api-key': key } })
            return `${path} ${reply.status}`
          }),
        )
        expect(statuses.filter(one => !one.endsWith(' 200'))).toEqual([])
        expect((await fetch(`${address}/`)).status).toBe(200)
        await tryCommands(own, operations)
        // No warning from Node or npm.
        expect(server.output()).toMatch(/^Wares is ready/)
      } finally {
        await server.stop()
      }
      expect(server.output()).not.toMatch(/warn/i)
    },
    TIMEOUT_MS,
  )

  async function tryCommands(
    own: Awaited<ReturnType<typeof user>>,
    operations: readonly { path: string; example: Record<string, string> }[],
  ): Promise<void> {
    const url = operations.find(({ path }) => path === '/api/v2/product')?.example.url ?? ''
    const product = await own.run(command, ['product', url, '--json'])
    expect([product.code, product.stderr]).toEqual([0, ''])
    expect(JSON.parse(product.stdout)).toHaveProperty('name')
    const input = join(home, 'input.ndjson')
    const output = join(home, `output-${process.hrtime.bigint()}.ndjson`)
    const bulk = await own.run(command, ['bulk', 'run', input, '--out', output])
    expect(bulk.code, bulk.stderr).toBe(0)
    expect(readFileSync(output, 'utf8').trim().split('\n')).toHaveLength(1)
    const config = await own.run(command, ['config', '--json'])
    expect(JSON.parse(config.stdout)).toContainEqual(
      expect.objectContaining({ setting: 'data', from: 'XDG_DATA_HOME' }),
    )
    const mcp = await own.run(command, ['mcp'], { input: MCP_HELLO })
    expect(JSON.parse(mcp.stdout.split('\n', 1)[0] ?? '')).toMatchObject({
      result: { serverInfo: { name: 'wares' } },
    })
    const second = await own.run(command, ['start'])
    expect([second.code, second.stdout]).toEqual([1, ''])
    expect(second.stderr).toMatch(
      /^Wares is already running at http:\S+\nAnother Wares server uses the data folder [^\n]*\.\n$/,
    )
  }

  it(
    'can be imported from JavaScript',
    async () => {
      const own = await user()
      const { code, stdout, stderr } = await own.run('node', [
        'use.js',
        join(home, `program-${process.hrtime.bigint()}`),
      ])
      expect([code, stderr]).toEqual([0, ''])
      const { rows, ...rest } = JSON.parse(stdout) as { rows: number }
      expect(rows).toBeGreaterThan(0)
      expect(rest).toEqual({ name: 'wares', client: rows, fault: 'not_found', reader: true })
    },
    TIMEOUT_MS,
  )
}

const USE_MSGPACKR = `import('msgpackr').then(({ pack, unpack }) => console.log(unpack(pack({ a: 1 })).a))`

const MCP_HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})}\n`

describe.skipIf(!installed)('wares init', () => {
  it(
    'writes valid settings, and overwrites nothing',
    async () => {
      if (!installed) return
      const own = plainUser(nodes.at(-1)?.node ?? '', installed, { XDG_DATA_HOME: home })
      const init = (...words: string[]) => own.run(place('.bin/wares'), ['init', ...words], { cwd: home })
      expect(await init()).toMatchObject({ code: 0, stderr: '' })
      const file = join(home, 'wares.yaml')
      const [, schema = ''] = /\$schema=(\S+)/.exec(readFileSync(file, 'utf8')) ?? []
      expect(JSON.parse(readFileSync(join(home, schema), 'utf8'))).toMatchObject({ title: 'wares.yaml' })
      writeFileSync(file, 'port: 1234\n')
      expect(await init()).toMatchObject({
        code: 1,
        stderr: 'wares.yaml cannot be written: it exists; --force overwrites it.\n',
      })
      expect(readFileSync(file, 'utf8')).toBe('port: 1234\n')
      expect(await init('--force')).toMatchObject({ code: 0 })
      expect(readFileSync(file, 'utf8')).toContain('#port: 8080')
    },
    TIMEOUT_MS,
  )
})

describe.skipIf(!installed)('dependency missing from the installation', () => {
  const without = async (name: string, words: string[], env: Record<string, string> = {}) => {
    if (!installed) throw new Error('not installed')
    setWritable(project, true)
    renameSync(place(name), `${place(name)}-away`)
    try {
      const own = plainUser(nodes.at(-1)?.node ?? '', installed, { XDG_DATA_HOME: home, ...env })
      return await own.run('node', words)
    } finally {
      renameSync(`${place(name)}-away`, place(name))
    }
  }

  it.each([
    ['commander', ['shops'], {}],
    ['fastify', ['start'], {}],
    ['pg', ['keys', 'list'], { WARES_DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
  ])(
    '%s is named in one sentence',
    async (name, words, env) => {
      expect(await without(name, [place('.bin/wares'), ...words], env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `This installation is incomplete: ${name} is missing. Install Wares again.\n`,
      })
    },
    TIMEOUT_MS,
  )

  it(
    'is tolerated if it only improves speed',
    async () => {
      const { code, stderr } = await without('msgpackr-extract', ['-e', USE_MSGPACKR])
      expect([code, stderr]).toEqual([0, ''])
    },
    TIMEOUT_MS,
  )
})
