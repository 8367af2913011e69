// The input of a bulk run: a file in place, a pipe as a temporary copy.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openInputFile } from './input-file.ts'
import { lockOutput } from '../queue/lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-input-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('an input', () => {
  it('that is a file is read in place and kept', async () => {
    const given = join(folder, 'in.ndjson')
    writeFileSync(given, '{}\n')
    const { file, release } = await openInputFile(given)
    expect(file).toBe(given)
    release()
    expect(readFileSync(given, 'utf8')).toBe('{}\n')
  })

  it('that is a pipe is copied to a private file until it is released', async () => {
    const pipe = join(mkdtempSync(join(folder, 'pipe-')), 'pipe')
    execFileSync('mkfifo', [pipe])
    const [{ file, release }] = await Promise.all([openInputFile(pipe), writeFile(pipe, 'one\ntwo\n')])
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    release()
    expect(existsSync(dirname(file))).toBe(false)
    release()
  })

  it('that does not exist is reported', async () => {
    const missing = join(folder, 'missing')
    await expect(openInputFile(missing)).rejects.toThrow(`There is no file ${missing}.`)
    await expect(openInputFile(folder)).rejects.toThrow(`${folder} is a folder, not a file.`)
  })
})

it('an output has one writer at a time, even under another path', () => {
  const own = mkdtempSync(join(folder, 'lock-'))
  const data = join(own, 'data')
  const release = lockOutput(data, join(own, 'out'))
  expect(() => lockOutput(data, join(own, 'data', '..', 'out'))).toThrow(/^Another process is writing to/)
  lockOutput(data, join(own, 'other'))()
  release()
  lockOutput(data, join(own, 'out'))()
})
