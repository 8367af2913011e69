// Words next to a price that is not what any visitor pays for one piece, by kind, one row per language.
import type { PriceKind } from '../product-shape.ts'
import { matchWithin } from './phrases.ts'

const MEMBER = matchWithin({
  en: 'members?(?:hip)?(?: only)?(?: price)? | club(?: price)? | loyalty | prime | insiders? | rewards? price | (?:with|for) (?:your )?(?:\\w+ )?card | card ?holders? | sign in for | vip(?: price)?',
  de: 'mitglied\\w* | club-?preis\\w* | kundenkarte\\w* | mit (?:\\w+)?card | vorteilspreis | für mitglieder',
  nl: 'leden\\w* | clubprijs | met (?:\\w+)?pas',
  fr: 'membres? | adhérents? | prix club | carte de fidélité | avec (?:la|ma|votre) carte | abonnés',
  romance:
    'soci[oa]s? | miembros? | precio club | membros? | associad\\w+ | clube | soci | membri | prezzo (?:club|soci) | con (?:la )?(?:carta|tarjeta) | cu card\\w*',
  slavic:
    'klubow\\w+ | z kartą | dla klubowicz\\w+ | klubov\\w+ | členov\\w+ | pro členy | клубн\\w+ | по карте | для участник\\w+ | с картой',
  nordic: 'medlem\\w* | klubbpris | klubpris | jäsen\\w* | kanta-asiakas\\w*',
  other: 'klubár | törzsvásárló\\w* | üye\\w* | μελών | للأعضاء | חברי מועדון | מועדון',
  asia: '会員価格 | 会員(?:様)?(?:限定)?価格 | 會員價 | 会员价 | 멤버십 | 회원가 | ราคาสมาชิก | harga member | giá thành viên',
})

const COUPON = matchWithin({
  en: '(?:with|using|after|apply|use) (?:the |this )?(?:coupon|code|promo|voucher) | coupons?(?: price)? | promo(?:tional)? ?code | voucher | extra \\d+ ?% off | price after code',
  de: 'gutschein\\w* | rabattcode | aktionscode | mit (?:dem )?code | coupon',
  nl: 'kortingscode | met code | waardebon',
  fr: 'code promo | bon de réduction | avec le code | coupon',
  romance:
    'cupón | cupones | con (?:el )?código | cupom | com (?:o )?(?:cupom|código) | codice sconto | con (?:il )?(?:codice|coupon) | buono sconto | cu codul | voucher',
  slavic:
    'kod rabatow\\w+ | z kodem | kuponem? | slevov\\w+ kód\\w* | s kódem | s kódom | промокод\\w* | купон\\w* | с кодом',
  nordic: 'rabattkod | med kod | rabatkode | rabattkode | alennuskoodi\\w* | koodilla',
  other: 'kuponnal | kuponkód\\w* | kupon(?:la)? | indirim kodu | με κουπόνι | كوبون | كود خصم | קופון',
  asia: 'クーポン\\S* | 優惠券 | 优惠券 | 折價券 | 折扣碼 | 券后 | 券後 | 쿠폰\\S* | คูปอง | mã giảm',
})

export const SUBSCRIPTION = matchWithin({
  en: 'subscribe(?:rs?)?(?: ?(?:&|and) ?save)? | subscriptions? | auto-?ship | auto-?delivery | repeat delivery | auto-?refill',
  de: 'abo | im abo | spar-?abo | abonnement | abonnieren',
  nl: 'abonnement | herhaalservice',
  romance:
    's.abonner | abonnement | abonnez-vous | suscr[ií]b\\w+ | suscripci\\w+ | assinatura | assine | abbonamento | abbonati | abonament',
  slavic: 'subskrypcj\\w+ | předplatn\\w+ | predplatn\\w+ | подписк\\w+ | по подписке',
  nordic: 'prenumeration\\w* | prenumerera | abonnement\\w* | kestotilau\\w*',
  other: 'előfizet\\w* | abonelik\\w* | abone ol | συνδρομή | اشتراك | מנוי',
  asia: '定期(?:購入|便|おトク便|お届け|コース) | 訂閱 | 订阅 | 定期購 | 정기 ?(?:구독|배송|결제)',
})

