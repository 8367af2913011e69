// Builds the product URL from the caller's URL or the operator's id template, in the requested country and language.
import { Fault, must, type SiteView } from '#kit'

type ProductRequest = (
  | { readonly url: string; readonly id: undefined }
  | { readonly url: undefined; readonly id: string }
) & {
  readonly mode: string
  readonly country: string | undefined
  readonly language: string | undefined
}

/** `/uk/shopping/`, or `/shopping/` without a country. */
const COUNTRY_SEGMENT = /(?:\/[a-z]{2})?\/shopping\//i

export function productUrlFor(request: ProductRequest, site: SiteView): string {
  const { country, language, mode } = request
  const address = new URL(request.url === undefined ? urlForId(request.id, mode, site) : request.url)
  if (country !== undefined) {
    if (!COUNTRY_SEGMENT.test(address.pathname))
      throw invalidParameter('country', 'the url has no place for a country')
    address.pathname = address.pathname.replace(COUNTRY_SEGMENT, `/${country.toLowerCase()}/shopping/`)
  }
  if (language !== undefined) address.searchParams.set('lang', language)
  return address.href
}

function urlForId(id: string, mode: string, { origins, settings }: SiteView): string {
  if (mode !== 'extended')
    throw invalidParameter('id', 'id is answered in extended mode only: add mode=extended, or give url')
  if (!settings.id_template) {
    throw invalidParameter(
      'id',
      'this site has no URL for a bare id: pass url, or have the operator configure id_template',
    )
  }
  const path = settings.id_template.replaceAll('{id}', encodeURIComponent(id))
  return must(origins.main, 'main origin') + path
}

function invalidParameter(name: string, message: string): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name, in: 'query', message }] })
}
