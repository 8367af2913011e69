// Who may read and manage a watch: its owner; everyone with the scope for the operator's; everything with watches:all.
import { Fault } from '#kit/fault'
import { isInScope, type KeyRecord, ownerIdOf } from '../store/keys/key-record.ts'
import { OPERATOR, type Watch } from './model/watch.ts'

export const WATCH_SCOPE = 'watches'
const ALL_SCOPE = 'watches:all'

/** What a caller may see: the watches of these owners, or all. */
export interface WatchAccess {
  /** The owner of the watches that the caller makes. */
  readonly owner: string
  /** Undefined for all. */
  readonly owners: readonly string[] | undefined
}

/** The command line and the server itself. */
export const OPERATOR_ACCESS: WatchAccess = { owner: OPERATOR, owners: undefined }

export function accessOf(key: KeyRecord): WatchAccess {
  const owner = ownerIdOf(key)
  return { owner, owners: isInScope(key, ALL_SCOPE) ? undefined : [OPERATOR, owner] }
}

export function mayRead({ owners }: WatchAccess, { owner }: Pick<Watch, 'owner'>): boolean {
  return owners === undefined || owners.includes(owner)
}

/** Throws unless the caller may change the watch, which it may read. */
export function throwIfUnmanageable({ owner, owners }: WatchAccess, watch: Watch): void {
  if (owners === undefined || watch.owner === owner) return
  throw new Fault(
    'key_not_allowed',
    `this watch belongs to the operator; changing it needs the scope ${ALL_SCOPE}`,
  )
}