const INSTALMENT = matchWithin({
  en:
    'per month | a month | monthly | /? ?mo(?:nth)?\\b | installments? | instalments? | bi-?weekly | weekly | fortnightly | apr | pay in \\d | \\d+ (?:interest.free |easy |monthly |equal )*payments? | interest.free | ' +
    'as low as .{0,12}/mo | financing | finance (?:from|for|available) | emi | klarna | afterpay | clearpay | affirm | zip ?pay | sezzle | down ?payment',
  de: 'monatl(?:ich\\w*)? | monatsrate\\w* | raten(?:zahlung|kauf)?\\b | pro monat | im monat | mtl | finanzierung | finanzieren | anzahlung | leasing',
  nl: 'per maand | in \\d+ termijnen | betaal in | gespreid',
  fr: 'par mois | mensualités? | /mois | en \\d+ ?(?:x|fois) | \\d+ ?x sans frais | acompte | apport',
  romance:
    'mensual\\w* | al mes | cuotas? | sin intereses | plazos | meses | parcelas? | parcelad\\w+ | sem juros | com juros | mensa(?:is|l) | mensil\\w* | rat[ae]\\b | rate da | al mese | rate lunare | pe lună | ' +
    '\\d+ ?x (?:de |sem |com |r\\$|con |\\$|€|d.)',
  slavic:
    'měsíčně | mesačne | miesięcznie | rat(?:[ayę]|ach)?(?= ) | raty | splátk\\w* | splátok | в месяц | мес | рассрочк\\w* | частями | кредит | на місяць | оплата частинами | платеж\\w* | месечно | вноски',
  nordic:
    'per månad | /mån | i månaden | delbetal\\w* | pr\\.? måned(?:en)? | /md | afbetaling | delbetaling | kuukausierä\\w* | /kk | kuukaudessa | osamaksu\\w*',
  other:
    'havonta | havi | részlet\\w* | taksit\\w* | aylık | peşinat | δόσεις | το μήνα | mēnesī | mėn | kuus\\b | kuumakse | قسط | أقساط | شهري\\S* | תשלומים | לחודש',
  asia: '分期 | 期零利率 | \\d+ ?期 | 月々 | 月額 | 分割(?:払い)? | \\d+回払い | 할부 | 월 ?\\d | 개월 | ผ่อน | ต่อเดือน | trả góp | cicilan | per bulan',
})

const UNIT_WORDS = matchWithin({
  en: 'unit price | price per (?:unit|kg|lit(?:er|re)|100) | per 100 ?(?:g|ml)',
  de: 'grundpreis | preis pro (?:kg|l|liter|100) | literpreis | kilopreis',
  romance:
    'prix (?:au|du) (?:kilo|kg|litre|l) | soit .{0,14}/ ?(?:kg|l) | precio por (?:kg|kilo|litro|unidad) | precio unitario | preço por (?:kg|quilo|litro) | prezzo (?:al|per) (?:kg|kilo|litro) | prezzo unitario',
  other:
    'prijs per (?:kg|liter|stuk) | cena jednostkowa | cena za (?:kg|l|litr|100|jednotku) | jämförpris | jmf-?pris | jfr-?pris | jmfpris | enhetspris | egységár | birim fiyat | цена за (?:кг|л|литр|100) | kilohinta | litrahinta',
  asia: '(?:あたり|当たり)[\\s\\d] | 100(?:g|ml)(?:あたり|当たり) | 每(?:公斤|100) | 단위 ?가격',
})

export const WITHOUT_TAX = matchWithin({
  en: '(?:excl?|ex|exc|excluding|without|before|plus|\\+|not incl(?:uding)?)\\.? ?(?:of )?(?:vat|tax|taxes|gst|sales tax) | net price | ex-?vat',
  de: '(?:exkl|zzgl|ohne|excl|plus|o)\\.? ?(?:\\d+ ?% )?(?:der )?(?:gesetzl\\w*\\.? )?(?:mwst|ust|mehrwertsteuer|umsatzsteuer) | netto(?:preis)?',
  nl: '(?:excl|exclusief|zonder|ex)\\.? ?(?:\\d+ ?% )?btw',
  fr: 'h\\.?t\\.?(?![\\p{L}]) | hors tax\\w+ | hors tva',
  romance:
    '(?:sin|\\+|más|mas|no incluye) ?i\\.?v\\.?a | (?:sem|\\+|mais) iva | sem impostos | sin impuestos | (?:senza|\\+|più|esclusa) iva | iva (?:esclusa|no incluido|excluido|não incluído) | fără tva | \\+ ?tva',
  slavic: 'netto | bez (?:vat|dph|pdv|ddv) | без (?:ндс|пдв|ддс)',
  nordic:
    '(?:exkl|ex|utan|eks|ekskl|uten|uden|u)\\.? ?(?:\\d+ ?% )?(?:moms|mva) | alv ?0 ?% | ilman alv | veroton',
  other:
    'áfa nélkül | nettó | kdv hariç | \\+ ?kdv | χωρίς φπα | ללא מע.?מ | \\+ ?מע.?מ | بدون ضريبة | غير شامل الضريبة',
  asia: '税抜き? | 税別 | 未稅 | 未税 | 不含稅 | 부가세 (?:별도|제외)',
})

