// What shops write when an article can or cannot be bought, and on the button that buys it, one row per language.
import { wholly, within } from './phrases.ts'

/** "Sold out" and its kin, as whole short texts: within sentences they speak of other things. */
export const GONE = wholly({
  en:
    '(?:this (?:item|product) is |item |product |currently |sorry,? |temporarily |online )*' +
    '(?:out of stock|sold out|unavailable|not available|no longer available|discontinued)(?: online)?[.!]? | out-of-stock | ' +
    'email me when (?:in|back in) stock | notify me(?: when available)? | back in stock soon',
  de: '(?:leider |derzeit |momentan |zurzeit |aktuell )*(?:ausverkauft|nicht (?:verfügbar|lieferbar|vorrätig|auf lager)|vergriffen)[.!]?',
  nl: 'uitverkocht | (?:tijdelijk )?niet (?:op voorraad|leverbaar|beschikbaar)',
  fr: '(?:produit |article |actuellement |temporairement )*(?:en rupture(?: de stock)?|rupture de stock|épuisé|indisponible|plus disponible)[.!]?',
  es: '(?:producto |artículo )*(?:agotado|sin stock|no disponible|fuera de stock|sin existencias)[.!]?',
  pt: '(?:produto )?(?:esgotado|indisponível|sem stock|sem estoque)[.!]?',
  it: '(?:prodotto |articolo )*(?:esaurito|non disponibile)[.!]?',
  ro: 'stoc epuizat | indisponibil | epuizat',
  pl: '(?:produkt |towar |chwilowo )*(?:niedostępny|brak w magazynie|wyprzedany|brak towaru)',
  cs: '(?:momentálně |dočasně )*(?:není skladem|nedostupné|vyprodáno)',
  sk: 'nie je (?:na sklade|skladom) | vypredané | nedostupn[ýé]',
  hu: 'elfogyott | nincs (?:raktáron|készleten) | nem rendelhető',
  tr: 'tükendi | stokta yok',
  nordic:
    'slutsåld | slut i lager | ej i lager | udsolgt | ikke på lager | utsolgt | loppu | loppuunmyyty | ei saatavilla',
  hr: 'rasprodano | nije dostupno | nema na (?:stanju|zalihi)',
  baltic: 'izpārdots | nav (?:pieejams|noliktavā) | išparduota | neturime | välja müüdud',
  ru: 'нет в наличии | товар закончился | распродано | снят с продажи | нет на складе',
  slavic: 'немає в наявності | няма наличност | изчерпан',
  el: 'εξαντλημένο | μη διαθέσιμο',
  semitic: 'نفذت الكمية | غير متوفر | نفد من المخزون | נגמר במלאי | אזל מהמלאי | אזל',
  asia: '在庫(?:切れ|なし) | 売り切れ | 売切れ | 完売 | 品切れ | 缺貨 | 缺货 | 售完 | 已售完 | 補貨中 | 補貨通知 | 품절 | 일시품절 | 매진 | สินค้าหมด | hết hàng | stok habis',
})

export const THERE = within({
  en: 'in stock | available now | available online',
  de: 'auf lager | sofort (?:lieferbar|verfügbar) | vorrätig | lieferbar',
  romance: 'en stock | disponible | em stock | disponível | disponibile | în stoc',
  nl: 'op voorraad',
  slavic: 'dostępny | skladem | na sklade | skladom | na stanju | в наличии | є в наявності | в наличност',
  nordic: 'i lager | på lager | varastossa',
  other:
    'raktáron | stokta | ir noliktavā | διαθέσιμο | متوفر | במלאי | 在庫あり | 有現貨 | 现货 | 재고 있음 | มีสินค้า | còn hàng',
})

/** The button that buys. */
export const CART = within({
  en: 'add to (?:my )?(?:cart|bag|basket|trolley) | buy (?:it )?now | place bid',
  de: 'in den (?:warenkorb|einkaufswagen) | jetzt kaufen',
  nl: 'in (?:mijn )?winkel(?:wagen|mand) | toevoegen aan winkel\\w+ | bestellen',
  fr: 'ajouter au (?:panier|sac) | acheter',
  es: '(?:a[ñn]adir|agregar) (?:al? (?:carrito|carro)|a la (?:cesta|bolsa)) | comprar(?: ahora)?',
  pt: 'adicionar (?:ao carrinho|à sacola|ao cesto) | comprar',
  it: 'aggiungi al carrello | acquista',
  ro: 'adaug[ăa] [îi]n co[șs] | cump[ăa]r[ăa]',
  pl: '(?:dodaj )?do koszyka | kup teraz',
  cs: '(?:přidat |vložit )?do košíku | koupit',
  sk: '(?:pridať |vložiť )?do košíka | kúpiť',
  hu: 'kosárba',
  tr: 'sepete ekle | hemen al',
  nordic:
    'l[äa]gg i (?:varukorg|kundvagn)\\w* | köp | l[æa]g i kurv\\w* | legg i (?:handlekurv|kurven) | kjøp | lisää (?:ostos)?koriin',
  hr: '(?:dodaj )?u (?:ko[šs]aricu|korpu) | v ko[šs]arico',
  baltic: 'ielikt groz[āa] | pirkt | į krepšelį | lisa (?:ostu)?korvi',
  cyrillic: 'в корзину | купить | у кошик | купити | в количката | добави',
  el: 'στο καλάθι | προσθήκη',
  semitic: 'أضف إلى | اضف الى | اشتري | הוסף לסל',
  asia: 'カートに入れる | 加入購物車 | 加入购物车 | 立即購買 | 立即购买 | 我要購買 | 장바구니 | 구매하기 | ใส่ตะกร้า | thêm vào giỏ | mua ngay | tambah ke | beli sekarang',
})
