// Recordings never affect answers: these continue without a store, and a store interrupted while writing opens again.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openRecordings, RECORDINGS_FOLDER } from '../../src/record/recordings/recording-folder.ts'
import { COMMAND } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PRICES = '/api/v1/scraper/sneakerhub/prices'
let wares: TestWares | undefined
afterEach(async () => {
  await wares?.stop()
  wares = undefined
})

function sandboxKey(folder: string): string {
  return readFileSync(join(folder, 'sandbox-key'), 'utf8').trim()
}

function countRecordings(folder: string): number {
  return openRecordings(folder).list({}).length
}

describe('recordings', () => {
  it('are by default made of faults to investigate, not of answers or other faults', async () => {
    wares = await startTestWares()
    const linkOf = async (id: string) => (await wares?.call(PRICES, { query: { id } }))?.headers.link ?? ''
    expect(await linkOf('1044287')).not.toContain('describedby')
    expect(await linkOf('1044287~gone')).not.toContain('describedby')
    expect(await linkOf('1044287~busy')).not.toContain('describedby')
    expect(await linkOf('1044287~changed')).toContain('describedby')
    expect(await linkOf('1044287~blocked')).toContain('describedby')
  }, 120_000)

  it('are not made when they are disabled', async () => {
    wares = await startTestWares({ WARES_RECORD: 'none' })
    const answer = await wares.call(PRICES, { query: { id: '1044287~changed' } })
    expect(answer.headers.link).toBeUndefined()
    const record = await wares.call(`/api/v2/requests/${answer.headers['x-request-id']}`)
    expect(record.status).toBe(404)
  }, 120_000)

  it('that cannot be written are counted and do not affect answers', async () => {
    wares = await startTestWares({ WARES_RECORD: 'all' })
    // A file where the folder should be: not even root, for whom no file is read-only, can write there.
    writeFileSync(join(wares.dataDir, RECORDINGS_FOLDER), '')
    const fresh = { headers: { 'cache-control': 'no-cache' } }
    const answers = []
    for (let n = 0; n < 5; n++) {
      answers.push(await wares.call(PRICES, { query: { id: '1044287' }, ...fresh }))
    }
    expect(answers.map(one => one.status)).toEqual([200, 200, 200, 200, 200])
    await expect
      .poll(async () => (await wares?.call('/metrics'))?.bytes.toString(), { timeout: 20_000 })
      .toMatch(/wares_recordings_dropped_total\{reason="store"\} [1-9]/)
    const ready = await wares.call('/readyz')
    expect(ready.status).toBe(200)
    expect(ready.json()).toMatchObject({ status: 'degraded' })
    expect(JSON.stringify(ready.json())).toContain('recordings cannot be stored')
    const later = await wares.call(PRICES, { query: { id: '1044287' }, ...fresh })
    expect(later.headers.link ?? '').not.toContain('describedby')
  }, 120_000)

  it('survive kill -9 while they are written', async () => {
    const folder = temporaryFolder('killed')
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const env = {
      ...process.env,
      WARES_DATA: folder,
      WARES_PORT: String(port),
      WARES_SANDBOX_PORT: String(sandboxPort),
      WARES_RECORD: 'all',
      WARES_LOG: 'silent',
    }
    const child = spawn(process.execPath, [COMMAND, 'start'], { env, stdio: 'ignore' })
    try {
      const address = `http://127.0.0.1:${port}`
      await expect
        .poll(
          () =>
            fetch(`${address}/readyz`).then(
              one => one.status,
              () => 0,
            ),
          { timeout: 90_000, interval: 300 },
        )
        .toBe(200)
      const headers = { 'x-api-key': sandboxKey(folder), 'cache-control': 'no-cache' }
      const asked = Array.from({ length: 30 }, (_, n) =>
        fetch(`${address}/api/v1/scraper/sneakerhub/search?query=runner&page=${n + 1}`, { headers }).then(
          one => one.status,
          () => 0,
        ),
      )
      expect(await Promise.race(asked)).toBe(200)
      // The first recordings are being written now.
      await expect.poll(() => countRecordings(folder), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
      child.kill('SIGKILL')
      await Promise.all(asked)
    } finally {
      child.kill('SIGKILL')
    }
    const store = openRecordings(folder)
    expect(store.list({}).length).toBeGreaterThan(0)
    for (const { requestId } of store.list({})) {
      const entries = store.find(requestId)?.read()?.log.entries ?? []
      expect(entries.length).toBeGreaterThan(0)
      for (const { response } of entries) expect(response.content?.text).not.toBe('')
    }
  }, 180_000)
})
