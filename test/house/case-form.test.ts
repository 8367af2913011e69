// Cases have one canonical form: only what a replay reads, and every body once per site or platform.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { caseChanges } from '../../src/record/case/case-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folders = globSync(join(ROOT, 'adapters/{sites,platforms}/*/cases')).toSorted()

/** The changes that `npm run cases` would make. */
function changesOf(folder: string): string[] {
  const { write, remove } = caseChanges(folder)
  return [...write.keys(), ...remove].map(path => relative(folder, path))
}

describe('cases of', () => {
  it.each(folders)('%s are in canonical form', folder => {
    expect(changesOf(folder)).toEqual([])
  })
})

describe('case is refused', () => {
  const root = temporaryFolder('cases')
  const from = join(ROOT, 'adapters/sites/departmentstore/cases')
  const [file = ''] = globSync('*/happy*/case.har', { cwd: from })

  function changed(name: string, change: (folder: string) => void): string[] {
    const folder = join(root, name, 'cases')
    cpSync(from, folder, { recursive: true })
    change(folder)
    return changesOf(folder)
  }

  it('with a field that no replay reads', () => {
    const add = (folder: string): void => {
      const path = join(folder, file)
      writeFileSync(path, readFileSync(path, 'utf8').replace('"status"', '"statusText": "OK", "status"'))
    }
    expect(changed('field', add)).toEqual([file])
  })

  it('with a body that another case has', () => {
    const text = JSON.stringify({
      log: {
        version: '1.2',
        entries: [
          {
            request: { method: 'GET', url: 'https://shop.example/' },
            response: { status: 200, content: { mimeType: 'text/html', _file: 'page.html' } },
          },
        ],
      },
    })
    const add = (folder: string): void => {
      for (const name of ['copy-one', 'copy-number-two']) {
        cpSync(join(folder, file, '..'), join(folder, 'more', name), { recursive: true })
        writeFileSync(
          join(folder, 'more', name, 'case.har'),
          `${JSON.stringify(JSON.parse(text), null, 2)}\n`,
        )
        writeFileSync(join(folder, 'more', name, 'page.html'), '<title>The same page</title>')
      }
    }
    const changes = changed('body', add)
    expect(changes).toContain('more/copy-number-two/case.har')
    expect(changes).toContain('more/copy-number-two/page.html')
    expect(changes).not.toContain('more/copy-one/page.html')
  })

  it('with a body that no case refers to', () => {
    const add = (folder: string): void => writeFileSync(join(folder, file, '../left-over.html'), 'nobody')
    expect(changed('left-over', add)).toEqual([join(file, '../left-over.html')])
  })
})
