// Writes changed settings to the operator's file: one process at a time, checked first, then in one step, so that no change is
// lost and a running server never reads half of it. Owner, mode, link and line ends stay as they are.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pendingPath, readSettingsText } from '../config/settings-text.ts'
import { writeError } from '../runtime/file-trouble.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { holdFileLock } from '../state/sqlite/file-lock.ts'
import { keepLineEnds } from './line-ends.ts'

export interface SettingsChange {
  readonly path: string
  /** The new text of the file; called again if somebody changes the file meanwhile. */
  readonly change: (text: string) => string
  /** Called with the path of the new file before it takes the place of the old one; throws to refuse it. */
  readonly check: (path: string) => void
}

/** Throws an error for the operator if the file cannot be written; it is then as before. */
export async function writeSettings(wanted: SettingsChange): Promise<void> {
  const { path } = wanted
  try {
    // What a link points to, so that the link stays.
    const target = existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
    const release = await waitForLock(target)
    try {
      removeDrafts(target)
      finishPending(target)
      while (!writeOnce({ ...wanted, path: target }));
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
  const draft = `${path}.${process.pid}.new`
  const known = statSync(path, { throwIfNoEntry: false })
  if (known && (known.mode & ANY_WRITE) === 0)
    throw operatorError(`${path} cannot be written: it is read-only.`)
  try {
    const old = readSettingsText(path)
    const text = keepLineEnds(old ?? '', change)
    writeDraft(draft, text)
    check(draft)
    if (known) keepOwner(draft, path, known)
    // As any new file.
    else chmodSync(draft, 0o666 & ~process.umask())
    if (readSettingsText(path) !== old) return false
    replaceFile(draft, path, text)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

const ANY_WRITE = 0o222

/** Settings may contain secrets: nobody else reads a draft. */
function writeDraft(draft: string, text: string): void {
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function keepOwner(draft: string, path: string, { uid, gid, mode }: Stats): void {
  const own = statSync(draft)
  if (own.uid !== uid || own.gid !== gid) {
    try {
      chownSync(draft, uid, gid)
    } catch (error) {
      throw operatorError(`${path} cannot be written: it belongs to another user.`, error)
    }
  }
  chmodSync(draft, mode & 0o7777)
}

/**
 * A file that is mounted on its own, as in a container, cannot be replaced, only overwritten. Until that is complete, the
 * settings are what the draft says: see `readSettingsText`.
 */
function replaceFile(draft: string, path: string, text: string): void {
  try {
    renameSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
    renameSync(draft, pendingPath(path))
    overwrite(path, text)
  }
}

/** Of processes that were killed: whoever has the lock is the only one to write. */
function removeDrafts(path: string): void {
  const isDraft = (name: string) => name.startsWith(`${basename(path)}.`) && /\.\d+\.new$/.test(name)
  for (const name of readdirSync(dirname(path)).filter(isDraft)) rmSync(join(dirname(path), name))
}

/** Completes what another process did not live to complete. */
function finishPending(path: string): void {
  if (!existsSync(pendingPath(path))) return
  const text = readSettingsText(path)
  if (text !== undefined) overwrite(path, text)
}

function overwrite(path: string, text: string): void {
  const file = openSync(path, 'w')
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  rmSync(pendingPath(path))
}
