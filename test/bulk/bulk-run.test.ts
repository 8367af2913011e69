// `wares bulk run` as a real process: killed at random moments, stopped gracefully, started twice.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseCells } from '../../src/answer/table/csv.ts'
import { COMMAND, start, wares } from '../e2e/process.ts'
import { type BulkFixture, createBulkFixture, mismatches, priceInputs, readResults } from './bulk-fixture.ts'
import { expectGeneralTable, generalInputs } from './general-table.ts'

let fixture: BulkFixture

beforeAll(async () => {
  fixture = await createBulkFixture()
})

const bulk = (input: string, out: string, ...more: string[]) =>
  start(process.execPath, [COMMAND, 'bulk', 'run', input, '--out', out, ...more], fixture.env)

const readTable = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => parseCells(line) ?? [])

/** Sorts rows and removes times, because inputs finish in any order and at different times. */
function inOrder([header = [], ...rows]: string[][]): string[][] {
  const time = header.indexOf('fetched_at')
  return rows
    .map(row => row.filter((_, place) => place !== time))
    .toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]))
}

/** Complete lines; the last one may still be written. */
const linesIn = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0

describe('wares bulk run', () => {
  it('gives every input exactly one result when it is killed at random moments and run again', async () => {
    const inputs = priceInputs(800)
    const file = fixture.writeInputs('killed.ndjson', inputs)
    const out = fixture.path('killed.out.ndjson')
    const counts: number[] = []
    for (let kills = 0; kills < 4; kills++) {
      const run = bulk(file, out, '--concurrency', '4', '--no-cache')
      // A kill before or after the first results must be survived.
      const before = linesIn(out)
      for (let waited = 0; waited < 1_200 && linesIn(out) === before; waited++) await sleep(50)
      await sleep(Math.random() * 200)
      const closed = once(run.child, 'close')
      run.child.kill('SIGKILL')
      await closed
      counts.push(linesIn(out))
    }
    // The kills came in the middle of the work, and each run continued from the previous one.
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(new Set(counts).size).toBeGreaterThan(2)
    const last = bulk(file, out)
    expect(await once(last.child, 'close')).toEqual([0, null])
    expect(mismatches(out, inputs)).toEqual([])
    expect(readResults(out).every(result => result.outcome === 'ok')).toBe(true)
  }, 180_000)

  it('writes the same table after a kill and a second run as without a kill', async () => {
    // Several rows for most inputs, so that a kill can come between the rows of one.
    const inputs = priceInputs(500)
    const file = fixture.writeInputs('table.ndjson', inputs)
    const out = fixture.path('table.killed.csv')
    const sizes: number[] = []
    for (let kills = 0; kills < 4; kills++) {
      const run = bulk(file, out, '--concurrency', '4', '--no-cache')
      const before = linesIn(out)
      for (let waited = 0; waited < 1_200 && linesIn(out) === before; waited++) await sleep(20)
      await sleep(Math.random() * 150)
      const closed = once(run.child, 'close')
      run.child.kill('SIGKILL')
      await closed
      sizes.push(linesIn(out))
    }
    expect(new Set(sizes).size).toBeGreaterThan(1)
    // As the kernel may leave it: half a row at the end.
    appendFileSync(out, '500,1,9,"operation=')
    for (const target of [out, fixture.path('table.whole.csv')]) {
      const last = bulk(file, target)
      expect(await once(last.child, 'close')).toEqual([0, null])
    }
    const [killed, whole] = [readTable(out), readTable(fixture.path('table.whole.csv'))]
    expect(new Set(killed.map(row => row.length)).size).toBe(1)
    expect(new Set(killed.slice(1).map(row => row[0])).size).toBe(inputs.length)
    expect(inOrder(killed)).toEqual(inOrder(whole))
  }, 240_000)

  it('stops gracefully on SIGINT, says so, and continues', async () => {
    const inputs = priceInputs(600)
    const file = fixture.writeInputs('stopped.ndjson', inputs)
    const out = fixture.path('stopped.out.ndjson')
    const first = bulk(file, out, '--concurrency', '2', '--no-cache')
    for (let waited = 0; waited < 1_200 && linesIn(out) === 0; waited++) await sleep(50)
    first.child.kill('SIGINT')
    expect(await once(first.child, 'close')).toEqual([130, null])
    expect(first.output()).toMatch(/Stopped. Run the same command to continue with the remaining \d+/)
    const done = readResults(out).length
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(inputs.length)
    const { code } = await wares(['bulk', 'run', file, '--out', out], fixture.env)
    expect(code).toBe(0)
    expect(mismatches(out, inputs)).toEqual([])
  }, 180_000)

  it('refuses a second process on the same output', async () => {
    const file = fixture.writeInputs('twice.ndjson', priceInputs(3_000))
    const out = fixture.path('twice.out.ndjson')
    const first = bulk(file, out, '--concurrency', '1', '--no-cache')
    for (let waited = 0; waited < 1_200 && linesIn(out) === 0; waited++) await sleep(50)
    const second = await wares(['bulk', 'run', file, '--out', out], fixture.env)
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/^Another process is writing to/m)
    await first.stop()
  }, 180_000)

  it('produces a result for every line, whatever is wrong with it', async () => {
    const inputs = [
      { operation: 'sneakerhub.prices', params: { id: '1044287', country: 'UK' }, mine: 'kept' },
      `${fixture.sandbox.origin}/watchmarket/watches/--id30100011.htm`,
      { operation: 'sneakerhub.prices', params: { id: '1044287~gone' } },
      { operation: 'sneakerhub.prices', params: { id: '1044287~blocked' } },
      { operation: 'sneakerhub.prices', params: { id: '1044287~busy' } },
      { operation: 'sneakerhub.prices', params: { colour: 'red' } },
      { operation: 'sneakerhub.nothing' },
      'https://elsewhere.example/p/1',
      '{"operation":',
    ]
    const file = fixture.writeInputs('faults.ndjson', inputs)
    const out = fixture.path('faults.out.ndjson')
    const { code, stdout, stderr } = await wares(
      ['bulk', 'run', file, '--out', out, '--attempts', '2'],
      fixture.env,
    )
    expect(code).toBe(0)
    expect(mismatches(out, inputs)).toEqual([])
    const outcomes = readResults(out)
      .toSorted((a, b) => a.line - b.line)
      .map(result => result.outcome)
    expect(outcomes).toEqual([
      'ok',
      'ok',
      'not_found',
      'upstream_blocked',
      'upstream_busy',
      'invalid_parameter',
      'invalid_parameter',
      'url_not_allowed',
      'invalid_parameter',
    ])
    // Plain text without a terminal.
    expect(stdout).toMatch(/^9\/9 {2}100%.*invalid_parameter 3.*upstream_busy 1/m)
    expect(stdout + stderr).not.toContain('\u001B')
  }, 60_000)

  it('refuses an output whose name implies another format', async () => {
    const file = fixture.writeInputs('endings.ndjson', priceInputs(1))
    for (const name of ['x.xlsx', 'x.json', 'x.csv.gz', 'x']) {
      const { code, stderr } = await wares(['bulk', 'run', file, '--out', fixture.path(name)], fixture.env)
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/must end in one of \.csv, \.parquet, \.ndjson, \.jsonl/),
      ])
      expect(existsSync(fixture.path(name))).toBe(false)
    }
  }, 60_000)

  it('refuses an output that is no regular file at once', async () => {
    const file = fixture.writeInputs('pipe.ndjson', priceInputs(1))
    const [pipe, folder, device] = [
      fixture.path('pipe.csv'),
      fixture.path('folder.csv'),
      fixture.path('device.ndjson'),
    ]
    spawnSync('mkfifo', [pipe])
    mkdirSync(folder)
    symlinkSync('/dev/null', device)
    for (const out of [pipe, folder, device]) {
      const { code, stderr } = await wares(['bulk', 'run', file, '--out', out], fixture.env)
      expect([code, stderr]).toEqual([2, expect.stringMatching(/must be a regular file/)])
    }
  }, 60_000)

  it('ends at the second signal although its input is a pipe that nobody writes', async () => {
    const pipe = fixture.path('input-pipe')
    spawnSync('mkfifo', [pipe])
    const run = bulk(pipe, fixture.path('input-pipe.out.csv'))
    const ended = once(run.child, 'close')
    await sleep(4_000)
    for (let turn = 0; turn < 20 && run.child.exitCode === null && run.child.signalCode === null; turn++) {
      run.child.kill('SIGINT')
      await sleep(250)
    }
    const [code, signal] = (await ended) as [number | null, string | null]
    expect([code === 0, code ?? signal]).not.toEqual([true, 0])
  }, 60_000)

  it('copies columns that are no parameters, says so first, and reports misspelt ones', async () => {
    const url = `${fixture.sandbox.origin}/sneakerhub/sneakers/halvik-arc-runner-chestnut-pv4272-210`
    const file = fixture.path('own.csv')
    const lines = ['operation,url,shelf,contry', `general.product,${url},A1,`, `general.product,${url},A2,FR`]
    writeFileSync(file, lines.join('\n'))
    const out = fixture.path('own.out.csv')
    const { code, stdout, stderr } = await wares(['bulk', 'run', file, '--out', out], fixture.env)
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^Not parameters, copied to the results: shelf\n/)
    const [header = [], ...rows] = readTable(out)
    const shown = rows.map(row =>
      ['line', 'outcome', 'input.shelf', 'problem', 'body.site'].map(name => row[header.indexOf(name)]),
    )
    expect(shown.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      ['2', 'ok', 'A1', '', 'sneakerhub'],
      ['3', 'invalid_parameter', 'A2', expect.stringContaining('did you mean country?') as string, ''],
    ])
    const again = await wares(['bulk', 'run', file, '--out', out], fixture.env)
    expect([again.code, readTable(out).length]).toEqual([0, 3])
  }, 90_000)

  it('writes general operations as a table, and continues after its end was lost', async () => {
    const file = fixture.writeInputs('general.ndjson', generalInputs(fixture.sandbox.origin))
    const out = fixture.path('general.out.csv')
    const first = await wares(['bulk', 'run', file, '--out', out], fixture.env)
    expect(first.code, first.stderr).toBe(0)
    const whole = readFileSync(out, 'utf8').trimEnd().split('\n')
    expectGeneralTable(out)
    // As a power cut leaves it: truncated in a row, followed by zeros.
    truncateSync(out, Math.round(Buffer.byteLength(whole.join('\n')) * 0.6))
    appendFileSync(out, Buffer.alloc(100))
    const again = await wares(['bulk', 'run', file, '--out', out], fixture.env)
    expect(again.code, again.stderr).toBe(0)
    expectGeneralTable(out)
    // Totals and faults are those of the whole file, not of the last run.
    for (const run of [first, again]) expect(run.stdout).toMatch(/^8\/8 {2}100%.* url_not_allowed 1:/m)
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(whole.length)
    expect(readFileSync(out).includes(0)).toBe(false)
  }, 90_000)
})
