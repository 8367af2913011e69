// `wares doctor`: checks everything that Wares needs on this machine, and says how to fix what is missing.
import { styleText } from 'node:util'
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { isOperatorError } from '../operator-error.ts'
import { sites } from '../../sites/index.ts'
import { checks } from './checks.ts'
import type { Finding } from './finding.ts'
import { printJson, wantsJson } from './print.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText('after', '\nExits with 1 when a required part is missing.')
    .action(doctor)
}

async function doctor(options: { json?: boolean }): Promise<void> {
  const findings = await runChecks()
  const healthy = findings.every(finding => finding.state !== 'bad')
  if (wantsJson(options)) printJson({ healthy, findings })
  else
    console.log(
      [...findings.map(formatFinding), '', healthy ? 'All is well.' : 'Something needs you.'].join('\n'),
    )
  if (!healthy) process.exitCode = 1
}

async function runChecks(): Promise<Finding[]> {
  const config = readSettings()
  if ('check' in config) return [config]
  const found = await Promise.all(checks.map(async check => check(config)))
  return [{ check: 'settings', state: 'good', found: 'can be read' }, ...found.flat()]
}

function readSettings(): Config | Finding {
  try {
    return readConfig(sites)
  } catch (error) {
    if (!isOperatorError(error)) throw error
    const next = 'Correct wares.yaml or the WARES_* variable.'
    return { check: 'settings', state: 'bad', found: (error as Error).message, next }
  }
}

const STATE_SYMBOLS = {
  good: styleText('green', '✓'),
  unused: styleText('dim', '·'),
  warning: styleText('yellow', '!'),
  bad: styleText('red', '✗'),
}

function formatFinding({ check, state, found, next }: Finding): string {
  const text = `${STATE_SYMBOLS[state]} ${check.padEnd(22)} ${found}`
  return next === undefined ? text : `${text}\n  ${' '.repeat(22)} ${styleText('bold', next)}`
}
