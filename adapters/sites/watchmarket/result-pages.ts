// Determines which result page a URL or a page shows, and the total number of results.
import { asLooseInteger, valueAt, Fault, type Page } from '#kit'

export const PAGE_SIZE = 60

/** Whether a URL leads to page `wanted`: `...--mod66-2.htm` or `...?showPage=2`. */
export function showsPage(address: string, wanted: number): boolean {
  const { pathname, searchParams } = new URL(address)
  return (
    wanted === 1 || pathname.endsWith(`-${wanted}.htm`) || searchParams.get('showPage') === String(wanted)
  )
}

export function withPage(address: string, wanted: number): string {
  const url = new URL(address)
  url.searchParams.set('showPage', String(wanted))
  return url.href
}

/** Any other page would be a wrong answer that looks right. */
export function checkPage(searchResult: unknown, wanted: number): void {
  const shown = asLooseInteger(valueAt(searchResult, 'page'))
  if (wanted > 1 && shown !== undefined && shown !== wanted) {
    throw new Fault('upstream_changed', `the site returned page ${shown} instead of page ${wanted}`, {
      field: '/results',
    })
  }
}

const LIST = '#wt-watches, a.js-listing-item-link, a.js-article-item'
const BOLD = 'strong:not(a *, .text-ellipsis *), .h1'
const COUNT = /^(\d[\d.,'’\s]*)\p{L}/u
const NONE =
  /^no (?:results|listings|watches)\b|\bno (?:results|listings|watches) (?:were )?found\b|^keine (?:ergebnisse|inserate|uhren|treffer)\b|^aucun(?:e montre| résultat|e annonce)\b|^(?:no hay|sin|ningún) (?:resultados?|anuncios?|relojes?)\b|^ness?un (?:risultato|annuncio|orologio)\b|^geen (?:resultaten|advertenties|horloges)\b|^(?:sem|nenhum) (?:resultados?|anúncios?|relógios?)\b|^brak (?:wyników|ofert|zegarków)(?!\p{L})/iu

/** From the page's state, otherwise from the heading above the list ("21.088 anuncios", "1,234 listings"). */
export function resultCount(page: Page, searchResult: unknown): number | undefined {
  return asLooseInteger(valueAt(searchResult, 'numResult')) ?? headingCount(page) ?? statedNone(page)
}

// Other bold texts contain numbers too, in links to models and below the list: the heading is the last one before the
// list that is not a link. On a page without a list, only a zero counts.
function headingCount(page: Page): number | undefined {
  let last: number | undefined
  for (const element of page.select(`${BOLD}, ${LIST}`)) {
    const isList = element.attr('id') === 'wt-watches' || element.attr('href') !== undefined
    if (isList || last === 0) return last
    last = countIn(element.text()) ?? last
  }
  return last === 0 ? 0 : undefined
}

function countIn(text: string): number | undefined {
  const digits = COUNT.exec(text)?.[1]?.replace(/\D/g, '')
  return digits ? Number(digits) : undefined
}

function statedNone(page: Page): 0 | undefined {
  return page.select('h1, h2, h3, strong').some(heading => NONE.test(heading.text())) ? 0 : undefined
}
