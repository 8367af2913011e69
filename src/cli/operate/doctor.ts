// `wares doctor`: checks everything that Wares needs on this machine, and explains how to fix problems.
import { styleText } from 'node:util'
import { Command } from 'commander'
import { readConfigWithSources } from '../../settings/config.ts'
import { effectiveSettings } from '../../settings/effective-settings.ts'
import { isOperatorError } from '../../runtime/operator-error.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { checks } from './checks.ts'
import type { Finding } from './finding.ts'
import { printJson, wantsJson } from '../print/print.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText('after', '\nExits with 1 when a required part is missing.')
    .action(doctor)
}

async function doctor(options: { json?: boolean }): Promise<void> {
  const findings = await runChecks()
  // What is not used needs no line.
  const said = findings.filter(finding => finding.state !== 'unused')
  const healthy = findings.every(finding => finding.state !== 'bad')
  if (wantsJson(options)) printJson({ healthy, findings })
  else console.log([...said.map(formatFinding), '', summaryOf(findings)].join('\n'))
  if (!healthy) process.exitCode = 1
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state'], noun: string) => {
    const number = findings.filter(finding => finding.state === state).length
    return number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`]
  }
  const parts = [...count('bad', 'problem'), ...count('warning', 'warning')]
  return parts.length === 0 ? 'All checks passed.' : `${parts.join(', ')}.`
}

async function runChecks(): Promise<Finding[]> {
  const read = readSettings()
  if ('check' in read) return [read]
  const checkFindings = await Promise.all(checks.map(async check => check(read.config)))
  return [{ check: 'settings', state: 'good', found: describeSources(read) }, ...checkFindings.flat()]
}

type ReadSettings = ReturnType<typeof readConfigWithSources>

function readSettings(): ReadSettings | Finding {
  try {
    return readConfigWithSources(sites)
  } catch (error) {
    if (!isOperatorError(error)) throw error
    const next = 'Correct wares.yaml or the WARES_* variable.'
    return { check: 'settings', state: 'bad', found: (error as Error).message, next }
  }
}

/** A server in another terminal may have been started with variables that this shell does not have. */
function describeSources({ config, settings }: ReadSettings): string {
  const from = effectiveSettings(config, settings).map(setting => setting.from)
  const files = from.flatMap(source => /^(.+):\d+:\d+$/.exec(source)?.[1] ?? [])
  const variables = from.filter(source => source.startsWith('WARES_'))
  const file = files[0] ?? 'no wares.yaml'
  const names = [...new Set(variables)].join(', ') || 'no WARES_ variables'
  return `${file}; ${names} in this shell (a running server has those it was started with)`
}

const STATE_SYMBOLS = {
  good: styleText('green', '✓'),
  unused: '·',
  warning: styleText('yellow', '!'),
  bad: styleText('red', '✗'),
}

function formatFinding({ check, state, found, next }: Finding): string {
  const text = `${STATE_SYMBOLS[state]} ${check.padEnd(25)} ${found}`
  return next === undefined ? text : `${text}\n  ${' '.repeat(22)} ${styleText('bold', next)}`
}
