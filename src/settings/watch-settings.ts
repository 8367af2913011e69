// Notices changes of wares.yaml. Polls: notifications miss network mounts, replaced links and files that come later.
import { statSync } from 'node:fs'

const POLL_MS = 500

/** An editor may write a file in several steps, so a change counts when the file is the same at two polls in a row. */
export function watchSettings(path: string, onChange: () => void): { close(): void } {
  let signature = signatureOf(path)
  let lastSeen = signature
  const timer = setInterval(() => {
    const now = signatureOf(path)
    const isSettled = now === lastSeen
    lastSeen = now
    if (now === signature || !isSettled) return
    signature = now
    onChange()
  }, POLL_MS).unref()
  return { close: () => clearInterval(timer) }
}

function signatureOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : ''
}
