// What every view of an answer is given.
import type { CallRoute } from '../../model/call-route.ts'
import type { CallResult } from '../../model/make-call.ts'
import type { Site } from '../../model/operations.ts'

export type Navigate = (place: CallRoute) => void

export interface AnswerProps {
  readonly answered: CallResult
  readonly site: Site
  readonly onNavigate: Navigate
}
