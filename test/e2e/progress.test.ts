// Long-running commands show a progress bar on a terminal, and only there.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisServer, createTestRedis } from '../services.ts'
import { sandboxPort } from '../shared-sandbox.ts'
import { COMMAND, wares } from './process.ts'
import { runOnTerminal } from './terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const COUNT = 60
// oxlint-disable-next-line no-control-regex
const BAR = /\r\x1b\[2K\[#{24}\] 60\/60 {2}100%/
let folder: string
let env: Record<string, string>
let input: string

beforeAll(() => {
  folder = temporaryFolder('progress')
  env = { WARES_DATA: join(folder, 'data'), WARES_SANDBOX_PORT: String(sandboxPort()) }
  input = join(folder, 'input.ndjson')
  const line = (page: number) => JSON.stringify({ operation: 'sneakerhub.trends', params: { page } })
  writeFileSync(input, Array.from({ length: COUNT }, (_, place) => line(1 + (place % 3))).join('\n'))
})

const onTerminal = (line: string, more: Record<string, string> = {}) =>
  runOnTerminal(`${process.execPath} ${COMMAND} ${line}`, { ...env, ...more })

describe('wares bulk run', () => {
  it('draws a bar on a terminal', async () => {
    const { code, stdout } = await onTerminal(`bulk run ${input} --out ${folder}/a.ndjson`)
    expect(code).toBe(0)
    expect(stdout).toMatch(BAR)
  })

  it('draws none in a pipe', async () => {
    const { code, stdout, stderr } = await wares(['bulk', 'run', input, '--out', `${folder}/b.ndjson`], env)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^60\/60 {2}100%.*b\.ndjson\n$/)
  })
})

describe.skipIf(redisServer === undefined)('wares bulk submit and remove', () => {
  let redis: Awaited<ReturnType<typeof createTestRedis>>
  let shared: Record<string, string>
  beforeAll(async () => {
    redis = await createTestRedis()
    shared = { WARES_REDIS_URL: redis.url, WARES_REDIS_PREFIX: redis.prefix }
  })
  afterAll(() => redis.drop())

  it('draw a bar on a terminal', async () => {
    const submitted = await onTerminal(`bulk submit ${input} --name one`, shared)
    expect(submitted.stdout).toMatch(BAR)
    expect(submitted.stdout).toContain('one has 60 inputs')
    expect((await onTerminal('bulk remove one', shared)).stdout).toMatch(BAR)
  })

  it('draw none in a pipe, where the state is JSON', async () => {
    const submitted = await wares(['bulk', 'submit', input, '--name', 'two'], { ...env, ...shared })
    expect([submitted.code, submitted.stderr]).toEqual([0, ''])
    const { stdout } = await wares(['bulk', 'status'], { ...env, ...shared })
    expect(JSON.parse(stdout)).toMatchObject({ jobs: [{ name: 'two', done: 0, total: COUNT }] })
    expect((await wares(['bulk', 'remove', 'two'], { ...env, ...shared })).stderr).toBe('')
  })
})
