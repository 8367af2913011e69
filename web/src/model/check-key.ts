// Asks the server whether it knows a key, before the page uses it.
import { apiWith, reply } from './api.ts'

const UNKNOWN =
  'The server does not know this key, or it is revoked or expired. Check it for missing letters.'

/** Undefined for a key that the server accepts, whatever it may do. */
export async function keyProblem(key: string): Promise<string | undefined> {
  if (!/^[!-~]+$/.test(key)) return UNKNOWN
  try {
    // Every key may see its own usage, which is not counted.
    const found = await reply(apiWith(key).usage.get())
    return 'problem' in found && found.problem.status === 401 ? UNKNOWN : undefined
  } catch (error) {
    return `The key could not be checked: ${error instanceof Error ? error.message : String(error)}. Try again.`
  }
}
