// The operator's token in the data folder: new at every start, for its owner only, gone with its server.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOperatorToken, readOperatorToken } from './operator-token.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-operator-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('is written for its owner only, in one step', () => {
  const dataDir = join(folder, 'data')
  expect(readOperatorToken(dataDir)).toBeUndefined()
  const operator = createOperatorToken(dataDir)
  operator.announce('http://127.0.0.1:8080')
  expect(readdirSync(dataDir)).toEqual(['operator.json'])
  expect(statSync(join(dataDir, 'operator.json')).mode & 0o777).toBe(0o600)
  expect(readOperatorToken(dataDir)).toEqual({ address: 'http://127.0.0.1:8080', token: operator.token })
  expect(operator.token).toMatch(/^[\w-]{43}$/)
  operator.withdraw()
  expect(readdirSync(dataDir)).toEqual([])
})

it('is another one at the next start, which the end of the first leaves alone', () => {
  const [first, second] = [createOperatorToken(folder), createOperatorToken(folder)]
  expect(first.token).not.toBe(second.token)
  first.announce('http://127.0.0.1:1')
  second.announce('http://127.0.0.1:2')
  first.withdraw()
  expect(readOperatorToken(folder)?.address).toBe('http://127.0.0.1:2')
})
