// Words next to a number that mark it as the price, or as something other than the price of one item, one row per language.
import { matchAtEnd, matchWithin } from './phrases.ts'

/** Former, list and recommended prices. */
export const FORMER_PRICE = matchWithin({
  en: 'was | rrp | msrp | srp | before | instead of | original(?:ly)? | regular | list price | retail(?: price)? | previous(?:ly)? | old price | reg | strike | typical price | compare at | used to be | publisher.s price | full price',
  de: 'uvp | statt | vorher | ehemals | bisher | alter preis | früher | listenpreis | unverb\\w* | war',
  nl: 'adviesprijs | van | was',
  fr: 'au lieu de | prix (?:conseillé|barré|de base|initial|public) | conseillé | ancien prix | avant',
  es: 'antes | normal | precio (?:de lista|anterior|normal|regular|recomendado) | p\\.?v\\.?p\\.?r',
  pt: 'antes | preço (?:de tabela|anterior|normal|recomendado) | de:',
  it: 'prima | prezzo (?:di listino|consigliato|precedente|originale) | anziché | invece di',
  slavic:
    'původně | pôvodne | stara cena | poprzednia cena | běžná cena | bežná cena | старая цена | было | до скидки | cena katalogowa',
  nordic: 'førpris | ordinarie | tidigere | veiledende | ovh | norm(?:al)?hinta',
  tr: 'eski fiyatı? | liste fiyatı | önceki fiyatı? | indirimsiz | piyasa fiyatı',
  other:
    'vecchio | eredeti ár | vanha hinta | preț (?:vechi|recomandat) | αρχική τιμή | السعر (?:السابق|القديم|الأصلي) | בסקום | מחיר קודם | מחיר מחירון | قبل | بدلا? من | بدلاً من | السعر قبل | كان',
  asia: '原價 | 原价 | 市價 | 建議售價 | 定価 | 정가 | 参考価格 | 希望小売',
})

/** Savings and cashback. */
export const SAVING = matchWithin({
  en: 'saves? | saving | you save | discount | off | cash ?back | points? | reward',
  de: 'sparen | ersparnis | gespart | sie sparen | rabatt',
  nl: 'bespaar | korting',
  fr: 'économi\\w* | remise | réduction',
  romance: 'ahorr\\w* | descuento | risparmi\\w* | sconto | poupa\\w* | desconto | economiz\\w*',
  slavic: 'скидка | экономия | oszczęd\\w* | ušetř\\w* | ušetr\\w* | sleva | zľava | rabat | выгода',
  asia: '現省 | 省 | 折價券 | 割引 | 할인 | 點',
})

/** Shipping and other additional costs. */
export const SHIPPING_COST = matchWithin({
  en: 'shipping | delivery | postage | deliver | p&p | handling | import (?:fees|charges)',
  de: '(?:standard-?|express-?|paket-?|speditions-?)?versand\\w* | (?:standard-?|express-?)?lieferung | zustellung | lieferkosten',
  nl: 'verzend\\w* | bezorg\\w*',
  romance: 'livraison | envío | envio | frete | spedizione | portes | entrega | livrare | frais de port',
  slavic: 'doprava | dostawa | доставка | доставки | poštovné',
  tr: 'kargo(?: ücreti)? | teslimat',
  other:
    'frakt | fragt | toimitus\\w* | piegāde | szállítás\\w* | transport | μεταφορικά | αποστολή | ongkos kirim | ongkir | phí (?:vận chuyển|giao hàng) | ค่าจัดส่ง | هزینه ارسال | משלוח | שליח | توصيل | الشحن',
  asia: '運費 | 运费 | 送料 | 배송 | 宅配 | 免運\\w*',
})

