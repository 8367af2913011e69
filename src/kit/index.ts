// All that a site may import.
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
export { Fault, must } from './fault.ts'
export type { Page } from './page.ts'
export type { PageElement } from './page-element.ts'
export { parseRelaxed } from './read/relaxed-json.ts'
export * as param from './params.ts'
export type { ParamValues } from './params.ts'
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
  asText,
  asTrimmed,
  asWhole,
  at,
  camelCase,
  type JsonObject,
  sameName,
  snakeCase,
  type Spelling,
  takeTwin,
} from './take.ts'
export { amount, parsePrice } from './tidy/money.ts'
export { htmlToText, text as cleanText } from './tidy/text.ts'
export { absoluteUrl } from './tidy/url.ts'
export { unlessFault } from './unless-fault.ts'
