// Breaks each small rule in turn and checks that its tests fail: npm run mutants:rules [-- words of the rules]
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type SmallRule, smallRules } from './small-rules.ts'

function isNoticed({ file, find, replace, tests }: SmallRule): boolean {
  const source = readFileSync(file, 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} must hold this text exactly once: ${find}`)
  const runTests = () =>
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests]).status
  if (runTests() !== 0) throw new Error(`${tests.join(' ')} must pass before ${file} is changed`)
  try {
    writeFileSync(
      file,
      source.replace(find, () => replace),
    )
    return runTests() !== 0
  } finally {
    writeFileSync(file, source)
  }
}

const words = process.argv.slice(2)
const chosen = smallRules.filter(({ rule }) => words.every(word => rule.includes(word)))
for (const rule of chosen) {
  const noticed = isNoticed(rule)
  console.log(`${noticed ? 'noticed ' : 'UNNOTICED'}  ${rule.rule} (${rule.file})`)
  if (!noticed) process.exitCode = 1
}
