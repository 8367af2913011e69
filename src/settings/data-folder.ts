// The default data folder: `data` in a clone, the platform's usual folder for an installed Wares.
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isSource } from '../runtime/package-files.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface DataFolder {
  readonly path: string
  /** The environment variable that sets it, or `default`. */
  readonly from: string
}

interface System {
  readonly platform: string
  readonly home: string
  readonly inClone: boolean
}

const thisSystem = (): System => ({ platform: process.platform, home: homedir(), inClone: isSource })

export function defaultDataFolder(env: Env, system: System = thisSystem()): DataFolder {
  if (system.inClone) return { path: 'data', from: 'default' }
  const variable = system.platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'
  const folder = env[variable]
  // The XDG specification requires relative paths to be ignored.
  if (folder !== undefined && isAbsolute(folder)) return { path: join(folder, 'wares'), from: variable }
  return { path: join(system.home, userFolder(system.platform), 'wares'), from: 'default' }
}

function userFolder(platform: string): string {
  if (platform === 'win32') return join('AppData', 'Local')
  return platform === 'darwin' ? join('Library', 'Application Support') : join('.local', 'share')
}
