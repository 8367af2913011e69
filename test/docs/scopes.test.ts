// The scopes of a key: the documentation and the command that refuses one name them all.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keysCommand } from '../../src/cli/operate/keys.ts'
import { EVERY_SCOPE } from '../../src/store/keys/key-record.ts'
import { ROOT } from '../e2e/process.ts'

it('authentication.md has a row for every scope', () => {
  const text = readFileSync(join(ROOT, 'docs/authentication.md'), 'utf8')
  const [, table = ''] = /^## Scopes\n([\s\S]*?)^## /m.exec(text) ?? []
  const rows = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, scope]) => scope)
  expect(rows).toEqual(expect.arrayContaining([...EVERY_SCOPE]))
})

it('an unknown scope is refused with all that there are', async () => {
  const refused = keysCommand().parseAsync(['create', '--name', 'n', '--scope', 'zzzqqq'], { from: 'user' })
  const { message } = await refused.then(
    () => new Error('it was accepted'),
    (error: Error) => error,
  )
  expect(EVERY_SCOPE.filter(scope => !message.includes(scope))).toEqual([])
  expect(message).toContain('is not a scope')
})
