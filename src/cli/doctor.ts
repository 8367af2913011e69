// `wares doctor`: looks at all that Wares needs on this machine, and says what to do about what is missing.
import { styleText } from 'node:util'
import { Command } from 'commander'
import { CONFIG_ERROR, type Config, readConfig } from '../config.ts'
import { sites } from '../sites/index.ts'
import { checks } from './checks.ts'
import type { Finding } from './finding.ts'
import { printJson, wantsJson } from './print.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .option('--json', 'print JSON (as in a pipe)')
    .addHelpText('after', '\nExits with 1 when something that is needed is missing.')
    .action(doctor)
}

async function doctor(options: { json?: boolean }): Promise<void> {
  const findings = await examine()
  const healthy = findings.every(finding => finding.state !== 'bad')
  if (wantsJson(options)) printJson({ healthy, findings })
  else console.log([...findings.map(line), '', healthy ? 'All is well.' : 'Something needs you.'].join('\n'))
  if (!healthy) process.exitCode = 1
}

async function examine(): Promise<Finding[]> {
  const config = settings()
  if ('check' in config) return [config]
  const found = await Promise.all(checks.map(async check => check(config)))
  return [{ check: 'settings', state: 'good', found: 'can be read' }, ...found.flat()]
}

function settings(): Config | Finding {
  try {
    return readConfig(sites)
  } catch (error) {
    if ((error as Error).name !== CONFIG_ERROR) throw error
    const next = 'Correct wares.yaml or the WARES_* variable.'
    return { check: 'settings', state: 'bad', found: (error as Error).message, next }
  }
}

const MARKS = {
  good: styleText('green', '✓'),
  unused: styleText('dim', '·'),
  warning: styleText('yellow', '!'),
  bad: styleText('red', '✗'),
}

function line({ check, state, found, next }: Finding): string {
  const text = `${MARKS[state]} ${check.padEnd(22)} ${found}`
  return next === undefined ? text : `${text}\n  ${' '.repeat(22)} ${styleText('bold', next)}`
}
