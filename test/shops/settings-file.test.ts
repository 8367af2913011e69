// The settings file stays the operator's: what `wares add` keeps of it, what it refuses, and that no kill loses any of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettingsText } from '../../src/settings/settings-text.ts'
import { addEntries } from '../../src/setup/edit-settings.ts'
import { writeSettings } from '../../src/setup/write-settings.ts'
import { ROOT, run, wares as runWares } from '../e2e/process.ts'
import { startTestWares } from '../start-wares.ts'
import { type OddShop, openJsonLdShop } from './odd-shops.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const isRoot = process.getuid?.() === 0
const OLD = '# my shops\nlimits:\n  # enough\n  watches_per_key: 50 # of a key\n'
const add = (text: string) => addEntries(text, [{ kind: 'host', host: 'shop.example' }])
const NEW = add(OLD)

let folder: string
let file: string
beforeEach(() => {
  folder = temporaryFolder('settings')
  file = join(folder, 'wares.yaml')
  writeFileSync(file, OLD)
})

const write = (path = file, change = add, check: (draft: string) => void = () => {}) =>
  writeSettings({ path, change, check })
const textOf = (path = file) => readFileSync(path, 'utf8')
const modeOf = (path: string) => statSync(path).mode & 0o7777

describe('a change keeps', () => {
  it.each([0o600, 0o640, 0o664, 0o644])('the mode %o, and its draft is nobody else’s', async mode => {
    chmodSync(file, mode)
    let draftMode = 0
    await write(file, add, draft => {
      draftMode = modeOf(draft)
    })
    expect([modeOf(file), draftMode, textOf()]).toEqual([mode, 0o600, NEW])
  })

  it.runIf(isRoot)('the owner and the group', async () => {
    chownSync(file, 1234, 2345)
    await write()
    expect(statSync(file)).toMatchObject({ uid: 1234, gid: 2345 })
    expect(textOf()).toBe(NEW)
  })

  it('a symbolic link, which leads to the changed file', async () => {
    const real = join(folder, 'etc')
    mkdirSync(real)
    writeFileSync(join(real, 'real.yaml'), OLD, { mode: 0o640 })
    rmSync(file)
    symlinkSync('etc/real.yaml', file)
    await write()
    expect(readlinkSync(file)).toBe('etc/real.yaml')
    expect([textOf(join(real, 'real.yaml')), readdirSync(real)]).toEqual([NEW, ['real.yaml']])
    expect(modeOf(join(real, 'real.yaml'))).toBe(0o640)
  })

  it.each([
    [
      'Windows',
      '\uFEFF# mine\r\nport: 80\r\n',
      '\uFEFF# mine\r\nport: 80\r\nreader:\r\n  hosts:\r\n    - shop.example\r\n',
    ],
    ['Unix', '# a\nport: 80\n', '# a\nport: 80\nreader:\n  hosts:\n    - shop.example\n'],
  ])('%s line ends', async (_, before, after) => {
    writeFileSync(file, before)
    await write()
    expect(textOf()).toBe(after)
  })
})

describe('a file that cannot be written', () => {
  let shop: OddShop
  beforeAll(async () => {
    shop = await openJsonLdShop()
  })
  afterAll(() => shop.close())

  it('because it is read-only stays as it is, and the lines to paste are printed', async () => {
    chmodSync(file, 0o444)
    const env = { WARES_CONFIG: file, WARES_DATA: join(folder, 'data'), WARES_PORT: '0' }
    const shown = await runWares(['add', shop.url], { ...env, FORCE_TTY: '1' })
    const json = await runWares(['add', shop.url, '--json'], env)
    expect([shown.code, json.code, textOf(), modeOf(file)]).toEqual([1, 1, OLD, 0o444])
    expect(JSON.parse(json.stdout)).toMatchObject({
      written: false,
      problem: `${file} cannot be written: it is read-only.`,
      entry: expect.stringContaining(`host: ${shop.origin}`) as string,
    })
  })

  it('because it is not UTF-8 loses nothing', async () => {
    const bytes = Buffer.from([0x23, 0x20, 0xe4, 0x0a])
    writeFileSync(file, bytes)
    await expect(write()).rejects.toThrow(/cannot be read: it is not encoded in UTF-8\./)
    expect(readFileSync(file)).toEqual(bytes)
  })

  it.runIf(process.platform !== 'win32')('because its link leads nowhere is named', async () => {
    rmSync(file)
    symlinkSync('nowhere.yaml', file)
    await expect(write()).rejects.toThrow(/cannot be read: it is a link to a missing file\./)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
  })
})

