// No regular expression of the code takes more than linear time; verdicts are stored, new patterns are checked here.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { judgePattern } from '../../scripts/patterns/judge-pattern.ts'

const run = promisify(execFile)

test('every pattern is safe', { timeout: 300_000 }, async () => {
  const { stdout } = await run(process.execPath, ['scripts/check-patterns.ts', '--check']).catch(
    (error: unknown) => error as { stdout: string },
  )
  expect(stdout).toMatch(/^\d{3,} safe, \d+ safe by trial, 0 vulnerable\n$/)
})

test.each([
  [String.raw`\s+$`, 'vulnerable'],
  [String.raw`(?:a|a)*b`, 'vulnerable'],
  [String.raw`^(?:\s*,)*$`, 'safe'],
  [String.raw`<[a-z][^<>]*>`, 'safe'],
])('/%s/ is %s', { timeout: 60_000 }, async (source, status) => {
  expect((await judgePattern({ source, flags: '' })).status).toBe(status)
})
