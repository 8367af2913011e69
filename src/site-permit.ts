// A permit to ask a site, shared by replicas: what one requests, and the reply.

export interface PermitRequest {
  readonly intervalMs: number
  readonly burst: number
  readonly concurrency: number
  /** Later than this is too late. */
  readonly maxWaitMs: number
  /** After which the place of a replica that has died is free again. */
  readonly permitTtlMs: number
}

export type PermitResult =
  | { readonly kind: 'go'; readonly waitMs: number; readonly release: () => void }
  /** All places are taken. */
  | { readonly kind: 'full' }
  | { readonly kind: 'late'; readonly waitMs: number; readonly pausedMs: number }

/** What replicas agree by; an undefined result means that they cannot agree now, and each keeps its own pace. */
export interface SharedThrottle {
  acquire(site: string, wanted: PermitRequest): Promise<PermitResult | undefined>
  /** Resolves when the others can know of it. */
  pause(site: string, ms: number): Promise<void>
}
