// A pipe that is closed early, as by `head`, ends a command without an error.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const WARES = fileURLToPath(new URL('../../bin/wares.js', import.meta.url))

it('says nothing when its reader has seen enough', async () => {
  const child = spawn(process.execPath, [WARES, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  // No reader from the beginning: the first write fails.
  child.stdout.destroy()
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(said).toBe('')
  expect(code).toBe(0)
}, 60_000)
