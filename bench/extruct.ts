// A Python process that extracts structured data with extruct, for comparison with readProduct.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Extruct {
  /** CPU milliseconds of one page. */
  measure(html: Uint8Array, url: string): Promise<number>
  stop(): void
}

/** Undefined, with a message, when extruct is not installed. */
export async function startExtruct(): Promise<Extruct | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
  const file = join(folder, 'page.html')
  // What extruct logs about broken markup is not part of the comparison.
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'read_extruct.py')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`)
    return (await lines.next()).value ?? ''
  }
  const stop = () => {
    child.stdin.end()
    rmSync(folder, { recursive: true, force: true })
  }
  if ((await ask('ready')) !== 'ready') {
    console.error('/usr/bin/python3 has no extruct (Debian: python3-extruct); its figures are left out')
    stop()
    return undefined
  }
  return {
    stop,
    measure: async (html, url) => {
      writeFileSync(file, html)
      return Number(await ask(`${file} ${url}`))
    },
  }
}
