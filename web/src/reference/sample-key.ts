// The reader's key, and whether the samples of the reference have it written out.
import { createContext } from 'preact'

export interface SampleKey {
  readonly key: string
  readonly isWritten: boolean
  readonly setWritten: (isWritten: boolean) => void
}

export const SampleKeyContext = createContext<SampleKey>({ key: '', isWritten: false, setWritten: () => {} })
