// The store of keys and usage, whatever database it is in.
import type { Database } from './database.ts'
import type { KeyStore } from './keys/key-record.ts'
import type { UsageStore } from './usage-store.ts'

export interface Store {
  readonly keys: KeyStore
  readonly usage: UsageStore
  /** For other tables; see database.ts. */
  readonly database: Database<unknown>
  /** Whether other replicas write here too. */
  readonly shared: boolean
  /** Why the store cannot be used; undefined when it can. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}
