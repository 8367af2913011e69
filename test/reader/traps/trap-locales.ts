// How made-up shops in twelve languages write prices and the words around them.

export interface Locale {
  readonly lang: string
  readonly host: string
  readonly currency: string
  /** A price as printed, from an exact decimal with a point. */
  readonly money: (amount: string) => string
  readonly words: Readonly<Record<Word, string>>
}

export type Word =
  | 'price'
  | 'add'
  | 'was'
  | 'now'
  | 'instalments'
  | 'member'
  | 'coupon'
  | 'subscribe'
  | 'tradeIn'
  | 'withoutTax'
  | 'withTax'
  | 'unit'
  | 'shipping'
  | 'freeFrom'
  | 'related'
  | 'warranty'
  | 'soldOut'
  | 'inStock'
  | 'notFound'
  | 'age'
  | 'save'
  | 'used'
  | 'size'
  | 'sort'
  | 'sku'
  | 'onRequest'
  | 'product'
  | 'category'

const grouped = (amount: string, group: string, point: string, decimals = 2): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return decimals === 0 ? digits : `${digits}${point}${fraction.padEnd(decimals, '0')}`
}

const names =
  'price add was now instalments member coupon subscribe tradeIn withoutTax withTax unit shipping freeFrom related warranty soldOut inStock notFound age save used size sort sku onRequest product category'.split(
    ' ',
  ) as Word[]

/** One row per language, in the order of the words above; `#` stands for the amount. */
function words(row: string): Record<Word, string> {
  const parts = row.split('|').map(part => part.trim())
  if (parts.length !== names.length)
    throw new Error(`${parts.length} words instead of ${names.length}: ${row}`)
  return Object.fromEntries(names.map((name, place) => [name, parts[place]])) as Record<Word, string>
}

