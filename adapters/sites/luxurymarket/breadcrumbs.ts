// Reads the breadcrumbs in the page's JSON-LD, and the gender from their first steps.
import { absoluteUrl, asListOrOne, asText, valueAt, cleanText, type Page } from '#kit'

interface Crumb {
  readonly name: string | undefined
  readonly url: string | undefined
}

/** URL of the list of all products for one gender. */
const GENDER_LIST = /\/shopping\/[^/]+\/(?:items\.aspx)?$/

/** A step without name and URL becomes undefined. */
export function crumbsOf(page: Page): (Crumb | undefined)[] | undefined {
  return asListOrOne(page.jsonLdOf('BreadcrumbList')?.itemListElement, step => {
    const link = valueAt(step, 'item')
    const name = cleanText(asText(valueAt(step, 'name')) ?? asText(valueAt(link, 'name')))
    const url = absoluteUrl(
      asText(link) ?? asText(valueAt(link, '@id')) ?? asText(valueAt(link, 'url')),
      page.url,
    )
    return name === undefined && url === undefined ? undefined : { name, url }
  })
}

/** One of the first two steps, because some pages start with "Home"; otherwise the word in the URL. */
export function genderOf(
  crumbs: readonly (Crumb | undefined)[] | undefined,
  address: string,
): string | undefined {
  const inAddress = /\/shopping\/([^/]+)\//.exec(address)?.[1]?.toLowerCase()
  const step = crumbs
    ?.slice(0, 2)
    .find(step => GENDER_LIST.test(step?.url ?? '') || step?.name?.toLowerCase() === inAddress)
  return step?.name?.toLowerCase() ?? inAddress
}