it('a file that a running server can no longer read is named, and the old settings stay', async () => {
  const wares = await startTestWares({ WARES_CONFIG: file })
  try {
    rmSync(file)
    mkdirSync(file)
    const { readConfig } = await import('../../src/settings/config.ts')
    const { sites } = await import('../../adapters/sites/index.ts')
    const result = await wares.reload(() =>
      readConfig(sites, { WARES_CONFIG: file, WARES_DATA: wares.dataDir }),
    )
    const sentence = `${file} cannot be read: it is a folder.`
    expect(result.problem).toBe(sentence)
    expect((await wares.call('/status.json')).json()).toMatchObject({ settings: { problem: sentence } })
    const ready = await wares.call('/readyz')
    expect([ready.status, ready.json()]).toEqual([200, { status: 'degraded', reasons: [sentence] }])
    expect(wares.config.watchesPerKey).toBe(50)
  } finally {
    await wares.stop()
  }
})

/** Adds the shops that it is given, one after the other, and says so of each. */
const WRITER = `
import { writeSettings } from ${JSON.stringify(join(ROOT, 'src/setup/write-settings.ts'))}
import { addEntries } from ${JSON.stringify(join(ROOT, 'src/setup/edit-settings.ts'))}
const [path, ...hosts] = process.argv.slice(2)
for (const host of hosts) {
  await writeSettings({ path, check() {}, change: text => addEntries(text, [{ kind: 'host', host }]) })
  process.stdout.write(host + '\\n')
}
`

it('processes that add shops at the same moment lose none', async () => {
  const script = join(folder, 'writer.ts')
  writeFileSync(script, WRITER)
  const hosts = Array.from({ length: 6 }, (_, n) => `shop-${n}.example`)
  const ended = await Promise.all(hosts.map(host => run(process.execPath, [script, file, host])))
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(hosts.map(() => [0, '']))
  for (const host of hosts) expect(textOf()).toContain(host)
})

describe('a process killed with SIGKILL', () => {
  const hosts = Array.from({ length: 200 }, (_, n) => `shop-${n}.example`)

  /** Lets the writer add some shops, kills it a moment later, and returns those that it said were written. */
  async function killWriter(path: string, afterHosts: number, delayMs: number): Promise<readonly string[]> {
    const writer = spawn(process.execPath, [join(folder, 'writer.ts'), path, ...hosts])
    let said = ''
    const isFarEnough = Promise.withResolvers<void>()
    writer.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.split('\n').length > afterHosts) isFarEnough.resolve()
    })
    const hasEnded = once(writer, 'close')
    await Promise.race([isFarEnough.promise, hasEnded])
    await sleep(delayMs)
    writer.kill('SIGKILL')
    const [, signal] = await hasEnded
    // A writer that had finished would prove nothing.
    expect(signal).toBe('SIGKILL')
    return said.split('\n').slice(0, -1)
  }

  async function expectWhole(path: string, said: readonly string[]): Promise<void> {
    const text = readSettingsText(path) ?? ''
    const listed = parse(text).reader?.hosts ?? []
    expect(text.startsWith(OLD)).toBe(true)
    expect(listed.slice(0, said.length)).toEqual(said)
    // The kill may have come between the step that writes and the line that says so.
    expect(listed).toEqual(hosts.slice(0, listed.length))
    expect(listed.length - said.length).toBeLessThanOrEqual(1)
    await write(path, before => addEntries(before, [{ kind: 'host', host: 'next.example' }]))
    expect(parse(textOf(path)).reader.hosts).toEqual([...listed, 'next.example'])
    expect(readdirSync(folder).toSorted()).toEqual(['wares.yaml', 'writer.ts'])
  }

  it('at any time leaves the text before or after a change, and the next change works', async () => {
    writeFileSync(join(folder, 'writer.ts'), WRITER)
    for (let time = 0; time < 12; time++) {
      writeFileSync(file, OLD)
      await expectWhole(file, await killWriter(file, time % 4, time * 0.7))
    }
  }, 120_000)
})
