// "From a fault to a fixed adapter" of docs/internals/adding-a-site.md, command by command, in a copy of the repository.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PRICES = '/api/v1/scraper/sneakerhub/prices'
const copy = temporaryFolder('fix')
let server: TestWares
let id = ''

beforeAll(async () => {
  for (const one of [
    'bin',
    'adapters',
    'reader',
    'src',
    'scripts',
    'client',
    'sandbox',
    'test/replay',
    'test/support',
    'test/setup.ts',
    'test/bundle.ts',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    cpSync(join(root, one), join(copy, one), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  server = await startTestWares()
  const answer = await server.call(PRICES, { query: { id: '1044287~changed' } })
  id = answer.headers['x-request-id'] ?? ''
  // The record can be read only after its recording is written.
  expect((await server.call(`/api/v2/requests/${id}`)).status).toBe(200)
}, 180_000)
afterAll(async () => {
  await server.stop()
})

function run(command: string, words: readonly string[]) {
  const env = {
    ...process.env,
    WARES_DATA: server.dataDir,
    WARES_CONFIG: undefined,
    NO_COLOR: '1',
  }
  return spawnSync(command, words, { cwd: copy, env, encoding: 'utf8' })
}
const wares = (...words: string[]) => run(process.execPath, ['bin/wares.js', ...words])
const node = (...words: string[]) => run(process.execPath, words)
function runCase() {
  const only = ['-t', 'sneakerhub/prices/entries-moved']
  const vitest = join(root, 'node_modules/.bin/vitest')
  const { status, stdout, stderr } = run(vitest, ['run', 'test/replay/replay.test.ts', ...only])
  return { status, output: stdout + stderr }
}

function edit(path: string, change: (old: string) => string): void {
  const old = readFileSync(join(copy, path), 'utf8')
  const made = change(old)
  expect(made).not.toBe(old)
  writeFileSync(join(copy, path), made)
}

describe('from a fault to a fixed adapter', () => {
  it('takes four commands', { timeout: 600_000 }, () => {
    // Of a first try that was stopped.
    rmSync(join(copy, 'adapters/sites/sneakerhub/cases/prices/entries-moved'), {
      recursive: true,
      force: true,
    })
    const listed = JSON.parse(wares('replay', '--list', '--faults').stdout) as unknown
    expect(listed).toMatchObject([
      { request_id: id, operation: 'sneakerhub.prices', outcome: 'upstream_changed' },
    ])

    const explained = JSON.parse(wares('explain', id).stdout) as unknown
    expect(explained).toMatchObject({
      outcome: 'upstream_changed',
      problem: { field: 'price rows' },
      exchanges: [{ status: 200, attempt: 1 }],
    })

    const made = node('scripts/new-case.ts', id, '--name', 'entries-moved')
    expect(made.stderr + made.stdout).toContain('expected.json is a draft')
    expect(runCase()).toMatchObject({
      status: 1,
      output: expect.stringContaining('Write down what the page says'),
    })

    expect(JSON.parse(wares('replay', id).stdout)).toMatchObject([{ recording: id, differences: [] }])
    edit('adapters/sites/sneakerhub/cases/prices/entries-moved/expected.json', old => {
      const { draft: _, ...expected } = JSON.parse(old) as Record<string, unknown>
      return JSON.stringify({ ...expected, result: [], absent: [] }, null, 2)
    })
    expect(runCase().output).toContain('upstream_changed')
    edit('adapters/sites/sneakerhub/prices.ts', old =>
      old.replace(
        'asList(page.json(), row => row)',
        "asList(valueAt(page.json(), 'result', 'entries'), row => row)",
      ),
    )
    const fixed = runCase()
    expect(fixed.status, fixed.output).toBe(0)
    const replayed = wares('replay', id)
    expect(replayed.status).toBe(1)
    expect(JSON.parse(replayed.stdout)).toMatchObject([
      { differences: [{ was: 'upstream_changed (price rows)', is: 'ok' }] },
    ])
  })

  it('refuses a recording that cannot be replayed, and says why', { timeout: 120_000 }, () => {
    const foreign = join(copy, 'foreign.har')
    writeFileSync(foreign, JSON.stringify({ log: { version: '1.2', entries: [] } }))
    const refused = wares('replay', foreign)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(/lacks log\._operation .*, log\._params .*, log\._answer or log\._fault/)
    const unknown = wares('replay', 'no-such-request')
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('never recorded') })
    expect(wares('replay')).toMatchObject({ status: 2 })
    expect(wares('explain', 'no-such-request')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('never recorded'),
    })
  })

  it('replays an exported recording elsewhere', { timeout: 120_000 }, () => {
    const folder = join(copy, 'exported')
    expect(wares('replay', '--export', folder).stdout).toContain(`${id}.har`)
    const replayed = wares('replay', folder)
    expect(JSON.parse(replayed.stdout)).toHaveLength(1)
    expect(wares('replay', '--since', '1h', '--operation', 'sneakerhub.product')).toMatchObject({ status: 0 })
  })
})
