// All that a site may import, and what people who write adapters elsewhere get as `wares/kit`.
export { baseBefore } from './base-before.ts'
export {
  defineOperation,
  defineSite,
  type Get,
  type Operation,
  pathOf,
  type Site,
  type SiteView,
} from './define.ts'
export { everyUnder } from './dig.ts'
export { Fault, must, mustSome } from './fault.ts'
export { hostedJsonAddress } from './hosted-product.ts'
export { ifRecorded, ifToBeHad, orElse } from './if-to-be-had.ts'
export { mustExist } from './missing-page.ts'
export type { Page } from './page.ts'
export type { PageElement } from './page-element.ts'
export { type Product, readProduct } from './product/read-product.ts'
export { readAssigned, readScriptJson } from './read/embedded.ts'
export { findTyped, readJsonLd } from './read/json-ld.ts'
export { readJsonPath } from './read/json-path.ts'
export { readMicrodata } from './read/microdata.ts'
export { readOpenGraph } from './read/open-graph.ts'
export { parseRelaxed } from './read/relaxed-json.ts'
export * as param from './params.ts'
export { type ParamValues, withoutMagic } from './params.ts'
export { type Draft, type Static, t } from './schema.ts'
export {
  asDecimal,
  asFlag,
  asId,
  asInteger,
  asList,
  asListOrOne,
  asNumber,
  asObject,
  asPicture,
  asText,
  asTrimmed,
  asWhole,
  asWords,
  at,
  camelCase,
  type JsonObject,
  sameName,
  snakeCase,
  type Spelling,
  takeTwin,
} from './take.ts'
export { parseBrand } from './tidy/brand.ts'
export { readBreadcrumbs } from './tidy/breadcrumbs.ts'
export { crumbName } from './tidy/crumb-name.ts'
export { currencyFromSymbol, minorUnits } from './tidy/currency.ts'
export { parseDate } from './tidy/date.ts'
export { parseGtin } from './tidy/gtin.ts'
export { amount, parsePrice } from './tidy/money.ts'
export { parseRating, parseReviewCount, ratingNumbers } from './tidy/rating.ts'
export { parseStarRating } from './tidy/star-rating.ts'
export { htmlToText, text as cleanText } from './tidy/text.ts'
export { absoluteUrl } from './tidy/url.ts'