/** Beside the price that a visitor pays, where the same price is also printed without tax. */
export const WITH_TAX = matchWithin({
  en: '(?:incl?|inc|including|with)\\.? ?(?:of )?(?:all )?(?:vat|tax|taxes|gst|sales tax) | (?:vat|tax|gst) incl(?:uded|\\.)? | gross price',
  de: '(?:inkl|incl|mit|einschl)\\.? ?(?:\\d+ ?% )?(?:der )?(?:gesetzl\\w*\\.? )?(?:mwst|ust|mehrwertsteuer|umsatzsteuer) | brutto(?:preis)?',
  nl: '(?:incl|inclusief|met|in)\\.? ?(?:\\d+ ?% )?btw',
  fr: 't\\.?t\\.?c(?![\\p{L}]) | toutes taxes comprises | tva (?:incluse|comprise) | taxes incluses',
  romance:
    'i\\.?v\\.?a\\.? ?(?:incl\\w{0,8}|compresa) | con iva | com iva | com impostos | impuestos incluidos | iva inc | tva inclus\\w{0,4} | cu tva',
  slavic: 'brutto | (?:s|z|vč\\.?|včetně|vrátane|sa) (?:vat|dph|pdv|ddv) | (?:с|з) (?:ндс|пдв|ддс)',
  nordic: '(?:inkl|ink|med|m)\\.? ?(?:\\d+ ?% )?(?:moms|mva) | sis\\.? ?alv | sisältää alv',
  other:
    'áfával | bruttó | kdv dahil | με φπα | συμπ\\w{0,14}\\.? φπα | כולל מע.?מ | شامل الضريبة | شاملة? (?:ال)?ضريبة',
  asia: '税込み? | 含稅 | 含税 | 부가세 포함',
})

const TRADE_IN = matchWithin({
  en: 'trade-?ins? | with (?:eligible |your )?trade | after (?:trade|cash ?back|mail-?in|rebate)',
  de: 'inzahlung\\w* | eintausch\\w* | ankauf\\w* | nach cashback',
  romance:
    'reprise | après (?:reprise|remboursement) | (?:plan )?canje | entregando | na troca | permuta | rottamazione | buyback',
  other:
    'inruil\\w* | wykup\\w* | odkup\\w* | eskiyi getir\\w* | takas\\w* | трейд-?ин | trade-?in | inbyte | bytt inn',
  asia: '下取り | 以舊換新 | 以旧换新 | 보상 ?판매',
})

export const USED = matchWithin({
  en: 'used | pre-?owned | second.?hand | refurbished | renewed | open.?box | ex-?display | other sellers | marketplace (?:from|price)',
  de: 'gebraucht\\w* | b-?ware | refurbished | generalüberholt\\w* | ausstellungsstück\\w*',
  romance:
    'occasions? | reconditionn\\w+ | d.occasion | usad[oa]s? | segunda mano | reacondicionad\\w+ | seminov\\w+ | recondicionad\\w+ | usat[oi] | ricondizionat\\w+ | second hand',
  slavic:
    'używan\\w+ | odnowion\\w+ | použit\\w+ | bazarov\\w+ | repasovan\\w+ | б/у | подержан\\w+ | восстановленн\\w+ | уценен\\w+',
  other:
    'tweedehands | begagnad\\w* | brugt\\w* | brukt\\w* | käytet\\w+ | használt | [iİ]kinci el | yenilenmiş | μεταχειρισμένο | مستعمل | משומש',
  asia: '中古\\S* | 二手 | 整備品 | 중고 | 리퍼\\S* | มือสอง',
})

/** In this order: "monthly for members" is an instalment. */
export const PRICE_KINDS: readonly (readonly [PriceKind, RegExp])[] = [
  ['instalment', INSTALMENT],
  ['unit', UNIT_WORDS],
  ['trade_in', TRADE_IN],
  ['subscription', SUBSCRIPTION],
  ['coupon', COUPON],
  ['member', MEMBER],
  ['without_tax', WITHOUT_TAX],
  ['used', USED],
]

const named = (words: string) => new RegExp(`(?:^|[-_\\s])(?:${words})(?:$|[-_\\s])`, 'i')

/** Names of elements that hold such a price. */
export const PRICE_KIND_NAMES: readonly (readonly [PriceKind, RegExp])[] = [
  [
    'instalment',
    named(
      'instal?lments?|monthly(?:-?_?price)?|finance|financing|klarna|afterpay|parcelamento|parcelas?|taksit|ratenzahlung|leasing|credit',
    ),
  ],
  [
    'unit',
    named(
      '(?:price-?_?)?per-?_?unit|grundpreis|price-?_?per-?_?(?:kg|unit|measure)|reference-?_?unit|base-?_?unit',
    ),
  ],
  ['trade_in', named('trade-?_?in(?:-?_?price)?')],
  [
    'subscription',
    named('subscriptions?(?:-?_?price)?|subscribe(?:-?_?price)?|auto-?_?ship|sns(?:-?_?price)?'),
  ],
  ['coupon', named('coupon(?:-?_?price)?|promo-?_?code(?:-?_?price)?|voucher(?:-?_?price)?')],
  ['member', named('members?(?:-?_?price)?|loyalty(?:-?_?price)?|club-?_?price|prime-?_?price|vip-?_?price')],
  [
    'without_tax',
    named(
      '(?:price-?_?)?(?:ex|excl|excluding|without)-?_?(?:tax|vat|btw)(?:-?_?price)?|price-?_?net(?:to)?|net(?:to)?-?_?price|price-?_?ht|pretaxe?',
    ),
  ],
  ['used', named('used(?:-?_?price)?|pre-?owned|second-?hand|refurb\\w*')],
]
