// The finder on a separate port: the explorer, its code and the documents call it there.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'
import { chromium, panel, runOperation, useOwnExplorer } from './use-explorer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PATH = '/api/v2/finder/watchmarket-search'
const folder = temporaryFolder('finder')
const file = join(folder, 'wares.yaml')
const port = await freePort()
writeFileSync(file, `finder: { port: ${port} }\n`)

describe.runIf(chromium)('finder on a separate port', () => {
  const explorer = useOwnExplorer({ WARES_CONFIG: file })

  it('is called there by the explorer', async () => {
    const { page, wares } = explorer
    expect(wares.finderAddress).toBe(`http://127.0.0.1:${port}`)
    await explorer.open('watchmarket.filters')
    expect(await runOperation(page)).toBe(200)
    await panel(page).locator('.rows').waitFor()
    await expect
      .poll(() => page.locator('#sample-code').textContent())
      .toContain(`${wares.finderAddress}${PATH}`)
    // Metadata from headers is available across ports too.
    await page.getByText('read from the shop').waitFor()
    await page.getByRole('tab', { name: 'Timing' }).click()
    await panel(page).getByRole('rowheader', { name: 'Reading the page' }).waitFor()
  })

  it('is the only other origin that the pages may connect to', async () => {
    const { wares } = explorer
    const { headers } = await wares.call('/', { key: null })
    // Besides the socket where pages on this machine get their guest key.
    const connect = new RegExp(
      `connect-src 'self' http://127\\.0\\.0\\.1:${port} http://127\\.0\\.0\\.1:\\d+;`,
    )
    expect(headers['content-security-policy']).toMatch(connect)
    const foreign = await wares.call('/', { key: null, headers: { host: 'x.example; script-src *' } })
    expect(foreign.headers['content-security-policy']).toContain("connect-src 'self';")
  })

  it('is named in the OpenAPI document and llms-full.txt, with the requested host', async () => {
    const { wares } = explorer
    const headers = { host: 'wares.example:8080' }
    const own = `http://wares.example:${port}`
    const paths = (await wares.call('/openapi.json', { headers })).json<{
      paths: Record<string, { servers?: unknown }>
    }>().paths
    expect(paths[PATH]?.servers).toEqual([{ url: own }])
    expect(Object.values(paths).filter(one => one.servers)).toHaveLength(1)
    expect((await wares.call('/llms-full.txt', { headers })).bytes.toString()).toContain(`${own}${PATH}`)
  })
})

describe('finder with a separate URL', () => {
  let wares: Awaited<ReturnType<typeof startTestWares>>
  beforeAll(async () => {
    const other = join(folder, 'behind.yaml')
    writeFileSync(other, `finder: { port: ${await freePort()}, url: "https://finder.example/watches/" }\n`)
    wares = await startTestWares({ WARES_CONFIG: other })
  })
  afterAll(() => wares.stop())

  it('is named by that URL', async () => {
    const { paths } = (await wares.call('/openapi.json')).json<{
      paths: Record<string, { servers?: unknown }>
    }>()
    expect(paths[PATH]?.servers).toEqual([{ url: 'https://finder.example/watches' }])
    const { headers } = await wares.call('/', { key: null })
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://finder.example;")
  })
})
