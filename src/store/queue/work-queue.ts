// A queue of leased work: what is due, by partition, and who runs it until when.

/** One piece of work that this process may run until its lease ends. */
export interface LeasedItem<Item> {
  readonly id: string
  readonly partition: string
  /** Due time when it was claimed. */
  readonly dueAtMs: number
  /** End of the lease by the wall clock. It increases with every claim and renewal, so it also identifies the lease. */
  readonly leasedUntilMs: number
  readonly item: Item
}

export interface Share {
  readonly partition: string
  readonly limit: number
}

export interface ClaimOptions {
  readonly nowMs: number
  readonly leaseMs: number
  readonly shares: readonly Share[]
}

/** Every implementation passes the same conformance suite (test/work). */
export interface WorkQueue<Item> {
  /** Partitions with due work, the longest waiting first. Some of it may already be claimed. */
  duePartitions(nowMs: number): Promise<string[]>
  /** Leases due work to this caller: up to each partition's share, oldest first. */
  claim(options: ClaimOptions): Promise<LeasedItem<Item>[]>
  /** Extends the lease. Undefined if it has been lost: it ended and another process claimed the work, or the work is done. */
  renew(leased: LeasedItem<Item>, untilMs: number): Promise<LeasedItem<Item> | undefined>
  /**
   * Ends the lease and sets the next due time, unless it was changed since the claim. False if the lease has been lost;
   * then nothing changes.
   */
  release(leased: LeasedItem<Item>, dueAtMs: number): Promise<boolean>
  /** Makes due what waits for longer than it ever should: the clock was set back. Returns the number of repaired items. */
  repair(nowMs: number): Promise<number>
}
