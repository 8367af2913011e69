// Words beside a number that make it the price, or something other than the price of one piece, one row per language.
import { atEnd, within } from './phrases.ts'

/** Before a number: savings, shipping, instalments, earlier prices, thresholds. */
export const OTHER_BEFORE = within({
  en:
    'save | saving | discount | shipping | delivery | postage | monthly | installments? | gift | voucher | deposit | points? | was | rrp | ' +
    'msrp | before | instead | original | regular | list price | approximately | approx | free | over | above | credit',
  de: 'sparen | ersparnis | gespart | versand\\w* | monatlich | uvp | statt | vorher | kostenlos | gratis',
  nl: 'verzend\\w* | adviesprijs | bespaar',
  fr: 'économi\\w* | livraison | mensuel\\w* | conseillé | gratuit\\w* | offert',
  es: 'ahorr\\w* | envío | cuotas? | antes | normal | x de',
  pt: 'portes | frete | mensal | caution',
  it: 'risparmi\\w* | spedizione | deposito',
  slavic:
    'doprava | dostawa | zdarma | za darmo | бесплатн\\w* | безкоштовн\\w* | доставка | скидка | экономия | кредит | рассрочк\\w*',
  other: 'bezmaksas | nemokama\\w* | ingyenes | fri frakt',
  asia: '原價 | 原价 | 市價 | 現省 | 運費 | 定価 | 送料 | 정가 | 배송',
})

const UNIT =
  'kg|l\\b|liter|litre|100|g\\b|ml|m²|m\\b|stück|month|mo\\b|mois|monat|mes\\b|mês|mese|měsíc|miesiąc|месяц|мес|кг|шт'
/** After a number: per unit, per month, or a saving. */
export const OTHER_AFTER = new RegExp(
  `^\\s*\\D{0,4}\\s*(?:(?:/|per|pro|je|par|al|por|za|за)\\s?(?:1\\s?)?(?:${UNIT})|(?:off|sparen|de descuento|de desconto|discount|shipping|postage|saved?)\\b)`,
  'iu',
)

/** The label right before the price. */
export const PRICE_LABEL = atEnd({
  en: 'price | bid | now | only',
  de: 'preis | nur',
  romance: 'prix | seulement | prec[ie]o | preço | prezzo | solo | preț',
  slavic: 'cena | цена | ціна',
  germanic: 'prijs | pris',
  other: 'hinta | fiyat(?:ı)? | (?:^|\\s)ár | kaina | hind | τιμή | السعر | מחיר',
  asia: '価格 | 價格? | 价格? | 売価 | 今だけ | 特價 | 最低價\\$? | 가격 | ราคา | giá | harga',
})
