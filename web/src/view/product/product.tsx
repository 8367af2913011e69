// One product in the general shape: what matters first, then its variants, then where its site can say more.
import { isList, isObject, type Json } from '../../model/absent.ts'
import type { GeneralProduct } from '../../model/general.ts'
import { relatedRoutes } from '../../model/related-routes.ts'
import { routeHash } from '../../model/call-route.ts'
import { humanise } from '../../shape/humanise.ts'
import type { AnswerProps } from '../answer/answer-props.ts'
import { FoundProduct } from '../find/found-product.tsx'
import { FoundVariants } from '../find/found-variants.tsx'

interface Props extends AnswerProps {
  readonly product: GeneralProduct
  readonly isReading: boolean
  readonly onReadAgain: () => void
}

export function Product({ product, isReading, onReadAgain, answered, site, onNavigate }: Props) {
  const body = answered.body as Json
  const item = isList(body) ? body[0] : body
  const routes = isObject(item) ? relatedRoutes(item, site, answered.operation) : []
  return (
    <>
      <FoundProduct product={product} isReading={isReading} failure={undefined} onReadAgain={onReadAgain} />
      {routes.length > 0 && (
        <div class="buttons">
          {routes.map(route => (
            <a
              key={route.operation.id}
              class="button"
              href={routeHash(route)}
              onClick={event => {
                event.preventDefault()
                onNavigate(route)
              }}
            >
              {humanise(route.operation.name)} of this product
            </a>
          ))}
        </div>
      )}
      <FoundVariants product={product} />
    </>
  )
}
