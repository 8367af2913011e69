// Rows of a list: an unreadable one is dropped and counted; too many mean that the page has changed.
import { Fault } from '../fault.ts'

/** The share of rows that may be dropped before the list is worthless. */
export const DROPPED_SHARE_MAX = 1 / 5

export interface MissingRows {
  /** Rows that the page counts but that were not found in it. */
  readonly unread?: number
  /** Rows without a product: not filled yet, withdrawn, or a promotion. They are listed, but are no sign of a change. */
  readonly withoutProduct?: number
}

const MISSING = Symbol('missing rows')

interface RowNotes extends MissingRows {
  /** Why the first unreadable row could not be read. */
  readonly fault?: Fault | undefined
}

type NotedList = readonly unknown[] & { readonly [MISSING]?: RowNotes }

/** Reads every row; undefined for a row that throws `upstream_changed`. */
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

/** A list annotated with the number of rows missing from it. */
export function withMissingRows<T>(rows: readonly T[], missing: MissingRows): readonly T[] {
  return Object.assign([...rows], { [MISSING]: { ...(rows as NotedList)[MISSING], ...missing } })
}

export function rowNotesOf(list: NotedList) {
  const { unread = 0, withoutProduct = 0, fault } = list[MISSING] ?? {}
  return { unread: Math.max(0, unread), withoutProduct: Math.max(0, withoutProduct), fault }
}
