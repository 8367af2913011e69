// A really full or read-only disk: recordings are lost and counted, answers are not.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RECORDINGS_FOLDER } from '../../src/record/recordings/recording-folder.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PRICES = '/api/v1/scraper/sneakerhub/prices'
const FRESH = { query: { id: '1044287' }, headers: { 'cache-control': 'no-cache' } }
let wares: TestWares
let mountPoint = ''

const mount = (...options: string[]): boolean => spawnSync('mount', options).status === 0

/** Whether this system allows mounting a file system. */
const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = temporaryFolder('mount')
  const isMounted = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder)
  if (isMounted) spawnSync('umount', [folder])
  return isMounted
})()

beforeEach(async () => {
  wares = await startTestWares({ WARES_RECORD: 'all' })
  mountPoint = join(wares.dataDir, RECORDINGS_FOLDER)
  mkdirSync(mountPoint)
}, 120_000)
afterEach(async () => {
  spawnSync('umount', ['-l', mountPoint])
  await wares.stop()
}, 60_000)

async function expectLossButAnswers(reason: RegExp): Promise<void> {
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await wares.call(PRICES, FRESH)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  await expect
    .poll(async () => (await wares.call('/metrics')).bytes.toString(), { timeout: 120_000 })
    .toMatch(/wares_recordings_dropped_total\{reason="store"\} [1-9]/)
  const ready = await wares.call('/readyz')
  expect(ready.status).toBe(200)
  expect(ready.json()).toMatchObject({ status: 'degraded' })
  expect(JSON.stringify(ready.json())).toMatch(reason)
}

/** Sends requests until recordings are written again; a failed store is retried every few seconds. */
async function expectRecovery(): Promise<void> {
  const ask = async (): Promise<number> => {
    const id = (await wares.call(PRICES, FRESH)).headers['x-request-id']
    return (await wares.call(`/api/v2/requests/${id}`)).status
  }
  await expect.poll(ask, { timeout: 200_000, interval: 500 }).toBe(200)
  expect((await wares.call('/readyz')).json()).toMatchObject({ status: 'ready' })
}

describe.runIf(canMount)('recordings on a failing disk', () => {
  it('are lost while it is full, and kept again when there is space', async () => {
    expect(mount('-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', mountPoint)).toBe(true)
    const filler = join(mountPoint, 'filler')
    const { bavail, bsize } = statfsSync(mountPoint)
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
    expect(statfsSync(mountPoint).bavail).toBe(0)
    await expectLossButAnswers(/recordings cannot be stored.*(?:ENOSPC|no space left)/)
    rmSync(filler)
    await expectRecovery()
  }, 400_000)

  it('are lost while it is read-only, and kept again when it is writable', async () => {
    expect(mount('-t', 'tmpfs', '-o', 'size=1m,ro', 'tmpfs', mountPoint)).toBe(true)
    await expectLossButAnswers(/recordings cannot be stored.*EROFS/)
    expect(mount('-o', 'remount,rw', mountPoint)).toBe(true)
    await expectRecovery()
    expect(existsSync(mountPoint)).toBe(true)
  }, 400_000)
})
