// What every view of an answer is given.
import type { CallRoute } from '../../model/call-route.ts'
import type { CallResult } from '../../model/make-call.ts'
import type { Site } from '../../model/operation-list.ts'
import type { General } from './use-general.ts'

export type NavigateTo = (place: CallRoute) => void

export interface AnswerProps {
  readonly answered: CallResult
  readonly general: General
  readonly site: Site
  readonly onNavigate: NavigateTo
  /** Opens a product by the address of its page. */
  readonly onFind: (url: string) => void
}
