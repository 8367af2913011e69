// Rewrites the recorded cases of all sites and platforms in canonical form. test/house refuses any other form.
// npm run cases
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { caseChanges } from '../src/record/case/case-store.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const folder of globSync(join(root, 'adapters/{sites,platforms}/*/cases')).toSorted()) {
  const { write, remove } = caseChanges(folder)
  for (const [path, content] of write) {
    writeFileSync(path, content)
    console.log(`wrote ${relative(root, path)}`)
  }
  for (const path of remove) {
    rmSync(path)
    console.log(`removed ${relative(root, path)}`)
  }
}