export const LOCALES: readonly Locale[] = [
  {
    lang: 'en-US',
    host: 'shop.example.com',
    currency: 'USD',
    money: amount => `$${grouped(amount, ',', '.')}`,
    words: words(
      'Price|Add to cart|Was #|Now|or 4 interest-free payments of #|Member price: #|# with code SAVE10|Subscribe & Save: #|From # with eligible trade-in|# excl. tax|# incl. tax|#/lb|Shipping: #|Free shipping on orders over #|You may also like|Add 2-year protection plan for #|Sold out|In stock|Page not found|Please confirm your age to continue|You save #|Used from #|Size|Sort by|SKU|Price on request|Walnut desk lamp 40|Desk lamps',
    ),
  },
  {
    lang: 'en-GB',
    host: 'www.shop.example.co.uk',
    currency: 'GBP',
    money: amount => `£${grouped(amount, ',', '.')}`,
    words: words(
      'Our price|Add to basket|RRP #|Now|Pay in 3 instalments of # with a pay-later provider|Club members pay #|# using promo code SPRING|Subscribe and pay #|# after trade-in|# ex VAT|# inc VAT|#/kg|Delivery: #|Free delivery over #|Customers also bought|3 year warranty: #|Out of stock|In stock|This product no longer exists|Are you over 18?|Save #|Pre-owned from #|Size|Sort by|Product code|Price on application|Oak wall clock 30|Wall clocks',
    ),
  },
  {
    lang: 'de',
    host: 'www.laden.example.de',
    currency: 'EUR',
    money: amount => `${grouped(amount, '.', ',')} €`,
    words: words(
      'Preis|In den Warenkorb|UVP #|Jetzt|ab # monatlich|Mitgliederpreis: #|# mit Gutscheincode|Im Abo: #|# bei Inzahlungnahme|# zzgl. MwSt.|# inkl. MwSt.|#/kg|Versand: #|Versandkostenfrei ab #|Ähnliche Produkte|Garantieverlängerung: #|Ausverkauft|Auf Lager|Seite nicht gefunden|Sind Sie über 18 Jahre alt?|Sie sparen #|Gebraucht ab #|Größe|Sortieren nach|Artikelnummer|Preis auf Anfrage|Tischleuchte Nussbaum 40|Tischleuchten',
    ),
  },
  {
    lang: 'fr',
    host: 'www.boutique.example.fr',
    currency: 'EUR',
    money: amount => `${grouped(amount, '\u202f', ',')} €`,
    words: words(
      "Prix|Ajouter au panier|Ancien prix #|Maintenant|ou 4x # sans frais|Prix membres : #|# avec le code promo|En abonnement : #|# après reprise|# HT|# TTC|#/kg|Livraison : #|Livraison offerte dès #|Vous aimerez aussi|Extension de garantie : #|Rupture de stock|En stock|Page introuvable|Avez-vous plus de 18 ans ?|Vous économisez #|D'occasion dès #|Taille|Trier par|Référence|Prix sur demande|Lampe de table en noyer 40|Lampes de table",
    ),
  },
  {
    lang: 'es',
    host: 'www.tienda.example.es',
    currency: 'EUR',
    money: amount => `${grouped(amount, '.', ',')} €`,
    words: words(
      'Precio|Añadir al carrito|Antes #|Ahora|o 12 cuotas de #|Precio socios: #|# con cupón|Con suscripción: #|# con plan canje|# sin IVA|# IVA incluido|#/kg|Envío: #|Envío gratis desde #|Productos relacionados|Garantía ampliada: #|Agotado|En stock|Página no encontrada|¿Eres mayor de edad?|Ahorras #|Segunda mano desde #|Talla|Ordenar por|Referencia|Precio a consultar|Lámpara de mesa de nogal 40|Lámparas de mesa',
    ),
  },
  {
    lang: 'it',
    host: 'www.negozio.example.it',
    currency: 'EUR',
    money: amount => `€ ${grouped(amount, '.', ',')}`,
    words: words(
      'Prezzo|Aggiungi al carrello|Prezzo di listino #|Ora|oppure 3 rate da #|Prezzo soci: #|# con codice sconto|In abbonamento: #|# con permuta|# IVA esclusa|# IVA inclusa|#/kg|Spedizione: #|Spedizione gratuita oltre #|Prodotti correlati|Estensione di garanzia: #|Esaurito|Disponibile|Pagina non trovata|Sei maggiorenne?|Risparmi #|Usato da #|Taglia|Ordina per|Codice prodotto|Prezzo su richiesta|Lampada da tavolo in noce 40|Lampade da tavolo',
    ),
  },
  {
    lang: 'pt-BR',
    host: 'www.loja.example.com.br',
    currency: 'BRL',
    money: amount => `R$ ${grouped(amount, '.', ',')}`,
    words: words(
      'Preço|Adicionar ao carrinho|De: #|Por|em até 10x de # sem juros|Preço para membros: #|# com cupom|Com assinatura: #|# na troca do seu usado|# sem impostos|# com impostos|#/kg|Frete: #|Frete grátis acima de #|Produtos relacionados|Garantia estendida: #|Esgotado|Em estoque|Página não encontrada|Você é maior de 18 anos?|Economize #|Usado a partir de #|Tamanho|Ordenar por|Código do produto|Preço sob consulta|Luminária de mesa nogueira 40|Luminárias de mesa',
    ),
  },
  {
    lang: 'nl',
    host: 'www.winkel.example.nl',
    currency: 'EUR',
    money: amount => `€ ${grouped(amount, '.', ',')}`,
    words: words(
      'Prijs|In winkelwagen|Adviesprijs #|Nu|of # per maand|Ledenprijs: #|# met kortingscode|Met abonnement: #|# bij inruil|# excl. btw|# incl. btw|#/kg|Verzendkosten: #|Gratis verzending vanaf #|Vergelijkbare producten|Extra garantie: #|Uitverkocht|Op voorraad|Pagina niet gevonden|Ben je 18 jaar of ouder?|Je bespaart #|Tweedehands vanaf #|Maat|Sorteer op|Artikelnummer|Prijs op aanvraag|Tafellamp notenhout 40|Tafellampen',
    ),
  },
  {
    lang: 'pl',
    host: 'www.sklep.example.pl',
    currency: 'PLN',
    money: amount => `${grouped(amount, ' ', ',')} zł`,
    words: words(
      'Cena|Dodaj do koszyka|Cena katalogowa #|Teraz|lub 10 rat po #|Cena klubowa: #|# z kodem rabatowym|W subskrypcji: #|# przy wykupie starego|# netto|# brutto|#/kg|Dostawa: #|Darmowa dostawa od #|Podobne produkty|Przedłużona gwarancja: #|Produkt niedostępny|Dostępny|Nie znaleziono strony|Czy masz ukończone 18 lat?|Oszczędzasz #|Używane od #|Rozmiar|Sortuj według|Kod produktu|Cena na zapytanie|Lampa stołowa orzech 40|Lampy stołowe',
    ),
  },
  {
    lang: 'sv',
    host: 'www.butik.example.se',
    currency: 'SEK',
    money: amount => `${grouped(amount, ' ', ',')} kr`,
    words: words(
      'Pris|Lägg i varukorgen|Ordinarie pris #|Nu|eller delbetala från # per månad|Medlemspris: #|# med rabattkod|Med prenumeration: #|# vid inbyte|# exkl. moms|# inkl. moms|#/kg|Frakt: #|Fri frakt över #|Liknande produkter|Extra garanti: #|Slutsåld|I lager|Sidan kunde inte hittas|Är du över 18 år?|Du sparar #|Begagnad från #|Storlek|Sortera efter|Artikelnummer|Pris på förfrågan|Bordslampa valnöt 40|Bordslampor',
    ),
  },
  {
    lang: 'tr',
    host: 'www.magaza.example.com.tr',
    currency: 'TRY',
    money: amount => `${grouped(amount, '.', ',')} TL`,
    words: words(
      'Fiyat|Sepete ekle|Eski fiyat #|Şimdi|veya 6 taksit x #|Üye fiyatı: #|Kuponla #|Abonelikle: #|Eskiyi getir # öde|# + KDV|# KDV dahil|#/kg|Kargo: #|# üzeri ücretsiz kargo|Benzer ürünler|Ek garanti: #|Tükendi|Stokta var|Sayfa bulunamadı|18 yaşından büyük müsünüz? Yaş doğrulama|Kazancınız #|İkinci el # itibaren|Beden|Sırala|Ürün kodu|Fiyat için arayın|Ceviz masa lambası 40|Masa lambaları',
    ),
  },
  {
    lang: 'ja',
    host: 'www.mise.example.jp',
    currency: 'JPY',
    money: amount => `${grouped(amount.split('.')[0] ?? '', ',', '', 0)}円`,
    words: words(
      '販売価格|カートに入れる|定価 #|セール|月々#から分割払い|会員価格 #|クーポン利用で#|定期購入 #|下取りで#|#（税抜）|#（税込）|100gあたり#|送料 #|#以上で送料無料|関連商品|延長保証 #|売り切れ|在庫あり|ページが見つかりません|年齢確認|#お得|中古 #から|サイズ|並び替え|商品番号|価格はお問い合わせください|ウォールナットのデスクライト40|デスクライト',
    ),
  },
]
