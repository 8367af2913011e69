// Searches while the reader types. The guides' texts are loaded when the field is first used.
import { useCallback, useMemo, useState } from 'preact/hooks'
import { guides } from '../model/guides.ts'
import type { Reference } from '../model/reference.ts'
import {
  guideItems,
  operationItems,
  type SearchHit,
  type SearchItem,
  searchItems,
} from '../model/search-reference.ts'

export function useSearch(
  reference: Reference,
  query: string,
): { readonly hits: readonly SearchHit[]; readonly prepare: () => void } {
  const [texts, setTexts] = useState<readonly SearchItem[]>()
  const prepare = useCallback(() => {
    if (texts) return
    // Titles can be found until the texts are there, and if they do not come.
    setTexts(guides.flatMap(guide => guideItems(guide, { title: guide.title, blocks: [] })))
    void Promise.all(guides.map(async guide => guideItems(guide, await guide.load()))).then(
      all => setTexts(all.flat()),
      () => {},
    )
  }, [texts])
  const operations = useMemo(() => (texts ? operationItems(reference) : []), [reference, texts === undefined])
  const hits = useMemo(
    () => searchItems([...operations, ...(texts ?? [])], query),
    [operations, texts, query],
  )
  return { hits, prepare }
}
