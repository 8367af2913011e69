// The tools of maintainers: each is on its page, and each starts. What nobody runs rots.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startTestWares } from '../start-wares.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Ends by itself, or is stopped when it has worked for so long without an error. */
async function run(script: string, args: readonly string[] = [], enoughMs = 60_000) {
  // In a group of its own, so that the servers that it has started end with it.
  const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    cwd: ROOT,
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', data => {
      output += String(data)
    })
  const enough = setTimeout(() => process.kill(-(child.pid ?? 0)), enoughMs)
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  clearTimeout(enough)
  return { code, output }
}

describe('a tool', () => {
  it('is on the page of tools', () => {
    const page = readFileSync(join(ROOT, 'scripts/README.md'), 'utf8')
    const missing = globSync('scripts/*.ts', { cwd: ROOT })
      .map(file => basename(file, '.ts'))
      .filter(name => !page.includes(`\`${name}\``))
    expect(missing).toEqual([])
  })

  it.each([
    'check-ucp.ts',
    'score-peers.ts',
    'score-reader.ts',
    'score-teach.ts',
    'train.ts',
    'upstream-check.ts',
  ])('%s says in one sentence what it needs', async script => {
    const { code, output } = await run(script)
    expect(code).toBe(2)
    expect(output).toMatch(/^usage: /i)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  it('check-monitoring.ts says that no server answers, and agrees with one that does', async () => {
    expect(await run('check-monitoring.ts', ['http://127.0.0.1:9/metrics'])).toMatchObject({
      code: 2,
      output: expect.stringMatching(/does not answer: start a server/),
    })
    const wares = await startTestWares()
    try {
      expect(await run('check-monitoring.ts', [`${wares.address}/metrics`])).toMatchObject({ code: 0 })
    } finally {
      await wares.close()
    }
  })

  it.each([
    ['list-licences.ts', [], / MIT/],
    ['score-traps.ts', [], /right, 0 wrong/],
    ['soak.ts', ['2'], /"failures": \[\]/],
  ] as const)('%s runs', async (script, args, expected) => {
    const { code, output } = await run(script, args)
    expect(output).toMatch(expected)
    expect(code).toBe(0)
  })
})
