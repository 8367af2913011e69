// Where the server of this page and its sandbox are, for commands and examples.
import { createContext } from 'preact'
import type { Origins } from '../model/own-origin.ts'

export const OriginsContext = createContext<Origins>({ page: location.origin, sandbox: null })