/** What a shop offers with the product, for a price of its own. */
export const SERVICE_COST = matchWithin({
  en: 'warrant(?:y|ies) | guarantee | (?:protection|care|service|replacement) (?:plan|cover|package) | (?:device |accident )?(?:insurance|protection) | installation | assembly | set-?up (?:fee|service) | gift ?-?wrap\\w* | engraving | service (?:fee|charge) | haul-?away | recycling fee | booking fee | monogram\\w*',
  de: '(?:plus|zusatz|anschluss|langzeit)?-?garantie\\w* | geräteschutz\\w* | (?:geräte|reise|schutz)?versicherung | montage\\w* | installation\\w* | aufbau(?:service)? | altgeräte\\w* | geschenkverpackung | gravur | servicepauschale | buchungsgebühr',
  nl: '(?:extra |verlengde )?garantie | verzekering | montage | installatie | cadeauverpakking | gravure',
  fr: '(?:extension de )?garantie | assurance | installation | montage | emballage cadeau | gravure | frais de (?:dossier|service)',
  romance:
    'garantía | seguro | instalación | montaje | envoltorio | grabado | garantia(?: estendida)? | instalação | montagem | embrulho | (?:estensione di )?garanzia | assicurazione | installazione | montaggio | confezione regalo | garanție | asigurare | instalare',
  slavic:
    'gwarancj\\w+ | ubezpiecz\\w+ | montaż\\w* | instalacj\\w+ | pojištění | poistenie | montáž\\w* | dárkové balení | prodloužení záruky | záruka | гаранти\\w+ | страхов\\w+ | установк\\w+ | сборк\\w+ | монтаж\\w* | встановлення',
  nordic:
    '(?:extra |förlängd |utvidet |forlænget )?garanti | försäkring | forsikring | vakuutus | montering | installation | asennus',
  other:
    '(?:ek )?garanti(?:si)? | sigorta\\w* | montaj | kurulum | (?:kiterjesztett )?garancia | biztosítás | beszerelés | εγγύηση | ασφάλιση | ضمان\\S* | تأمين | تركيب | אחריות | ביטוח | התקנה',
  asia: '延長保証 | 保証(?:プラン|延長)? | 設置 | ラッピング | 延保 | 延長保固 | 保固 | 安裝 | 安装 | 保险 | 보증\\S* | 설치비? | ประกัน | bảo hành | lắp đặt',
})

/** The highest bid so far, or the first one asked for. */
export const BID = matchWithin({
  en: '(?:current|highest|winning|starting|opening|leading|minimum) bid | bid',
  de: '(?:aktuelles|höchstes|mindest-?|start-?)\\s?gebot | (?:höchst|mindest|start|erst)?gebot | startpreis',
  romance:
    'enchère(?: actuelle)? | mise à prix | puja(?: actual)? | precio de salida | lance(?: atual| inicial)? | offerta (?:attuale|corrente) | base d.asta | licitație',
  other:
    'huidig bod | startbod | aktualna oferta | cena wywoławcza | ставка | текущая цена | nuvarande bud | utropspris | licit | المزايدة(?: الحالية)? | أعلى مزايدة | הצעה נוכחית',
  asia: '現在価格 | 開始価格 | 目前出價 | 起標價 | 当前价 | 起拍价 | 현재가 | 시작가',
})

/** What an auction house expects, and what the next bid has to be. */
export const ESTIMATE = matchWithin({
  en: 'estimate[ds]?(?: (?:value|price))? | (?:enter|bid|place) .{0,16} or more | or more | next (?:minimum )?bid | bid increment | reserve(?: price)? | appraised?(?: at| value)?',
  de: 'schätz(?:preis|wert|ung) | mindestens | nächstes gebot | oder mehr | limitpreis',
  romance:
    'estimation | estimé\\w* | prochaine enchère | estimad[oa] | estimación | próxima puja | o más | estimativa | próximo lance | ou mais | stima(?:to)? | prossima offerta | o più | ou plus',
  other:
    'geschat\\w* | richtprijs | szacunkow\\w+ | wycena | эстимейт | оценка | uppskattat | utropspris | التقديري | أو أكثر | שווי משוער',
  asia: '評価額 | 予想価格 | 估價 | 估价 | 추정가',
})

/** The price at which nobody has to bid. */
export const FIXED_PRICE = matchWithin({
  en: 'buy (?:it )?now(?: price| for)? | fixed price | instant buy',
  de: 'sofort-?kauf\\w*(?:-?preis)? | festpreis',
  romance:
    'achat immédiat | prix fixe | cómpralo ya | compra inmediata | precio fijo | comprar já | compra imediata | compralo subito | prezzo fisso',
  other:
    'direct kopen | kup teraz | купить сейчас | блиц-?цена | köp nu | سعر الشراء(?: الفوري)? | קנה עכשיו',
  asia: '即決価格 | 即決 | 直購價 | 一口价 | 즉시 ?구매가?',
})

