// A bulk run in this process: retries, pauses, and resuming.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { Fault, type FaultCode } from '#kit/fault'
import { ask, config, resolveInput } from './bulk-sites-fixture.ts'
import type { BulkCollector, BulkOutcome } from './input/collect.ts'
import { openOutput } from './output/output.ts'
import { createProgressCounter } from './progress-counter.ts'
import { ndjsonFormat } from './output/result.ts'
import { runBulk, type BulkRun } from './run-bulk.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-run-bulk-'))
afterAll(() => rmSync(folder, { recursive: true }))

const newOutput = () => join(mkdtempSync(join(folder, 'run-')), 'out.ndjson')

const answered: BulkOutcome = {
  code: 'ok',
  operation: 'hats.product',
  path: '',
  atMs: 0,
  absent: [],
  body: '{}',
}
function failed(site: string, code: FaultCode, retryAfterMs?: number): BulkOutcome {
  const fault = new Fault(code, 'it failed', retryAfterMs === undefined ? {} : { retryAfterMs })
  return { code, operation: `${site}.product`, path: '', atMs: 0, absent: [], fault }
}

/** Runs the inputs and returns the outcomes by line. */
async function run(
  inputs: readonly unknown[],
  collect: BulkCollector,
  more: Partial<BulkRun> = {},
  out = newOutput(),
) {
  const file = `${out}.in`
  writeFileSync(file, inputs.map(input => JSON.stringify(input)).join('\n'))
  const output = await openOutput(out, ndjsonFormat)
  const counter = createProgressCounter(output.existing)
  await runBulk({
    file,
    output,
    resolveInput,
    collect,
    counter,
    sites: config.sites,
    concurrency: 4,
    attempts: 2,
    signal: new AbortController().signal,
    ...more,
  })
  await output.close()
  const results = readFileSync(out, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as { line: number; outcome: string })
  return { counter, outcomes: results.toSorted((a, b) => a.line - b.line).map(({ outcome }) => outcome) }
}

describe('a bulk run', () => {
  it('retries only retryable faults, up to the limit', async () => {
    const tries: number[] = []
    const { outcomes, counter } = await run(
      [ask('hats', 'busy'), ask('hats', 'gone'), ask('hats', 'late'), 'no input'],
      async ({ line }) => {
        tries.push(line)
        const isSecond = tries.filter(one => one === line).length === 2
        if (line === 1) return failed('hats', 'upstream_timeout')
        if (line === 3 && !isSecond) return failed('hats', 'upstream_timeout')
        return line === 2 ? failed('hats', 'not_found') : answered
      },
    )
    expect(tries.toSorted((a, b) => a - b)).toEqual([1, 1, 2, 3, 3, 4])
    expect(outcomes).toEqual(['upstream_timeout', 'not_found', 'ok', 'ok'])
    expect(counter.done()).toBe(4)
    expect(Object.fromEntries(counter.faults())).toEqual({ upstream_timeout: 1, not_found: 1 })
  })

  it('runs only the inputs without a result', async () => {
    const inputs = [ask('hats', '1'), ask('hats', '2'), ask('shoes', '3')]
    const out = newOutput()
    await run(inputs.slice(0, 2), async () => failed('hats', 'not_found'), {}, out)
    const done: number[] = []
    const rest: BulkCollector = async ({ line }) => {
      done.push(line)
      return answered
    }
    const { counter } = await run(inputs, rest, {}, out)
    expect(done).toEqual([3])
    expect([counter.done(), Object.fromEntries(counter.faults())]).toEqual([3, { not_found: 2 }])
  })

  it('respects the concurrency of each site, and uses its own limit if no site is involved', async () => {
    const KINDS = ['shoes', 'hats', 'none']
    const together = new Map(
      KINDS.map(kind => [kind, { now: 0, most: 0, six: Promise.withResolvers<void>() }]),
    )
    const inputs = KINDS.flatMap(kind =>
      Array.from({ length: 6 }, (_, place) =>
        kind === 'none' ? `no input ${place}` : ask(kind, String(place)),
      ),
    )
    await run(
      inputs,
      async ({ line }) => {
        const kind = together.get(KINDS[Math.floor((line - 1) / 6)] ?? '')
        if (!kind) throw new Error(`line ${line} is of no kind`)
        kind.most = Math.max(kind.most, ++kind.now)
        if (kind.now === 6) kind.six.resolve()
        await (kind === together.get('shoes') ? sleep(1) : kind.six.promise)
        kind.now--
        return answered
      },
      { concurrency: 13 },
    )
    expect([...together.values()].map(({ most }) => most)).toEqual([1, 6, 6])
  })

  /** Time until the second input of a site starts after the first one failed because the site is busy. */
  async function pauseAtBusySite(
    isSandboxed: boolean,
    code: FaultCode = 'upstream_busy',
  ): Promise<{ next: number; pauseMs: number }> {
    const { hats } = config.sites
    if (!hats) throw new Error('there is no site')
    const collected: { line: number; atMs: number }[] = []
    await run(
      [ask('hats', '1'), ask('hats', '2')],
      async ({ line }) => {
        collected.push({ line, atMs: performance.now() })
        return collected.length === 1 ? failed('hats', code, 1_000) : answered
      },
      { concurrency: 1, sites: { hats: { ...hats, sandboxed: isSandboxed } } },
    )
    const [first, second] = collected
    return { next: second?.line ?? 0, pauseMs: (second?.atMs ?? 0) - (first?.atMs ?? 0) }
  }

  it('pauses a whole site that requests it, but not a sandbox shop', async () => {
    expect((await pauseAtBusySite(false)).pauseMs).toBeGreaterThanOrEqual(990)
    expect((await pauseAtBusySite(true)).next).toBe(2)
    expect((await pauseAtBusySite(false, 'overloaded')).next).toBe(2)
  })
})
