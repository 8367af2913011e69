// What a process was started with, without the rest of the configuration, so that a command asks a running server only if that one has the same settings.
import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { version } from '../runtime/version.ts'
import { defaultDataFolder } from './data-folder.ts'
import { settingsPath } from './settings-file.ts'
import { readSettingsText } from './settings-text.ts'

type Env = Readonly<Record<string, string | undefined>>

/** They say where a server is, or how much is printed; not what a shop is. */
const OF_NO_ANSWER: ReadonlySet<string> = new Set([
  'WARES_CONFIG',
  'WARES_DATA',
  'WARES_HOST',
  'WARES_KEY',
  'WARES_LOG',
  'WARES_PORT',
  'WARES_SERVER',
])

export function launchSettings(env: Env = process.env) {
  const names = Object.keys(env).filter(name => name.startsWith('WARES_') && !OF_NO_ANSWER.has(name))
  return {
    version,
    settings: resolve(settingsPath(env.WARES_CONFIG)),
    env: Object.fromEntries(names.map(name => [name, hash('sha256', env[name] ?? '').slice(0, 16)])),
  }
}

/** Does not check the settings, which takes longer than asking a server. */
export function findDataFolder(env: Env = process.env): string {
  if (env.WARES_DATA) return resolve(env.WARES_DATA)
  const text = readSettingsText(settingsPath(env.WARES_CONFIG)) ?? ''
  const [, written] =
    /^data:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#"'][^\n#]*))/m.exec(text)?.filter(Boolean) ?? []
  return resolve(written?.trim() ?? defaultDataFolder(env).path)
}
