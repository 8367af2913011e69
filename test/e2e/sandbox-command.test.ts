// The sandbox of the command line: started by a server, or by a command that finds none.
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/servers.ts'
import { COMMAND, start, wares } from './process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const CALL = ['call', 'sneakerhub.prices', '--id', '1044287']

let folder: string
let port: number
let env: Record<string, string>

beforeAll(async () => {
  folder = temporaryFolder('sandbox')
  port = await freePort()
  env = { WARES_DATA: join(folder, 'data'), WARES_SANDBOX_PORT: String(port) }
})

const askSandbox = () => fetch(`http://127.0.0.1:${port}/`)

it('a command uses the shops of a server, and leaves them running', async () => {
  const server = start(process.execPath, [COMMAND, 'start'], { ...env, WARES_PORT: '0' })
  await server.until(/Wares is ready/)
  expect((await wares([...CALL, '--local'], env)).code).toBe(0)
  expect((await askSandbox()).headers.get('x-wares-sandbox')).toBe('1')
  expect(await server.stop()).toBe(0)
  await expect(askSandbox()).rejects.toThrow('fetch failed')
})

it('a command starts the shops where none are running, and stops them', async () => {
  expect((await wares(CALL, env)).code).toBe(0)
  await expect(askSandbox()).rejects.toThrow('fetch failed')
})
