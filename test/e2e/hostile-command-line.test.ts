// Values that look valid and are not, and input from a pipe: refused in one sentence, or processed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxPort } from '../shared-sandbox.ts'
import { COMMAND, ROOT, wares } from './process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('command')
const env = { WARES_DATA: join(folder, 'data') }

describe('wares keys create', () => {
  it.each([
    ['--quota', '1.5', /whole number above 0/],
    ['--quota', '0', /whole number above 0/],
    ['--quota', '1e3', /whole number above 0/],
    ['--quota', '9007199254740993', /whole number above 0/],
    ['--rate', '1e309', /number above 0 and at most 1000000/],
    ['--rate', '-1', /number above 0 and at most 1000000/],
    ['--burst', 'Infinity', /number above 0 and at most 1000000/],
    ['--expires', '2026-02-31', /must be a date such as/],
    ['--expires', '2027-13-01', /must be a date such as/],
    ['--expires', '2020', /must be a date such as/],
    ['--expires', '2020-01-01', /it is in the past/],
    ['--expires', '0s', /it is in the past/],
  ])('refuses %s %s in one sentence', async (option, value, reason) => {
    const { code, stdout, stderr } = await wares(['keys', 'create', '--name', 'a', option, value], env)
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(reason)
    expect(stderr).not.toMatch(/^ {4}at /m)
  })

  it('accepts the last day of a leap February and a time of day', async () => {
    for (const value of ['2096-02-29', '2096-02-29T12:00:00Z']) {
      const { stdout } = await wares(['keys', 'create', '--name', 'a', '--expires', value, '--json'], env)
      expect(JSON.parse(stdout)).toMatchObject({ expires_at: expect.stringMatching(/^2096-02-29T/) })
    }
  })
})

it.each([
  ['replay', '2026-02-30'],
  ['replay', '2026-02-30T10:00Z'],
])('wares %s --since %s is no time', async (command, day) => {
  const { code, stderr } = await wares([command, '--since', day], env)
  expect(code).toBe(2)
  expect(stderr).toContain('it must be 2027-01-31, 2027-01-31T10:00Z, or 2h')
})

describe('wares bulk run', () => {
  // A folder of its own: commands of other suites keep their copies in the machine's.
  const copies = join(folder, 'copies')
  mkdirSync(copies)

  const line = (id: string) => `${JSON.stringify({ operation: 'sneakerhub.none', params: { id } })}\n`

  async function fromPipe(input: string, out: string) {
    const child = spawn(process.execPath, [COMMAND, 'bulk', 'run', input, '--out', out], {
      cwd: ROOT,
      env: { ...process.env, ...env, TMPDIR: copies, WARES_SANDBOX_PORT: String(sandboxPort()) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', chunk => (stderr += String(chunk)))
    child.stdout.resume()
    child.stdin.write(line('1'))
    setTimeout(() => child.stdin.end(line('2')), 200)
    const [code] = (await once(child, 'close')) as [number]
    return { code, stderr }
  }

  it.each(['-', '/dev/stdin'])('reads every line of %s and leaves no copy behind', async input => {
    const out = join(folder, `${input.length}.ndjson`)
    expect(await fromPipe(input, out)).toMatchObject({ code: 0 })
    const results = readFileSync(out, 'utf8').trim().split('\n')
    expect(
      results.map(text => (JSON.parse(text) as { line: number }).line).toSorted((a, b) => a - b),
    ).toEqual([1, 2])
    expect(readdirSync(copies)).toEqual([])
  })

  it('refuses a folder in one sentence', async () => {
    const { code, stderr } = await wares(['bulk', 'run', folder, '--out', join(folder, 'x.ndjson')], env)
    expect(code).not.toBe(0)
    expect(stderr.trim()).toBe(`${folder} is a folder, not a file.`)
  })
})
