// The answer as a person would want it: the view that fits its shape.
import { useMemo } from 'preact/hooks'
import { isList, isObject, type Json, type JsonObject, withoutAbsent } from '../../model/absent.ts'
import { shapeOf } from '../../shape/classify.ts'
import { hasNextPage } from '../../shape/next-page.ts'
import type { AnswerProps } from './answer-props.ts'
import { PriceDistribution } from '../chart/price-distribution.tsx'
import { Groups } from '../product/groups.tsx'
import { Items } from '../product/items.tsx'
import { Pagination } from './pagination.tsx'
import { Product } from '../product/product.tsx'
import { Rows } from '../product/rows.tsx'
import { Tree } from '../product/tree.tsx'

export function FormattedAnswer(lead: AnswerProps) {
  const { answered } = lead
  const body = answered.body as Json
  const data = useMemo(() => withoutAbsent(body, answered.absent.pointers), [answered])
  return (
    <>
      <AnswerBody data={data} whole={body} {...lead} />
      <Pagination {...lead} hasNext={hasNextPage(answered)} />
    </>
  )
}

function AnswerBody({ data, whole, ...lead }: AnswerProps & { data: Json; whole: Json }) {
  const shape = shapeOf(lead.answered.operation)
  const items = isList(data) ? data.filter(isObject) : []
  switch (shape.kind) {
    case 'groups':
      return <Groups groups={items} {...lead} />
    case 'items':
      return <Items items={items} ranked={shape.ranked} {...lead} />
    case 'products':
      return <Products items={items} whole={isList(whole) ? whole.filter(isObject) : []} {...lead} />
    case 'rows':
      return <Rows rows={items} />
    case 'found':
      return isObject(data) ? <FoundItems data={data} list={shape.list} {...lead} /> : null
    case 'product':
      return isObject(data) && isObject(whole) ? <Product item={data} whole={whole} {...lead} /> : null
    default:
      return <Tree value={whole} absent={lead.answered.absent.pointers} />
  }
}

/** One product is shown whole; of several, each opens where it stands. */
function Products({
  items,
  whole,
  ...lead
}: AnswerProps & { items: readonly JsonObject[]; whole: readonly JsonObject[] }) {
  const [only, onlyWhole] = [items[0], whole[0]]
  if (items.length === 1 && only && onlyWhole)
    return <Product item={only} whole={onlyWhole} base="/*" {...lead} />
  return <Items items={items} whole={whole} ranked={false} {...lead} />
}

function FoundItems({ data, list, ...lead }: AnswerProps & { data: JsonObject; list: string }) {
  const found = data[list]
  const items = isList(found) ? found.filter(isObject) : []
  return (
    <>
      <PriceDistribution data={data} items={items} />
      <Items items={items} ranked={false} {...lead} />
    </>
  )
}
