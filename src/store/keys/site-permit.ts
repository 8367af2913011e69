// Permits to request a site, shared by replicas: the request and the result.

export interface PermitRequest {
  readonly intervalMs: number
  readonly burst: number
  readonly concurrency: number
  /** A longer wait is refused. */
  readonly maxWaitMs: number
  /** When the permit of a crashed replica is released. */
  readonly permitTtlMs: number
}

export type PermitResult =
  | { readonly kind: 'go'; readonly waitMs: number; readonly release: () => void }
  /** All permits are taken. */
  | { readonly kind: 'full' }
  | { readonly kind: 'late'; readonly waitMs: number; readonly pausedMs: number }

/** Coordinates replicas. An undefined result means that they cannot coordinate now, and each applies its own limits. */
export interface SharedThrottle {
  acquire(site: string, request: PermitRequest): Promise<PermitResult | undefined>
  /** Resolves when the other replicas can see it. */
  pause(site: string, ms: number): Promise<void>
}
