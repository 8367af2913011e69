// Says whether a page's product can be bought, from its words and its buying button.
import type { Availability } from './facts.ts'
import type { PageModel, Piece } from './page-model.ts'

// "Sold out" and its kin, as whole short texts: within sentences they speak of other things.
const GONE =
  /^(?:(?:this (?:item|product) is |item |product |currently |sorry,? |temporarily |online )*(?:out of stock|sold out|unavailable|not available|no longer available|discontinued)(?: online)?|out-of-stock|email me when (?:in|back in) stock|notify me(?: when available)?|back in stock soon|(?:leider |derzeit |momentan |zurzeit |aktuell )*(?:ausverkauft|nicht (?:verfügbar|lieferbar|vorrätig|auf lager)|vergriffen)|(?:produit |article |actuellement |temporairement )*(?:en rupture(?: de stock)?|rupture de stock|épuisé|indisponible|plus disponible)|(?:producto |artículo )*(?:agotado|sin stock|no disponible|fuera de stock)|esgotado|indisponível|sem stock|sem estoque|produto indisponível|(?:prodotto |articolo )*(?:esaurito|non disponibile)|uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar)|(?:produkt |towar |chwilowo )*(?:niedostępny|brak w magazynie|wyprzedany)|(?:momentálně |dočasně )*(?:není skladem|nedostupné|vyprodáno)|nie je (?:na sklade|skladom)|vypredané|nedostupný|elfogyott|nincs (?:raktáron|készleten)|nem rendelhető|stoc epuizat|indisponibil|epuizat|tükendi|stokta yok|slutsåld|slut i lager|ej i lager|udsolgt|ikke på lager|utsolgt|loppu|loppuunmyyty|ei saatavilla|rasprodano|nije dostupno|nema na (?:stanju|zalihi)|izpārdots|nav (?:pieejams|noliktavā)|išparduota|neturime|välja müüdud|нет в наличии|товар закончился|распродано|снят с продажи|под заказ нет|немає в наявності|няма наличност|изчерпан|εξαντλημένο|μη διαθέσιμο|نفذت الكمية|غير متوفر|נגמר במלאי|אזל מהמלאי|אזל|在庫(?:切れ|なし)|売り切れ|売切れ|完売|品切れ|缺貨|缺货|售完|已售完|補貨中|補貨通知|품절|일시품절|매진|สินค้าหมด|hết hàng|stok habis|habis)[.!]?$/iu
const THERE =
  /^(?:(?:\d+ )?(?:in stock|available)(?: online)?|auf lager|sofort (?:lieferbar|verfügbar)|vorrätig|lieferbar|en stock|disponible|em stock|disponível|disponibile|op voorraad|dostępny|skladem|na sklade|skladom|raktáron|în stoc|stokta|i lager|på lager|varastossa|na stanju|ir noliktavā|в наличии|є в наявності|в наличност|διαθέσιμο|متوفر|במלאי|在庫あり|有現貨|现货|재고 있음|มีสินค้า|còn hàng)\b/iu

/** Whether the page says its product is gone and offers no way to buy it: then data that disagrees is stale. */
export function saysGone(page: PageModel): boolean {
  return page.cartAt === undefined && page.pieces.some(piece => isNear(piece, page) && GONE.test(piece.text))
}

export function pageAvailability(page: PageModel): Availability | undefined {
  const near = page.pieces.filter(piece => isNear(piece, page))
  if (saysGone(page)) return 'OutOfStock'
  if (near.some(({ text }) => text.length < 60 && THERE.test(text))) return 'InStock'
  return page.cartAt === undefined ? undefined : 'InStock'
}

// The product's own words stand between its heading and what follows it, not in lists of other products.
function isNear(piece: Piece, page: PageModel): boolean {
  const start = page.headingAt ?? page.cartAt ?? 0
  return !piece.aside && !piece.hidden && piece.at >= start - 40 && piece.at <= start + 250
}
