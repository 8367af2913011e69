// Words next to a number that mark it as the price, or as something other than the price of one item, one row per language.
import { matchAtEnd, matchWithin } from './phrases.ts'

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
