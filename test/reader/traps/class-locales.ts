// How made-up shops in English, German and Arabic word what misled the reader on real pages.

export interface ClassLocale {
  readonly lang: string
  readonly host: string
  readonly currency: string
  readonly money: (amount: string) => string
  readonly words: Readonly<Record<ClassWord, string>>
}

const NAMES = [
  'name',
  'other',
  'category',
  'add',
  'price',
  'shipping',
  'warranty',
  'only',
  'was',
  'off',
  'bid',
  'nextBid',
  'estimate',
  'buyNow',
  'buyNowPrice',
  'part',
  'total',
  'monthly',
  'deposit',
  'option',
  'newer',
  'from',
  'unavailable',
  'brand',
  'fit',
  'isNew',
  'women',
  'inStock',
  'softStock',
  'softOut',
  'online',
  'buyOnline',
  'sku',
  'sort',
  'also',
  'copies',
] as const
export type ClassWord = (typeof NAMES)[number]

function words(row: string): Record<ClassWord, string> {
  const parts = row.split('|').map(part => part.trim())
  if (parts.length !== NAMES.length) throw new Error(`${parts.length} words instead of ${NAMES.length}`)
  return Object.fromEntries(NAMES.map((name, place) => [name, parts[place]])) as Record<ClassWord, string>
}

const comma = (amount: string): string => amount.replace('.', ',')

/** `#` stands for the amount. */
export const CLASS_LOCALES: readonly ClassLocale[] = [
  {
    lang: 'en-US',
    host: 'www.lampery.example.com',
    currency: 'USD',
    money: amount => `$${amount}`,
    words: words(
      'Corvane walnut desk lamp 40|Tessen oak wall clock with pendulum|Desk lamps|Add to cart|Price|Standard shipping|3-year extended warranty|only|Was #|off|Current bid|Enter # or more|Estimate: #|Buy it now|Buy it now price|Part|Total price|# per month|Down payment: #|Size|There is a newer model of this item|from|Currently unavailable|Brand|Slim Fit|New|Women|In stock|Leaves our warehouse within 24 hours|We will let you know when it is back|Online Store|Buy Corvane walnut desk lamp 40 online at the best price|SKU|Sort by|You may also like|Only 3 pieces left',
    ),
  },
  {
    lang: 'de',
    host: 'www.lampenhaus.example.de',
    currency: 'EUR',
    money: amount => `${comma(amount)} €`,
    words: words(
      'Corvane Tischleuchte Nussbaum 40|Tessen Wanduhr Eiche mit Pendel|Tischleuchten|In den Warenkorb|Preis|Standardversand|3 Jahre Garantieverlängerung|nur|Statt #|Rabatt|Aktuelles Gebot|Mindestens # bieten|Schätzpreis: #|Sofort-Kaufen|Sofort-Kaufen-Preis|Teil|Gesamtpreis|# pro Monat|Anzahlung: #|Größe|Es gibt ein neueres Modell dieses Artikels|ab|Derzeit nicht verfügbar|Marke|Schmale Passform|Neu|Damen|Auf Lager|Verlässt unser Lager innerhalb von 24 Stunden|Wir informieren Sie, sobald der Artikel wieder da ist|Onlineshop|Corvane Tischleuchte Nussbaum 40 günstig online kaufen|Artikelnummer|Sortieren nach|Das könnte Ihnen auch gefallen|Nur noch 3 Stück',
    ),
  },
  {
    lang: 'ar',
    host: 'www.masabih.example.sa',
    currency: 'SAR',
    money: amount => `${amount} ر.س`,
    words: words(
      'كورفان مصباح مكتب خشبي 40|تيسين ساعة حائط خشبية ببندول|مصابيح المكتب|أضف إلى السلة|السعر|رسوم الشحن|ضمان ممتد 3 سنوات|فقط|بدلا من #|خصم|المزايدة الحالية|أدخل # أو أكثر|السعر التقديري: #|اشتر الآن|سعر الشراء الفوري|قطعة|السعر الإجمالي|# شهريا|الدفعة الأولى: #|المقاس|يوجد موديل أحدث من هذا المنتج|من|غير متوفر حاليا|الماركة|قصة ضيقة|جديد|نساء|متوفر|يشحن خلال 24 ساعة|أعلمني عند توفر المنتج|متجر إلكتروني|اشتر كورفان مصباح مكتب خشبي 40 اونلاين بأفضل سعر|رمز المنتج|ترتيب حسب|قد يعجبك أيضا|باقي 3 قطع فقط',
    ),
  },
]
