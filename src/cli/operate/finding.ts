// The result of a check of `wares doctor`.

export interface Finding {
  readonly check: string
  /** `unused`: not configured, and not needed. */
  readonly state: 'good' | 'unused' | 'warning' | 'bad'
  readonly found: string
  /** What to do about it. */
  readonly next?: string
}
