// `wares config`: prints the effective settings, each with its source.
import { Command } from 'commander'
import { readConfigWithSources } from '../../settings/config.ts'
import { effectiveSettings } from '../../settings/effective-settings.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

interface ConfigOptions {
  json?: boolean
  all?: boolean
}

export function configCommand(): Command {
  return new Command('config')
    .option('--all', 'include the defaults of every site (always in JSON)')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText('after', '\nSecrets are masked. An invalid setting is reported in one sentence.')
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
