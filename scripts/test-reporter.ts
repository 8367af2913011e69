// The reporter of `npm test`: one line per file, failed tests in full, what was skipped and why, and the totals in
// the last line.
import { MinimalReporter, type TestCase, type TestModule } from 'vitest/node'

type ConsoleLog = Parameters<MinimalReporter['onUserConsoleLog']>
type RunEnd = Parameters<MinimalReporter['onTestRunEnd']>

/** The line with which a suite reports a missing service or tool. */
const LACK = /^NO [^\n]+/

export default class TestReporter extends MinimalReporter {
  readonly #startedAt = performance.now()
  readonly #lacks = new Set<string>()

  override onUserConsoleLog(log: ConsoleLog[0], state?: ConsoleLog[1]): void {
    const [lack] = LACK.exec(log.content) ?? []
    if (lack !== undefined) this.#lacks.add(lack)
    else super.onUserConsoleLog(log, state)
  }

  override onTestModuleEnd(file: TestModule): void {
    super.onTestModuleEnd(file)
    const tests = [...file.children.allTests()]
    const seconds = (file.diagnostic().duration / 1_000).toFixed(1)
    this.log(`${file.ok() ? 'ok    ' : 'FAILED'} ${file.relativeModuleId}  ${countsOf(tests)}, ${seconds} s`)
  }

  override onTestRunEnd(files: RunEnd[0], errors: RunEnd[1], reason: RunEnd[2]): void {
    super.onTestRunEnd(files, errors, reason)
    const tests = files.flatMap(file => [...file.children.allTests()])
    for (const [suite, skipped] of Map.groupBy(tests.filter(isSkipped), suiteOf))
      this.log(`skipped: ${suite} (${skipped.length})`)
    for (const lack of this.#lacks) this.log(lack)
    this.log(`${Math.round((performance.now() - this.#startedAt) / 1_000)} s in all`)
    // A file that could not be loaded has no failed test, but is a failure all the same.
    const broken = files.filter(
      file => !file.ok() && tests.every(test => test.module !== file || !isFailed(test)),
    )
    this.log(countsOf(tests, broken.length + errors.length))
  }
}

const isSkipped = (test: TestCase): boolean => test.result().state === 'skipped'
const isFailed = (test: TestCase): boolean => test.result().state === 'failed'

function suiteOf({ module, parent, name }: TestCase): string {
  return `${module.relativeModuleId} > ${parent.type === 'suite' ? parent.fullName : name}`
}

function countsOf(tests: readonly TestCase[], moreFailures = 0): string {
  const skipped = tests.filter(isSkipped).length
  const failed = tests.filter(isFailed).length
  const counts = [
    `${tests.length - failed - skipped} passed`,
    `${failed + moreFailures} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return counts.join(', ')
}
