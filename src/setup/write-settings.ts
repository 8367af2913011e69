// Writes changed settings to the operator's file: one process at a time, checked first, then in one step, so that no change is
// lost and a running server never reads half of it. Owner, mode and link stay as they are.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettingsText } from '../settings/settings-text.ts'
import { writeError } from '../runtime/file-trouble.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { holdFileLock } from '../store/sqlite/file-lock.ts'

export interface SettingsChange {
  readonly path: string
  /** The new text of the file; called again if somebody changes the file meanwhile. Line ends are `\n`. */
  readonly change: (text: string) => string
  /** Called with the path of the new file before it takes the place of the old one; throws to refuse it. */
  readonly check: (path: string) => void
}

/** Throws an error for the operator if the file cannot be written; it is then as before. */
export async function writeSettings(change: SettingsChange): Promise<void> {
  const { path } = change
  try {
    // What a link points to, so that the link stays.
    const target = existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
    const release = await waitForLock(target)
    try {
      while (!writeOnce({ ...change, path: target }));
    } finally {
      release()
    }
  } catch (error) {
    throw writeError(path, error)
  }
}

/** A change takes milliseconds; one that takes longer has hung. */
const LOCK_WAIT_MS = 10_000
const LOCK_TRY_EVERY_MS = 20

/** Held where every process of this user looks, whatever its data folder: one settings file may have several. */
async function waitForLock(place: string): Promise<() => void> {
  const folder = join(tmpdir(), `wares-locks-${userInfo().uid}`)
  const name = createHash('sha256').update(place).digest('hex').slice(0, 32)
  const untilMs = performance.now() + LOCK_WAIT_MS
  while (performance.now() < untilMs) {
    const release = holdFileLock(join(folder, name))
    if (release) return release
    await sleep(LOCK_TRY_EVERY_MS)
  }
  throw operatorError(`Another process is writing to ${place}.`)
}

/** False if the file was changed by somebody without the lock, an editor for example: nothing is written then. */
function writeOnce({ path, change, check }: SettingsChange): boolean {
  const draft = `${path}.new`
  const fileStats = statSync(path, { throwIfNoEntry: false })
  if (fileStats && (fileStats.mode & ANY_WRITE) === 0)
    throw operatorError(`${path} cannot be written: it is read-only.`)
  try {
    const old = readSettingsText(path)
    // The draft belongs to a process that was killed: only the owner of the lock writes.
    rmSync(draft, { force: true })
    // Settings may contain secrets: nobody else reads a draft.
    writeFileSync(draft, changedText(old ?? '', change), { mode: 0o600, flag: 'wx', flush: true })
    check(draft)
    if (fileStats) chownSync(draft, fileStats.uid, fileStats.gid)
    chmodSync(draft, fileStats ? fileStats.mode & 0o7777 : 0o666 & ~process.umask())
    if (readSettingsText(path) !== old) return false
    renameSync(draft, path)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

const ANY_WRITE = 0o222

/** Lines end as the first one does. */
function changedText(old: string, change: (text: string) => string): string {
  const mark = old.startsWith('\uFEFF') ? '\uFEFF' : ''
  const changed = mark + change(old.slice(mark.length).replaceAll('\r\n', '\n'))
  return /^[^\n]*\r\n/.test(old) ? changed.replaceAll('\n', '\r\n') : changed
}