/** Of everything on the page together. */
export const TOTAL = matchWithin({
  en: '(?:bundle |set |kit |grand |sub-?)?total(?: price)? | (?:bundle|set|kit|package) price | price (?:for|of) (?:the )?(?:set|bundle|kit|all)',
  de: 'gesamtpreis | gesamt(?:summe)? | set-?preis | paketpreis | summe | komplettpreis',
  romance:
    '(?:prix )?total | prix du (?:lot|pack|set) | precio (?:total|del (?:lote|pack|conjunto)) | preço (?:total|do (?:kit|conjunto)) | (?:prezzo )?totale | prezzo del (?:set|pacchetto) | preț total',
  other:
    'totaal(?:prijs)? | cena (?:łączna|zestawu|celkem|spolu) | razem | celkem | spolu | итого | всего | цена (?:комплекта|набора) | totalt | yhteensä | összesen | toplam(?: fiyat)? | σύνολο | الإجمالي | السعر الإجمالي | المجموع | סה.?כ',
  asia: '合計(?:金額)? | セット価格 | 總計 | 总计 | 合计 | 套装价 | 組合價 | 합계 | 총 ?금액',
})

/** After a price: it includes shipping. */
export const SHIPPING_INCLUDED = matchWithin({
  en: 'free (?:uk |us )?(?:shipping|delivery|postage) | delivered(?: free)? | (?:shipping|delivery|postage)(?: is)? (?:free|included) | incl(?:uding|usive of|\\.)? (?:shipping|delivery|p&p)',
  de: 'versandkostenfrei\\w* | kostenlose\\w* (?:versand|lieferung) | gratis ?versand | inkl\\.? versand\\w* | frei haus',
  nl: 'gratis (?:verzending|bezorging|verzonden) | incl\\.? verzend\\w*',
  romance:
    'livraison (?:gratuite|offerte|incluse) | envío (?:gratis|gratuito|incluido) | envio grátis | frete grátis | spedizione (?:gratuita|gratis|inclusa) | livrare gratuită',
  slavic: 'doprava zdarma | darmowa dostawa | бесплатная доставка | безкоштовна доставка',
  other: 'fri frakt | gratis fragt | ilmainen toimitus | ingyenes szállítás | ücretsiz kargo | kargo bedava',
  asia: '送料無料 | 送料込み? | 免運\\w* | 包邮 | 무료 ?배송',
})

/** A threshold, not a price: "orders over €50", "less than $10". */
export const THRESHOLD = matchWithin({
  en: 'over | above | less than | under | more than | at least | up to | minimum | orders? of | spend | from | for orders | worth | free',
  de: 'ab | über | unter | mindest\\w* | bis zu | gratis | kostenlos\\w*',
  romance:
    'à partir de | dès | plus de | moins de | desde | más de | a partir de | oltre | meno di | gratuit\\w* | gratis | offert\\w* | acima de | superior(?:es)? a',
  slavic: 'nad | od | powyżej | свыше | от | до | zdarma | za darmo | бесплатн\\w* | безкоштовн\\w*',
  other: 'bezmaksas | nemokama\\w* | ingyenes | fri frakt | yli | over kr',
  asia: '滿 | 満 | 以上 | 以下 | 未滿 | 이상',
})

/** Prices for some customers only, and prices of other things: used items, trade-ins, warranties, deposits. */
export const SPECIAL_TERMS = matchWithin({
  en: 'club | members?(?:hip)? | prime | subscribe\\w* | subscription | trade-?in | used | refurbished | warranty | protection | insurance | gift ?cards? | voucher | deposit | credit | each when | or more | bulk | student | e-?book | kindle | rent | new from | other sellers | offers? from | for (?:both|all (?:three|four|\\d)) | bundle price | set of \\d | total price',
  de: 'gebraucht\\w* | mitglied\\w* | garantie | versicherung | abo | gutschein | pfand | neu ab | zusammen | gesamtpreis | aufpreis | zzgl',
  romance:
    'occasion | usato | usado | segunda mano | membre | socio | garanti[ae] | assurance | seguro | abonnement | caution | deposito',
  slavic: 'кредит | рассрочк\\w* | použit\\w* | używan\\w* | záruka | gwarancja',
  asia: '會員 | 会员 | 会員 | 中古 | 保固 | 每期 | 回饋',
})

/** Labels of the current price. */
export const OUR_PRICE = matchWithin({
  en: 'our price | online price | sale price | sale | your price | now(?: only)? | special(?: price)? | today.s price | deal price | web price | offer price | current price | price now | buy (?:it )?now | current bid | only | with deal',
  de: 'unser preis | jetzt(?: nur)? | aktionspreis | nur | angebotspreis | online-?preis | sofort-kaufen',
  romance:
    'notre prix | maintenant | ahora | oferta | precio (?:online|oferta|internet|web) | prezzo (?:online|web) | adesso | ora | agora | por apenas | à vista | por | soldes | promo\\w*',
  slavic:
    'nasza cena | naše cena | naša cena | teraz | nyní | akční cena | akciová cena | цена | сейчас | promocja | cena s dph',
  other: 'nu | nyt | most | akciós | רק | המחיר | الآن',
  asia: '特價 | 特价 | 售價 | 售价 | 網路價 | 促銷價 | 優惠價 | 一次付清特價 | セール | 販売価格 | 할인가 | 판매가',
})

