// New settings for a running server: all of its shops, watches and canaries, or with a mistake none of them.
import type { Config } from '../settings/config.ts'
import { type LiveConfig, settingsForRestart } from '../settings/live-config.ts'
import type { Canaries } from '../health/canaries/canaries.ts'
import type { Engine } from '../answer/index.ts'
import type { Logger } from '../health/log.ts'
import { isOperatorError, operatorError } from '../runtime/operator-error.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'
import { whyNoBrowser } from '../fetch/network/render.ts'
import type { Watches } from '../watch/create-watches.ts'

export interface ReloadResult {
  readonly changed: boolean
  /** Why the settings were refused; null if they are in effect. */
  readonly problem: string | null
  /** Changed settings that only a restart applies. */
  readonly needRestart: readonly string[]
}

type SettingsState = ReturnType<typeof createSettingsState>

/** For /status.json. */
export function createSettingsState() {
  let state = {
    loaded_at: new Date().toISOString(),
    problem: null as string | null,
    restart_for: [] as readonly string[],
  }
  return {
    current: () => state,
    /** For /readyz: the server goes on with its old settings. */
    unavailableReason: () => state.problem ?? undefined,
    note({ problem, needRestart }: ReloadResult): void {
      const loadedAt = problem === null ? new Date().toISOString() : state.loaded_at
      state = { loaded_at: loadedAt, problem, restart_for: needRestart }
    },
  }
}

type SandboxSwitch = Awaited<ReturnType<typeof createSandboxSwitch>>

/** `given`: a sandbox that runs already; used when needed, and stopped only at the end. */
export async function createSandboxSwitch(config: Pick<Config, 'sandbox'>, running: Sandbox | undefined) {
  let isNeeded = false
  let own: Sandbox | undefined
  const stopOwn = async (): Promise<void> => {
    const stopping = own
    own = undefined
    await stopping?.stop()
  }
  /** Starts or stops the sandbox as the settings say. */
  const follow = async ({ sandbox }: Pick<Config, 'sandbox'>): Promise<void> => {
    if (sandbox.needed && !running) own ??= await startSandbox(sandbox)
    isNeeded = sandbox.needed
    if (!isNeeded) await stopOwn()
  }
  await follow(config)
  return {
    origin: () => (isNeeded ? (running ?? own)?.origin : undefined),
    follow,
    async stop(): Promise<void> {
      await running?.stop()
      await stopOwn()
    },
  }
}

export interface ReloadParts {
  readonly live: LiveConfig
  readonly config: Config
  readonly settings: SettingsState
  readonly log: Logger
  readonly engine: Pick<Engine, 'clearCache'>
  readonly watches: Pick<Watches, 'applySettings'>
  readonly canaries: Pick<Canaries, 'applySettings'>
  readonly sandbox: SandboxSwitch
  readonly renewRoutes: () => void
}

/** One reload at a time, in the order of the calls. */
export function createReload(parts: ReloadParts): (read: () => Config) => Promise<ReloadResult> {
  let last: Promise<unknown> = Promise.resolve()
  return read => {
    const next = last.then(() => reload(parts, read))
    last = next.catch(() => {})
    return next
  }
}

async function reload(parts: ReloadParts, read: () => Config): Promise<ReloadResult> {
  const { config, settings, log } = parts
  let result: ReloadResult
  try {
    const next = read()
    const changed = await apply(parts, next)
    result = { changed, problem: null, needRestart: settingsForRestart(config, next) }
  } catch (error) {
    if (!isOperatorError(error)) throw error
    result = { changed: false, problem: (error as Error).message, needRestart: [] }
  }
  settings.note(result)
  const { changed, problem, needRestart } = result
  if (problem !== null) log.error({ problem }, 'settings not applied; the old ones stay in effect')
  else if (changed) log.info('settings applied')
  if (needRestart.length > 0) log.warn({ settings: needRestart }, 'settings changed that need a restart')
  return result
}

/** Returns whether anything changed. With a mistake, everything is as before. */
async function apply(parts: ReloadParts, next: Config): Promise<boolean> {
  const { live, watches, canaries, sandbox } = parts
  const noBrowser = whyNoBrowser(next)
  if (noBrowser !== undefined) throw operatorError(noBrowser)
  // A copy: its live parts are those of now.
  const before: Config = { ...live.config }
  if (!live.replace(next)) return false
  try {
    await sandbox.follow(next)
    await watches.applySettings()
    await canaries.applySettings()
  } catch (error) {
    live.replace(before)
    await sandbox.follow(before)
    await watches.applySettings()
    await canaries.applySettings()
    throw error
  } finally {
    parts.engine.clearCache()
    parts.renewRoutes()
  }
  return true
}
