// `wares config`: the settings as they hold, each with its source.
import { Command } from 'commander'
import { readConfigWithSources } from '../config.ts'
import { effectiveSettings } from '../config/effective-settings.ts'
import { sites } from '../../sites/index.ts'
import { printJson, printTable, wantsJson } from './print.ts'

interface ConfigOptions {
  json?: boolean
  all?: boolean
}

export function configCommand(): Command {
  return new Command('config')
    .option('--all', 'with the defaults of every site (as in JSON)')
    .option('--json', 'print JSON (as in a pipe)')
    .addHelpText('after', '\nSecrets are masked. A setting that cannot be used ends it with one sentence.')
    .action(showConfig)
}

function showConfig(options: ConfigOptions): void {
  const { config, settings } = readConfigWithSources(sites)
  const rows = effectiveSettings(config, settings)
  if (wantsJson(options)) {
    printJson(rows)
    return
  }
  const shown = rows.filter(
    ({ setting, from }) =>
      options.all === true ||
      !setting.startsWith('sites.') ||
      from !== 'default' ||
      setting.endsWith('.enabled'),
  )
  printTable(
    ['setting', 'value', 'from'],
    shown.map(({ setting, value, from }) => [setting, format(value), from]),
  )
}

function format(value: unknown): string {
  if (value === null) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