/** Instead of a price: the shop names one only when asked. */
export const ON_REQUEST = matchWithin({
  en: 'price (?:on|upon|by) (?:request|application|enquiry|inquiry) | (?:call|contact us|e-?mail|ask|enquire) for (?:a )?(?:price|pricing|quote) | request a (?:price|quote) | p\\.?o\\.?a\\.? | login (?:to see|for) prices? | no featured offers?(?: available)?',
  de: 'preis auf anfrage | preis anfragen | auf anfrage | angebot anfordern',
  nl: 'prijs op aanvraag | op aanvraag | offerte aanvragen',
  fr: 'prix sur demande | sur demande | sur devis | nous consulter | demander un devis',
  es: 'precio a consultar | consultar precio | precio bajo pedido | solicitar (?:precio|presupuesto)',
  pt: 'preço sob consulta | sob consulta | consulte(?:-nos)? o preço | solicitar orçamento',
  it: 'prezzo su richiesta | su richiesta | richiedi (?:un )?(?:prezzo|preventivo)',
  slavic:
    'cena na (?:zapytanie|dotaz|vyžádání|vyžiadanie|upit) | zapytaj o cenę | цена по запросу | уточняйте цену | по запросу | ціна за запитом | цена при запитване',
  nordic:
    'pris på (?:förfrågan|forespørsel) | pris (?:på|ved) forespørgsel | begär offert | hinta pyynnöstä | kysy hintaa',
  other:
    'fiyat (?:için arayın|sorunuz|alınız) | ár kérésre | egyedi ár | preț la cerere | τιμή κατόπιν | السعر عند الطلب | מחיר לפי בקשה',
  asia: '価格は?お問い?合わせ\\w* | 要お?見積\\w* | 價格請洽 | 价格面议 | 面议 | 電洽 | 가격 ?문의 | 별도 ?문의 | สอบถามราคา | liên hệ',
})

/** Headings of lists of other products. */
export const OTHERS_HEADING = matchWithin({
  en: 'customers? (?:who|also|ultimately)\\b | also (?:bought|viewed|like|be interested)\\b | related (?:products?|items?|searches) | similar (?:products?|items?|listings) | recommend\\w* | other products | (?:frequently|often|usually|commonly) (?:bought|purchased) | bought together | recently viewed | more (?:from|like|items|products)\\b | sponsored | people (?:who|also) | complete the (?:look|set) | accessories | best ?sellers | compare (?:with|to) similar | popular products | you might | goes well with | inspired by | newer (?:model|version|edition) | replaced by | (?:alternative|other) (?:products|models|items|offers)',
  de: 'neuere\\w* (?:modell|version|ausgabe) | nachfolge\\w+ | kunden (?:kauften|haben|interessier\\w*|, die|die) | kunden, die | ähnliche (?:produkte|artikel) | könnte (?:dir|ihnen) auch | könnten (?:dir|ihnen|sie) | passend dazu | passende\\w* | zubehör | zuletzt angesehen | empfehl\\w* | gesponsert\\w* | wird oft zusammen | auch interessant | andere kunden',
  nl: 'anderen (?:kochten|bekeken) | vergelijkbare (?:producten|artikelen) | aanbevolen | ook interessant | bekijk ook',
  fr: '(?:modèle|version) plus récent\\w* | clients ayant | produits (?:similaires|associés|apparentés|fréquemment|liés|sponsorisés) | vous aimerez | articles similaires | souvent achetés | sponsorisé\\w* | ont également | aussi (?:aimer|acheté|consulté) | récemment consultés | complétez',
  es: '(?:modelo|versión) más reciente | productos? (?:relacionados|similares|patrocinados|recomendados) | también (?:te|compraron|vieron|podría) | clientes (?:que|también) | recomendad\\w* | vistos recientemente | te puede interesar | completa',
  pt: 'produtos? (?:relacionados|semelhantes|similares|patrocinados) | quem (?:viu|comprou) | também (?:compraram|viram) | recomendad\\w* | veja também | talvez',
  it: 'prodotti (?:correlati|simili|sponsorizzati|consigliati|visti) | clienti (?:che|hanno) | potrebbe(?:ro)? interessarti | spesso comprati | articoli simili | hanno anche',
  ro: 'produse (?:similare|recomandate|asemanatoare) | clienții au',
  slavic:
    'podobn[eéý]\\w* | klienci (?:kupili|którzy) | polecan\\w* | súvisiac\\w* | súvisejíc\\w* | příslušenství | príslušenstvo | doporuč\\w* | odporúč\\w* | похожи\\w* | с этим товаром | рекоменд\\w* | смотрите также | вам может | slič\\w* | povezan\\w* | další produkty',
  nordic:
    'lignende | liknande | relaterade | relaterede | andre (?:kunder|har) | kunder (?:som|har) | tilbehør | tillbehör | suosittel\\w* | samankaltai\\w*',
  other: 'hasonló | ajánl\\w* | benzer | līdzīg\\w* | panaš\\w* | sarnased',
  semitic:
    'מוצרים (?:דומים|נוספים|קשורים) | לקוחות ש | (?:ال)?منتجات (?:مشابهة|المشابهة|ذات|أخرى|مقترحة) | قد يعجبك | موديل أحدث | إصدار أحدث',
  asia: '其他人也 | 相關商品 | 相关 | 推薦 | 推荐 | 猜你 | 你可能 | 看了又看 | 買了 | 関連 | おすすめ | この商品を | 최근 본 | 관련 | 추천 | 함께',
})

