// Rows of a list: one that cannot be read is left out and counted, too many of them mean that the page has changed.
import { Fault } from './fault.ts'

/** How many rows of a list may be left out before the list says nothing any more. */
export const DROPPED_SHARE_MAX = 1 / 5

export interface MissingRows {
  /** Rows that the page counts and that could not be found in it. */
  readonly unread?: number
  /** Rows without a product: not filled yet, withdrawn, or a promotion. They are named, but are no sign of a change. */
  readonly withoutProduct?: number
}

const MISSING = Symbol('missing rows')

interface RowNotes extends MissingRows {
  /** Why the first unreadable row is one. */
  readonly fault?: Fault | undefined
}

type NotedList = readonly unknown[] & { readonly [MISSING]?: RowNotes }

/** Reads every row; undefined for one in which something is not where it was. */
export function readRows<R, T>(rows: readonly R[], read: (row: R, index: number) => T): (T | undefined)[] {
  let fault: Fault | undefined
  const list = rows.map((row, index) => {
    try {
      return read(row, index)
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'upstream_changed')) throw error
      fault ??= error
      return undefined
    }
  })
  return fault ? Object.assign(list, { [MISSING]: { fault } }) : list
}

/** A list with the number of rows that belong to it and are not in it. */
export function withMissingRows<T>(rows: readonly T[], missing: MissingRows): readonly T[] {
  return Object.assign([...rows], { [MISSING]: { ...(rows as NotedList)[MISSING], ...missing } })
}

export function rowNotesOf(list: NotedList) {
  const { unread = 0, withoutProduct = 0, fault } = list[MISSING] ?? {}
  return { unread: Math.max(0, unread), withoutProduct: Math.max(0, withoutProduct), fault }
}
