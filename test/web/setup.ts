// Global setup of the browser tests: builds the pages, starts one browser for all files, and one Wares for tests that change
// nothing.
import type { TestProject } from 'vitest/node'
import { startTestWares } from '../start-wares.ts'
import { buildWeb, findChromium, launchBrowser } from './launch-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly browserEndpoint: string
    readonly sharedWares: { readonly address: string; readonly key: string }
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb()
  const executable = findChromium()
  const browser = executable === undefined ? undefined : await launchBrowser(executable)
  const wares = await startTestWares()
  project.provide('browserEndpoint', browser?.wsEndpoint() ?? '')
  project.provide('sharedWares', { address: wares.address, key: wares.key })
  return async () => {
    await browser?.close()
    await wares.stop()
  }
}
