// Words of offers and prices in data and in rules: subscriptions, and prices without tax.
import { matchWithin } from './phrases.ts'

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
