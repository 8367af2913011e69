// `wares backup` on a running server, and `wares restore` into another folder or into PostgreSQL.
import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, postgresServer } from '../services.ts'
import { startServer, wares } from './process.ts'

const folder = temporaryFolder('backup')
const place = (name: string) => join(folder, name)
const archive = place('wares-backup.tar.gz')
const env = { WARES_DATA: place('data'), WARES_CONFIG: place('wares.yaml') }
let keyId: string

const keysIn = async (there: Record<string, string>) =>
  (JSON.parse((await wares(['keys', 'list'], there)).stdout) as { id: string }[]).map(one => one.id)

beforeAll(async () => {
  writeFileSync(place('wares.yaml'), '# mine\nsandbox: true\n')
  await startServer(env)
  keyId = (JSON.parse((await wares(['keys', 'create', '--name', 'me'], env)).stdout) as { id: string }).id
})

it('a running server is backed up, into a file for its owner only', async () => {
  const { code, stdout, stderr } = await wares(['backup', archive], env)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/2 keys, 0 watches, 0 changes, 0 receivers, wares\.yaml\.$/m)
  expect(statSync(archive).mode & 0o077).toBe(0)
  expect(existsSync(place('data/.backup'))).toBe(false)
  expect((await wares(['backup', archive], env)).stderr).toContain('it exists')
})

it('and is restored elsewhere, also into a folder that is mounted', async () => {
  const there = { WARES_DATA: place('volume'), WARES_CONFIG: place('volume/wares.yaml') }
  mkdirSync(there.WARES_DATA)
  const args = ['restore', archive, '--data', there.WARES_DATA, '--config', there.WARES_CONFIG]
  const { code, stderr, stdout } = await wares(args, {})
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Restored 2 keys')
  expect(readFileSync(there.WARES_CONFIG, 'utf8')).toBe('# mine\nsandbox: true\n')
  expect(await keysIn(there)).toContain(keyId)
})

describe('a restore overwrites nothing', () => {
  it.each([
    ['of a running server', () => ['--data', place('data')], /A Wares server uses .*Stop it/],
    ['of a data folder', () => ['--data', place('volume')], /has data, which a restore does not overwrite/],
    [
      'of the settings',
      () => ['--data', place('new'), '--config', place('other.yaml')],
      /other\.yaml exists and differs/,
    ],
  ])('%s', async (_, options, said) => {
    writeFileSync(place('other.yaml'), 'port: 1\n')
    const { code, stderr } = await wares(['restore', archive, ...options()], {})
    expect(code).toBe(1)
    expect(stderr).toMatch(said)
    expect(readFileSync(place('other.yaml'), 'utf8')).toBe('port: 1\n')
  })

  it('and takes no half of an archive', async () => {
    const half = place('half.tar.gz')
    writeFileSync(half, readFileSync(archive))
    truncateSync(half, Math.floor(statSync(half).size / 2))
    for (const file of [half, place('wares.yaml'), place('none.tar.gz')]) {
      const { code, stderr } = await wares(
        ['restore', file, '--data', place('empty'), '--config', place('e.yaml')],
        {},
      )
      expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be restored: .+\.\n$/)])
    }
    expect(existsSync(place('empty/wares.db'))).toBe(false)
    expect(existsSync(place('e.yaml'))).toBe(false)
  })
})

it.skipIf(postgresServer === undefined)('an empty PostgreSQL database takes a data folder over', async () => {
  const database = await createTestDatabase()
  const there = { WARES_DATA: place('pg'), WARES_CONFIG: place('pg.yaml'), WARES_DATABASE_URL: database.url }
  writeFileSync(place('pg.yaml'), '')
  const { code, stderr, stdout } = await wares(['restore', archive], there)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('into PostgreSQL')
  expect(await keysIn(there)).toContain(keyId)
  expect((await wares(['backup', place('pg.tar.gz')], there)).stderr).toContain('pg_dump')
  await database.drop()
})
