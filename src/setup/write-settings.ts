// Writes changed settings to a file: one process at a time, checked first, then in one step, so that no change is lost
// and a running server never reads half of it.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorError } from '../runtime/operator-error.ts'
import { holdFileLock } from '../state/file-lock.ts'

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the folder is read-only',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
}

export interface SettingsChange {
  readonly path: string
  /** Where the lock is held. */
  readonly dataDir: string
  /** The new text of the file; called again if somebody changes the file meanwhile. */
  readonly change: (text: string) => string
  /** Called with the path of the new file before it takes the place of the old one; throws to refuse it. */
  readonly check: (path: string) => void
}

export async function writeSettings(wanted: SettingsChange): Promise<void> {
  const { path, dataDir } = wanted
  try {
    const release = await waitForLock(path, dataDir)
    try {
      while (!writeOnce(wanted));
    } finally {
      release()
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (FILE_ERRORS[code]) throw operatorError(`${path} cannot be written: ${FILE_ERRORS[code]}.`, error)
    throw error
  }
}

/** A change takes milliseconds; one that takes longer has hung. */
const LOCK_WAIT_MS = 10_000
const LOCK_TRY_EVERY_MS = 20

async function waitForLock(path: string, dataDir: string): Promise<() => void> {
  const place = join(realpathSync(dirname(path)), basename(path))
  const name = createHash('sha256').update(place).digest('hex').slice(0, 32)
  const untilMs = performance.now() + LOCK_WAIT_MS
  while (performance.now() < untilMs) {
    const release = holdFileLock(join(dataDir, 'locks', name))
    if (release) return release
    await sleep(LOCK_TRY_EVERY_MS)
  }
  throw operatorError(`Another process is writing to ${path}.`)
}

/** False if the file was changed by somebody without the lock, an editor for example: nothing is written then. */
function writeOnce({ path, change, check }: SettingsChange): boolean {
  const draft = `${path}.${process.pid}.new`
  try {
    const old = textOf(path)
    writeFileSync(draft, change(old ?? ''), { flag: 'wx' })
    if (old !== undefined) chmodSync(draft, statSync(path).mode)
    check(draft)
    if (textOf(path) !== old) return false
    replaceFile(draft, path)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** A file that is mounted on its own, as in a container, cannot be replaced, only overwritten. */
function replaceFile(draft: string, path: string): void {
  try {
    renameSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
    writeFileSync(path, readFileSync(draft))
  }
}
