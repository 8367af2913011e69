// The folder table in CONTRIBUTING.md lists every folder of src, once, and none that was removed.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

it('CONTRIBUTING.md lists the folders of src', () => {
  const [, table = ''] = readFileSync(`${ROOT}CONTRIBUTING.md`, 'utf8').split('| folder of `src` | what |')
  const firstCells = table.split('\n\n', 1)[0]?.match(/^\|[^|]*\|/gm) ?? []
  const listed = firstCells.flatMap(cell => Array.from(cell.matchAll(/`([^`]+)\/`/g), match => match[1]))
  const folders = globSync('src/*/', { cwd: ROOT }).map(path => path.split(/[\\/]/)[1])
  expect(folders.length).toBeGreaterThan(10)
  expect(new Set(listed)).toEqual(new Set(folders))
  expect(listed).toHaveLength(folders.length)
})
