// A Wares whose web pages were never built: the API works, and the pages say what to do.
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, start, type RunningProcess } from '../e2e/process.ts'
import { freePort } from '../support/servers.ts'
import { accessibilityViolations, openPage, saveScreenshot, switchColours } from './browser.ts'
import { chromium } from './use-explorer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const projectCopy = temporaryFolder('unbuilt')
let wares: RunningProcess
let address = ''

beforeAll(async () => {
  for (const one of ['adapters', 'bin', 'client', 'reader', 'sandbox', 'src', 'package.json'])
    cpSync(join(ROOT, one), join(projectCopy, one), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(projectCopy, 'node_modules'))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  wares = start(process.execPath, [join(projectCopy, 'bin/wares.js'), 'start'], {
    WARES_PORT: String(port),
    WARES_SANDBOX_PORT: String(await freePort()),
    WARES_DATA: join(projectCopy, 'data'),
  })
  await wares.until(new RegExp(address))
})
afterAll(async () => {
  await wares.stop()
})

it('a server without web pages still answers calls', async () => {
  const reply = await fetch(`${address}/api/v2/finder/watchmarket-search?query=dial`)
  expect(reply.status).toBe(200)
})

it.each(['/', '/watches', '/status', '/usage', '/docs', '/docs/sneakerhub.prices'])(
  'a server without web pages says at %s how to build them, within the content security policy',
  async path => {
    const reply = await fetch(address + path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await reply.text()
    expect(text).toContain('npm run build:web')
    expect(text).not.toContain('<script')
  },
)

describe.runIf(chromium)('missing pages in a browser', () => {
  it('are readable in light and dark mode, and link to the reference as text', async () => {
    const { page, close } = await openPage(address)
    await page.getByRole('heading', { name: 'The pages have not been built' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'unbuilt-light')
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await saveScreenshot(page, 'unbuilt-dark')
    await page.getByRole('link', { name: 'reference' }).click()
    await page.getByText('An HTTP API that turns shop pages into typed JSON').waitFor()
    await close()
  })
})
