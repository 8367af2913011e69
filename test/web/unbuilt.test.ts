// A Wares whose pages for people were never built: the API works, and the pages say what to do.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, start, type Started } from '../e2e/process.ts'
import { freePort } from '../start-wares.ts'
import { openBrowser, openPage, picture, seriousFindings } from './browser.ts'
import { chromium } from './explorer.ts'

const house = mkdtempSync(join(tmpdir(), 'wares-unbuilt-'))
let wares: Started
let address = ''

beforeAll(async () => {
  for (const one of ['bin', 'src', 'package.json'])
    cpSync(join(ROOT, one), join(house, one), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  wares = start(process.execPath, [join(house, 'bin/wares.js'), 'start'], {
    WARES_PORT: String(port),
    WARES_SANDBOX_PORT: String(await freePort()),
    WARES_DATA: join(house, 'data'),
  })
  await wares.until(new RegExp(address))
})
afterAll(async () => {
  await wares.stop()
  rmSync(house, { recursive: true })
})

it('still answers calls', async () => {
  const reply = await fetch(`${address}/api/v2/finder/watchmarket-search?query=dial`)
  expect(reply.status).toBe(200)
})

it.each(['/', '/errors', '/status', '/usage'])(
  'says at %s how to build, with nothing that the policy forbids',
  async path => {
    const reply = await fetch(address + path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await reply.text()
    expect(text).toContain('npm run build:web')
    expect(text).not.toContain('<script')
  },
)

describe.runIf(chromium)('in a browser', () => {
  it.each(['light', 'dark'] as const)(
    'reads well in the %s, and leads to the reference',
    async colorScheme => {
      const browser = await openBrowser(chromium ?? '')
      const { page, complaints } = await openPage(browser, address, { colorScheme })
      await page.getByRole('heading', { name: 'The explorer has not been built' }).waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await picture(page, `unbuilt-${colorScheme}`)
      await page.getByRole('link', { name: 'reference' }).click()
      await page.getByRole('heading', { name: 'Wares: reference' }).waitFor()
      expect(complaints).toEqual([])
      await browser.close()
    },
  )
})
