// One request to the server at a time, and how it went.
import { useState } from 'preact/hooks'
import { type Problem, problemText, type Reply } from '../../model/server-api.ts'

interface RequestState {
  readonly isBusy: boolean
  /** What the last request came to; empty while one is under way. */
  readonly said: string
  /** Why the last request was refused. */
  readonly problem: Problem | undefined
}

const QUIET: RequestState = { isBusy: false, said: '', problem: undefined }

export function useRequest() {
  const [state, setState] = useState(QUIET)
  /** What `done` returns as a text is said. */
  const run = async <T>(pending: Promise<Reply<T>>, done: (value: T) => unknown) => {
    setState({ ...QUIET, isBusy: true })
    const answer = await pending
    if ('problem' in answer)
      setState({ ...QUIET, problem: answer.problem, said: problemText(answer.problem) })
    else {
      const said = done(answer.value)
      setState({ ...QUIET, said: typeof said === 'string' ? said : '' })
    }
  }
  return { ...state, run, say: (said: string) => setState({ ...QUIET, said }) }
}
