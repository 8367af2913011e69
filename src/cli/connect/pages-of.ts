// The pages of a list, one after the other.
import { operatorError } from '../../runtime/operator-error.ts'

/** `read` gets nothing for the first page, then what the page before names as `next`. */
export async function* paginate<P extends { readonly next: string | null }>(
  readPage: (after: string | undefined) => Promise<P>,
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>()
  for (let after: string | undefined; ; ) {
    const page = await readPage(after)
    yield page
    if (page.next === null) return
    if (seen.has(page.next))
      throw operatorError(
        `The server gives the same page again (after ${JSON.stringify(page.next)}), so the list would have no end. Check --server or WARES_SERVER.`,
      )
    seen.add(page.next)
    after = page.next
  }
}
