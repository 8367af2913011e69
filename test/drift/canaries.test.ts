// Canaries against the sandbox: state, events, a block that opens the circuit for all callers, and rejected settings.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('canaries')
const SLUG = 'halvik-arc-runner-chestnut-pv4272-210'
let wares: TestWares

function settings(canaries: unknown): string {
  const file = join(folder, `${Math.random()}.yaml`)
  writeFileSync(file, JSON.stringify({ canaries }))
  return file
}

beforeAll(async () => {
  wares = await startTestWares({
    WARES_CONFIG: settings([
      {
        operation: 'sneakerhub.product',
        params: { slug: SLUG },
        name: 'good',
        expect: ['name contains Runner'],
      },
      { operation: 'sneakerhub.prices', params: { id: '1044287' }, name: 'wrong', expect: ['rows >= 9999'] },
      {
        operation: 'fastfashion2.product',
        params: { id: '400005~blocked' },
        name: 'blocked',
        expect: ['id exists'],
      },
    ]),
  })
}, 120_000)
afterAll(async () => {
  await wares.stop()
})

interface Status {
  readonly canaries: { readonly name: string; readonly state: string; readonly detail: string | null }[]
  readonly sites: Record<string, { readonly circuit: string }>
}
const status = async () => (await wares.call('/status.json')).json<Status>()

describe('canaries', () => {
  it('run, and report their state on /status and in /metrics', { timeout: 60_000 }, async () => {
    await vi.waitFor(
      async () => {
        const states = (await status()).canaries.map(({ name, state }) => `${name} ${state}`)
        expect(new Set(states)).toEqual(new Set(['blocked failing', 'good ok', 'wrong failing']))
      },
      { timeout: 45_000, interval: 500 },
    )
    const { canaries } = await status()
    expect(canaries.find(one => one.name === 'wrong')?.detail).toMatch(/^expected rows >= 9999, found "\d+"$/)
    const metrics = (await wares.call('/metrics')).bytes.toString()
    expect(metrics).toContain('wares_canary_ok{site="sneakerhub",canary="good"} 1')
    expect(metrics).toContain('wares_canary_ok{site="sneakerhub",canary="wrong"} 0')
  })

  it('appear in the feed when their state changes', async () => {
    const { changes } = (await wares.call('/api/v2/changes?after=0')).json<{ changes: unknown[] }>()
    expect(changes).toHaveLength(2)
    expect(changes).toContainEqual(
      expect.objectContaining({
        type: 'canary.failing',
        watch: '',
        after: expect.objectContaining({ canary: 'wrong', site: 'sneakerhub', state: 'failing' }) as unknown,
      }),
    )
  })

  it('open the circuit for all callers when they are blocked', async () => {
    expect((await status()).sites.fastfashion2?.circuit).toBe('open')
    const refused = await wares.call('/api/v1/scraper/fastfashion2/product', { query: { id: '400042' } })
    expect(refused.json()).toMatchObject({ code: 'upstream_busy' })
    expect((await status()).sites.sneakerhub?.circuit).toBe('closed')
  })

  it.each([
    [{ operation: 'sneakerhub.prices', params: { id: '1' } }, 'expect needs conditions'],
    [{ operation: 'sneakerhub.prices', params: { id: '1' }, expect: ['price cheap'] }, 'is not a condition'],
    [{ operation: 'sneakerhub.none', expect: ['a > 0'] }, 'operation must be the id of an operation'],
    [{ url: 'http://127.0.0.1:1/x', expect: ['a > 0'], evry: '1m' }, 'did you mean "every"?'],
  ])('reject settings that cannot work: %j', { timeout: 60_000 }, async (canary, why) => {
    await expect(startTestWares({ WARES_CONFIG: settings([canary]) })).rejects.toThrow(why)
  })
})
