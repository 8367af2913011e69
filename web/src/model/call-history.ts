// The calls of this tab, the newest first: kept with its session, without key and without answers.

export interface PastCall {
  /** The address of the call within the page. */
  readonly hash: string
  readonly id: string
  readonly status: number
  readonly ms: number
  readonly at: number
}

const STORAGE_NAME = 'wares-calls'
const KEPT_MAX = 50

export function readHistory(): PastCall[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_NAME) ?? '[]')
    return Array.isArray(stored) ? (stored as PastCall[]) : []
  } catch {
    return []
  }
}

/** The list with the call at its head; the same call stands in it once. */
export function addToHistory(call: PastCall): PastCall[] {
  const all = [call, ...readHistory().filter(one => one.hash !== call.hash)].slice(0, KEPT_MAX)
  sessionStorage.setItem(STORAGE_NAME, JSON.stringify(all))
  return all
}

export function clearHistory(): void {
  sessionStorage.removeItem(STORAGE_NAME)
}
