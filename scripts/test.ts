// The test command: runs every suite and closes with one line, `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
  success: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'wares-test-'))
const file = join(folder, 'report.json')
const run = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
)
const report = readReport()
rmSync(folder, { recursive: true })
if (report) {
  // A file that could not even be loaded has no test that failed, and is a failure all the same.
  const failed = report.numFailedTests || (run.status === 0 ? 0 : 1)
  const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : ''
  console.log(`${report.numPassedTests} passed, ${failed} failed${skipped}`)
}
process.exitCode = run.status ?? 1

function readReport(): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    console.error(`no report was written: ${(error as Error).message}`)
    return undefined
  }
}
