// Which requests count against the quota of a key.
import { type Fault, faultTable } from '../kit/fault.ts'

/** Answers and the caller's own mistakes count; failures that the caller did not cause and `quota_exceeded` do not. */
export function countsAgainstQuota(fault: Pick<Fault, 'code'> | undefined): boolean {
  return fault === undefined || (faultTable[fault.code].whose === 'caller' && fault.code !== 'quota_exceeded')
}
