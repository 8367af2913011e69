// Admission: whether a caller's rate and quota leave room for one more call.
import type { KeyRecord } from './keys.ts'
import type { Limiter, Rate, Taken } from './limits.ts'
import type { Meter, QuotaState } from './meter.ts'

export interface Admitted {
  readonly taken: Taken
  /** Undefined for a caller without a quota. */
  readonly quota: QuotaState | undefined
}

export interface Admission {
  /** Takes one call of the caller's rate, and of the key's month. At once when no other process must be asked. */
  admit(caller: string, rate: Rate, key: KeyRecord | undefined, nowMs: number): Admitted | Promise<Admitted>
  /** What the rate of this process would say, without taking anything. */
  readonly peek: (caller: string, rate: Rate, nowMs: number) => Taken
}

/** Counted in this process alone. */
export function createLocalAdmission(limiter: Limiter, meter: Meter): Admission {
  return {
    admit(caller, rate, key, nowMs) {
      const taken = limiter.take(caller, rate, nowMs)
      const quota = key && meter.enter(key, nowMs)
      return quota instanceof Promise ? quota.then(known => ({ taken, quota: known })) : { taken, quota }
    },
    peek: (caller, rate, nowMs) => limiter.peek(caller, rate, nowMs),
  }
}
