// The sites that failed in an answer made from several: the rows of the answer lack theirs.
import type { OperationHead } from './define.ts'

export interface FailedSite {
  readonly site: string
  /** The code of its fault. */
  readonly outcome: string
}

export function failedSites(
  { siteOutcomes }: Pick<OperationHead, 'siteOutcomes'>,
  value: unknown,
): FailedSite[] {
  if (siteOutcomes === undefined) return []
  const asked = (value as Readonly<Record<string, readonly FailedSite[]>>)[siteOutcomes] ?? []
  return asked.filter(({ outcome }) => outcome !== 'ok')
}