const UNIT =
  'kg|l(?!\\p{L})|lt(?!\\p{L})|lit(?:er|re|ro)|100|g(?!\\p{L})|ml|cl|oz|fl|lb|m²|m(?!\\p{L})|sq|кг|л(?!\\p{L})|公斤'
/** After a number: per unit of measure. "Per piece" is the price itself. */
export const UNIT_AFTER = new RegExp(
  `^\\s{0,2}\\D{0,4}\\s{0,2}(?:(?:/|per|pro|je|par|al|por|za|за)\\s?(?:1\\s?)?(?:${UNIT}))`,
  'iu',
)

/** Right after a number: a weight, a size or a power, not an amount of money. A letter that is also a word must end the text. */
export const MEASURE_AFTER =
  /^\s?(?:(?:[km]?g|lbs?|oz|[mcd]?l|[mck]?m[²³]?|[km]?wh?|mah|[kmg]?hz|[kmgt]b|lm|db|inch|zoll|кг|г|мл|л|см|мм|м|вт)(?=\s*(?:$|[^\p{L}\s]))|(?:kg|g|mg|ml|cl|mm|cm|km|кг|мл|см|мм)(?!\p{L})|[%°"″])/iu

/** Labels of amounts that are not money, or that an order has to reach. */
export const NOT_PRICE_LABEL = matchWithin({
  en: '(?:net |gross )?weight | capacity | min(?:imum|\\.)? order(?: value)?',
  de: '\\w{0,12}gewicht | inhalt | füllmenge | mindestbestellwert',
  nl: 'gewicht | inhoud | minimale bestelling',
  romance: 'poids | contenance | peso(?: neto| netto| líquido)? | contenido | greutate | pedido mínimo',
  slavic: 'waga | hmotnost\\w* | hmotnosť | вес | вага | тегло | težina',
  nordic: 'vikt | vekt | vægt | paino',
  other: 'súly | ağırlık | βάρος | svoris | svars | kaal | الوزن | משקל',
  asia: '重量 | 重さ | 무게 | 중량 | น้ำหนัก',
})

/** The label right before the price. */
export const PRICE_LABEL = matchAtEnd({
  en: 'price | bid | now | only',
  de: 'preis | nur',
  romance: 'prix | seulement | prec[ie]o | preço | prezzo | solo | preț',
  slavic: 'cena | цена | ціна',
  germanic: 'prijs | pris',
  other: 'hinta | fiyat(?:ı)? | (?:^|\\s)ár | kaina | hind | τιμή | السعر | قیمت | מחיר',
  asia: '価格 | 價格? | 价格? | 売価 | 今だけ | 特價 | 最低價\\$? | 가격 | ราคา | giá | harga',
})

/** Monthly payments, and how many of them. */
export const INSTALMENT = matchWithin({
  en: 'per month | a month | monthly | installments? | instalments? | weekly | apr | deposit | pay in \\d | \\d+ payments of',
  de: 'monatl(?:ich)? | raten? | pro monat | mtl | finanzierung',
  romance:
    'mensual\\w* | cuotas? | parcelas? | sem juros | mensalidade | mensile | rate da | par mois | \\d+ ?x (?:de|sem|r\\$|con|\\$|€)',
  slavic: 'měsíčně | miesięcznie | v mesiaci | в месяц | мес | рассрочк\\w* | splátk\\w*',
  other: '分期 | 期 | month | mēnesī | mėn',
})
