// Remembers the oldest due time of each site in PostgreSQL, while finding it is slow.
//
// Every check leaves an old entry in the index (site, due_at). They are removed by vacuum, but not while a reader with an old
// snapshot, such as a backup, may still need them. Then each look-up would read over all that was due since that reader began.

export interface SiteDue {
  readonly site: string
  readonly dueAtMs: number
}

export interface DueFloors {
  /** The oldest due time of each site. Work that becomes due is never due before it. */
  read(): Promise<readonly SiteDue[]>
  /** Nothing of the site is due before this time; 0 if that is not known. */
  of(site: string): number
}

export interface DueFloorParts {
  /** Reads the earliest due time of all sites, from the beginning of the index. */
  readonly readAll: () => Promise<readonly SiteDue[]>
  /** Reads the earliest due times of these sites, from their floors on. */
  readonly readFrom: (floors: readonly SiteDue[]) => Promise<readonly SiteDue[]>
}

/** A read of all sites below this time needs no floors. */
const SLOW_MS = 50
/** Slow reads of all sites take one part in so many of the time. In between, a site that is new is not seen. */
const PAUSE_FACTOR = 20
const PAUSE_MAX_MS = 60_000

export function createDueFloors({ readAll, readFrom }: DueFloorParts): DueFloors {
  let floors: ReadonlyMap<string, number> = new Map()
  let [readAtMs, tookMs] = [Number.NEGATIVE_INFINITY, 0]
  const isSlow = () => tookMs > SLOW_MS

  async function read(): Promise<readonly SiteDue[]> {
    const pauseMs = isSlow() ? Math.min(PAUSE_MAX_MS, tookMs * PAUSE_FACTOR) : 0
    if (floors.size > 0 && performance.now() - readAtMs < pauseMs)
      return readFrom(Array.from(floors, ([site, dueAtMs]) => ({ site, dueAtMs })))
    const startedAtMs = performance.now()
    try {
      return await readAll()
    } finally {
      readAtMs = performance.now()
      tookMs = readAtMs - startedAtMs
    }
  }

  return {
    async read() {
      const due = await read()
      floors = new Map(due.map(({ site, dueAtMs }) => [site, dueAtMs]))
      return due
    },
    of: site => (isSlow() ? (floors.get(site) ?? 0) : 0),
  }
}
