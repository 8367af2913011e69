// A test that makes a folder or starts a server uses the fixtures, which clean up after it; and they do.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { releaseAll } from '../support/release.ts'
import { startHttpServer } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MADE_BY_HAND = /\bmkdtemp|\bcreate(?:Http|Http2|Https|Net|Tcp|Secure)?Server\(|server\.listen\(/i

/** What the fixtures do not make. */
const EXCEPTIONS = [
  // A folder within the one of the fixture.
  'test/docs/documented-commands.test.ts',
  'test/hostile/state-sqlite.test.ts',
  // Servers with TLS, and a proxy: `listen` of the fixture starts them.
  'test/faults/connection-failures.test.ts',
  'test/faults/faulty-shop.ts',
  'test/faults/proxy.test.ts',
]

it('folders and servers of tests come from test/support', () => {
  const own = globSync('test/**/*.ts', { cwd: root }).filter(
    file => !file.startsWith('test/support/') && MADE_BY_HAND.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  expect(own.toSorted()).toEqual(EXCEPTIONS.toSorted())
})

it('a folder is removed, and a server ends with its connections', async () => {
  const folder = temporaryFolder()
  const server = await startHttpServer((_, response) => response.write('not finished'))
  const reply = await fetch(server.origin)
  expect([existsSync(folder), server.connections()]).toEqual([true, 1])
  await releaseAll()
  expect(existsSync(folder)).toBe(false)
  await expect.poll(server.connections).toBe(0)
  await expect(reply.text()).rejects.toThrow('terminated')
  await expect(fetch(server.origin)).rejects.toThrow('fetch failed')
})
