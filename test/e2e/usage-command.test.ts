// `wares usage`: a table on a terminal, JSON in a pipe, CSV on request, with the same rows in each.
import { beforeAll, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { COMMAND, startServer, wares } from './process.ts'
import { runOnTerminal } from './terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('usage')
const env = { WARES_DATA: folder }

beforeAll(async () => {
  const store = await openEmbeddedStore(folder)
  const row = { keyId: 'key_a', operation: 'sneakerhub.prices', outcome: 'ok', cache: 'hit' }
  await store.usage.add([
    { ...row, day: '2026-04-30', calls: 5, counted: 5 },
    { ...row, day: '2026-05-01', calls: 3, counted: 3 },
    { ...row, day: '2026-05-01', outcome: 'upstream_busy', cache: 'none', calls: 2, counted: 0 },
    { ...row, day: '2026-05-02', keyId: 'key_b', calls: 1, counted: 1 },
  ])
  await store.close()
  await startServer(env)
})

const may = ['usage', '--from', '2026-05-01', '--to', '2026-05-01', '--of', 'key_a']

it('wares usage is JSON in a pipe', async () => {
  const { stdout } = await wares(may, env)
  expect(JSON.parse(stdout)).toMatchObject({
    rows: [
      { key_id: 'key_a', day: '2026-05-01', outcome: 'ok', calls: 3, counted: 3 },
      { key_id: 'key_a', day: '2026-05-01', outcome: 'upstream_busy', calls: 2, counted: 0 },
    ],
    totals: { calls: 5, counted: 3 },
  })
  expect(
    (await runOnTerminal(`${process.execPath} ${COMMAND} ${may.join(' ')} --json`, env)).stdout.replaceAll(
      '\r',
      '',
    ),
  ).toBe(stdout)
})

it('wares usage is CSV on request', async () => {
  expect((await wares(['usage', '--csv'], env)).stdout.split('\n')).toEqual([
    'day,key_id,operation,outcome,cache,calls,counted',
    '2026-04-30,key_a,sneakerhub.prices,ok,hit,5,5',
    '2026-05-01,key_a,sneakerhub.prices,ok,hit,3,3',
    '2026-05-01,key_a,sneakerhub.prices,upstream_busy,none,2,0',
    '2026-05-02,key_b,sneakerhub.prices,ok,hit,1,1',
    '',
  ])
})

it('wares usage is a table with totals on a terminal', async () => {
  const { stdout } = await runOnTerminal(`${process.execPath} ${COMMAND} usage`, { ...env, NO_COLOR: '1' })
  const lines = stdout.replaceAll('\r', '').split('\n')
  expect(lines[0]).toMatch(/^day +key_id +operation +outcome +cache +calls +counted$/)
  expect(lines[4]).toMatch(/^2026-05-02 +key_b +sneakerhub.prices +ok +hit +1 +1$/)
  expect(stdout).toContain('11 requests, of which 9 count against quotas.')
})
