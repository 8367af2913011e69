// Phrases about stock, one row per language.
import { matchAtStart, matchWhole, matchWithin } from './phrases.ts'

/** "Sold out" and similar phrases as whole short texts; within sentences they mean other things. */
export const OUT_OF_STOCK = matchWhole({
  en:
    '(?:this (?:item|product|size|colou?r) is |item |product |currently |sorry,? |temporarily |online )*' +
    '(?:out of stock|sold out|unavailable|not available|no longer available|not in stock|no stock)(?: online| at the moment)?[.!]? | out-of-stock | ' +
    '(?:e-?mail|notify|tell|alert) me(?: when .{0,30})? | back in stock soon | get notified(?: when .{0,30})? | join (?:the )?waitlist | availability:? ?out of stock | (?:we(?:.ll| will) )?let (?:me|you) know when .{0,40} | (?:e-?mail|text|alert|remind|notify) (?:me|us) .{0,40} | (?:coming|back) (?:back )?soon | (?:request|watch for) (?:a )?restock\\w* | (?:re-?stocking|returning) soon | keep me (?:posted|updated|informed).{0,20} | no longer (?:sold|for sale)',
  de:
    '(?:artikel |produkt |leider |derzeit |momentan |zurzeit |zur zeit |aktuell |online )*(?:ausverkauft|nicht (?:mehr )?(?:verfügbar|lieferbar|vorrätig|auf lager|erhältlich)|vergriffen)[.!]? | ' +
    'benachrichtigen,? wenn verfügbar | verfügbarkeitsalarm | (?:benachrichtig|erinner|informier)\\w+ (?:sie )?(?:mich|dich|sie|uns)?.{0,40} | wir (?:informieren|benachrichtigen) (?:sie|dich).{0,50} | bald wieder (?:da|verfügbar|lieferbar|erhältlich) | (?:demnächst|bald) (?:wieder )?verfügbar',
  nl: '(?:helaas |tijdelijk |momenteel )*(?:uitverkocht|niet (?:meer )?(?:op voorraad|leverbaar|beschikbaar|verkrijgbaar))[.!]? | (?:e-?)?mail mij .{0,40} | (?:houd|hou) mij op de hoogte.{0,20} | binnenkort (?:weer )?(?:leverbaar|beschikbaar|op voorraad)',
  fr: '(?:produit |article |actuellement |temporairement |momentanément )*(?:en rupture(?: de stock)?|rupture de stock|épuisée?|indisponible|(?:n.est )?plus disponible|non disponible|hors stock)[.!]? | m.avertir .{0,30} | prévenez-moi.{0,30} | (?:m.alerter|alertez-moi|me prévenir|être (?:prévenu|alerté|averti)e?).{0,40} | (?:bientôt (?:de retour|disponible)|de retour bientôt|retour en stock.{0,20})',
  es: '(?:producto |artículo |temporalmente |actualmente )*(?:agotad[oa]|sin stock|no disponible|fuera de stock|sin existencias)[.!]? | av[ií]s(?:a|e|ar)me(?:.{0,40})? | notif[ií]came.{0,40} | próximamente | (?:te|le) avisaremos.{0,40}',
  pt: '(?:produto |temporariamente )*(?:esgotado|indisponível|sem stock|sem estoque|fora de estoque)[.!]? | avise-me.{0,40} | (?:notifi(?:que|car)-me|me avise).{0,40} | em breve',
  it: '(?:prodotto |articolo |temporaneamente |attualmente |momentaneamente )*(?:esaurito|non disponibile)[.!]? | avvis(?:ami|atemi).{0,40} | (?:notificami|avvertimi).{0,40} | (?:in arrivo|presto disponibile|torna presto)',
  ro: '(?:produs |momentan )*(?:stoc epuizat|indisponibil|epuizat|nu este (?:pe|în) stoc)',
  pl: '(?:produkt |towar |chwilowo |obecnie )*(?:niedostępn[ya]|brak w magazynie|wyprzedan[ey]|brak towaru|brak na stanie) | powiadom .{0,40} | wkrótce (?:dostępn\\w+|w sprzedaży)',
  cs: '(?:momentálně |dočasně |aktuálně )*(?:není skladem|nedostupn[éý]|vyprodáno) | hlídat dostupnost',
  sk: '(?:momentálne |dočasne )*(?:nie je (?:na sklade|skladom)|vypredané|nedostupn[ýé])',
  hu: '(?:jelenleg )?(?:elfogyott|nincs (?:raktáron|készleten)|nem (?:rendelhető|elérhető|kapható))',
  tr: 'tükendi | stokta yok | stoklarda yok | (?:stoğa )?gelince haber ver.{0,14} | (?:stokta )?(?:bulunmamaktadır|bulunmuyor) | yakında(?: stokta)?',
  nordic:
    '(?:tillfälligt )?(?:slutsåld|slut i lager|ej i lager|finns ej i lager|slut) | (?:midlertidigt )?(?:udsolgt|ikke på lager) | (?:midlertidig )?utsolgt | (?:tilapäisesti )?(?:loppu|loppuunmyyty|ei (?:saatavilla|varastossa)|tuote on loppu)',
  hr: 'rasprodano | (?:trenutno )?ni(?:je)? (?:dostupno|na zalogi|na voljo) | nema na (?:stanju|zalihi) | razprodano',
  baltic:
    'izpārdots | nav (?:pieejams|noliktavā) | išparduota | neturime | prekės nėra | välja müüdud | (?:hetkel )?(?:otsas|läbi müüdud)',
  ru: '(?:товара )?(?:временно )?(?:нет в наличии|отсутствует|нет в продаже) | товар закончился | распродано | нет на складе | (?:сообщить|уведомить|узнать) (?:мне |меня )?о (?:поступлении|наличии|появлении).{0,20} | ожидается(?: поступление)?.{0,20} | под заказ отсутствует | скоро в продаже | снят с продажи',
  slavic: '(?:товару )?немає в наявності | закінчився | няма наличност | изчерпан[оа]? | не е налич\\w+',
  el: '(?:προσωρινά )?(?:εξαντλημένο|εξαντλήθηκε|μη διαθέσιμο)',
  semitic:
    'نفذت الكمية | (?:المنتج )?غير متوفر(?: حاليا)? | غير متاح | نفد(?:ت الكمية| من المخزون)? | نفذ المخزون | (?:أعلمني|أخبرني|نبهني|ابلغني|أبلغني|اعلمني) (?:عند|حين|عندما) .{0,30} | (?:نفدت|انتهت|نفذت) (?:من )?(?:الكمية|المخزون) | قريبا | ناموجود | נגמר במלאי | אזל (?:מ?ה?מלאי)? | אזל | לא (?:במלאי|זמין)',
  asia:
    '在庫(?:切れ|なし|がありません) | 売り?切れ(?:ました)? | 完売(?:しました)? | 品切れ(?:中)? | sold ?out | 入荷(?:お知らせ|待ち).{0,10} | 缺貨中? | 缺货 | 售完 | 已售[完罄] | 已售完 | 補貨中 | 補貨通知 | 暂时缺货 | 无货 | ' +
    '품절(?:되었습니다)? | 일시품절 | 매진 | 재입고 알림.{0,6} | สินค้าหมด | หมด | (?:tạm )?hết hàng | stok habis | habis',
})

/** The shop has stopped selling it. */
export const DISCONTINUED = matchWithin({
  en: '(?:item|product|model|style|line) (?:is|has been|was) discontinued | discontinued (?:item|product|by)',
  de: 'auslaufartikel nicht mehr | artikel wird nicht mehr hergestellt | nicht mehr im sortiment',
  fr: 'produit arrêté | n.est plus commercialisé | fin de série épuisée',
  romance: 'descatalogado | fuori produzione | fora de linha | fuori catalogo',
  slavic:
    'снят[оа]? с (?:продажи|производства) | знято з (?:продажу|виробництва) | wycofan[ye] ze sprzedaży | prodej ukončen | predaj ukončený',
  asia: '販売(?:を)?終了 | 生産終了 | 已下架 | 停產 | 停产 | 단종 | 판매 ?종료',
})

/** Sentences that say that the product itself cannot be bought. */
export const OUT_OF_STOCK_SENTENCE = matchWithin({
  en:
    '(?:this|the) (?:item|product|listing|ad) (?:is|was|has been) (?:currently |temporarily |no longer |already |now |not )*(?:unavailable|out of stock|sold(?: out)?|available anymore|available) ?(?:online|for|at|$) | ' +
    'currently (?:unavailable|out of stock|sold out) | temporarily out of stock | this listing (?:has ended|was ended|ended) | no longer available | bidding has ended',
  de: '(?:derzeit|momentan|zurzeit|aktuell|leider) (?:nicht (?:mehr )?(?:verfügbar|lieferbar|auf lager|erhältlich)|ausverkauft|vergriffen) | angebot wurde beendet',
  fr: 'actuellement (?:indisponible|en rupture) | (?:ce produit|cet article) (?:n.est plus|est) (?:disponible|épuisé|indisponible|en rupture) | vente (?:est )?terminée',
  es: 'no disponible (?:por el momento|actualmente) | producto agotado | actualmente (?:agotado|no disponible)',
  it: '(?:attualmente|al momento) (?:non disponibile|esaurito) | (?:non disponibile) al momento | inserzione (?:è )?scaduta',
  pt: 'não (?:está )?disponível | produto (?:indisponível|esgotado) | indisponível no momento',
  nl: 'momenteel (?:niet (?:verkrijgbaar|leverbaar|beschikbaar|op voorraad)|uitverkocht)',
  slavic:
    'нет в наличии | товар закончился | (?:momentálně|dočasně) (?:nedostupn\\w*|není skladem|vyprodán\\w*) | obecnie niedostępn\\w* | produkt niedostępny | немає в наявності',
  other:
    'jelenleg nem (?:rendelhető|elérhető|kapható) | şu anda (?:mevcut değil|stokta yok) | stoklarımızda yok | momentan indisponibil',
  semitic: 'לא במלאי | אזל (?:מה)?מלאי | غير متوفر حاليا',
  asia: '已售完 | 缺貨中 | 已結束 | 在庫切れ | 品切れ | 품절 | 現在(?:、)?(?:在庫|お取り扱い).{0,8}(?:ません|切れ)',
})

/** Can be ordered before it exists or comes out. */
export const PREORDER = matchWithin({
  en: 'pre-?order(?:s| now)? | available for pre-?order | pre-?sale',
  de: 'vorbestell\\w* | jetzt vorbestellen',
  romance:
    'précommand\\w* | pré-commande\\w* | reserva(?:r)? ahora | preventa | pré-venda | preordin\\w* | prevendita | precomand\\w*',
  other:
    'förbeställ\\w* | forudbestil\\w* | forhåndsbestill\\w* | ennakkotila\\w* | przedsprzedaż\\w* | předobjedn\\w* | предзаказ\\w* | передзамовлення | ön sipariş | προπαραγγελία | előrendel\\w* | pre-?order',
  asia: '予約(?:注文|商品|受付)\\w* | 預購 | 预售 | 预订 | 예약 ?(?:구매|주문|판매)',
})

/** Can be ordered and is sent when the shop has it again. */
export const BACKORDER = matchWithin({
  en: 'back-?orders?(?:ed)? | on back-?order',
  de: 'nachbestellt und lieferbar | wird für sie bestellt | rückstand',
  romance: 'sur commande | bajo pedido | por encargo | su ordinazione | sob encomenda | la comandă',
  slavic: 'na zamówienie | na objednávku | под заказ | під замовлення',
  asia: 'お取り?寄せ | 取寄せ | 訂購中',
})

/** Only a few are left. */
export const LIMITED = matchWithin({
  en: 'only \\d{1,2} (?:left|remaining|in stock|available) | \\d{1,2} left in stock | last (?:one|item|few|pieces?)(?: left| in stock)? | low (?:in )?stock | limited (?:stock|availability) | (?:just a )?few left | almost (?:gone|sold out) | only \\d{1,2} (?:pieces?|items?|units?|pairs?|copies|more)? ?(?:left|remaining|available|in stock) | (?:hurry|order soon).{0,6} only \\d{1,2} | (?:selling|going) fast | last \\d{1,2} (?:left|pieces?|items?)',
  de: 'nur noch \\d{1,2} | nur noch wenige | letztes (?:stück|exemplar) | wenige (?:stück|exemplare) | geringer bestand | begrenzt verfügbar',
  nl: 'nog (?:maar )?\\d{1,2} (?:op voorraad|stuks|beschikbaar) | laatste stuks | beperkt op voorraad',
  romance:
    'plus que \\d{1,2} | derniers? articles? en stock | stock (?:limité|faible) | (?:sólo|solo) quedan? \\d{1,2} | últimas unidades | pocas unidades | (?:só )?restam? \\d{1,2} | solo \\d{1,2} (?:rimast[io]|disponibili) | ultimi pezzi | disponibilità limitata | stoc limitat | ultimele bucăți',
  slavic:
    'ostatnie sztuki | poslední kus\\w* | posledn\\w+ kus\\w* | осталось (?:всего )?\\d{1,2} | последн(?:ий|ие|яя) (?:экземпляр\\w*|штук\\w*|пар\\w+|размер\\w*|товар\\w*) | залишилось \\d{1,2}',
  other:
    'endast \\d{1,2} kvar | fåtal kvar | få på lager | kun \\d{1,2} (?:igjen|tilbage) | vain \\d{1,2} jäljellä | son \\d{1,2} ürün | az kaldı | utolsó \\d{1,2} | τελευταία τεμάχια',
  asia: '残り\\s?\\d{1,2}\\s?(?:点|個|着|台) | 残りわずか | 在庫わずか | 僅剩 ?\\d{1,2} | 仅剩 ?\\d{1,2} | 품절 ?임박 | chỉ còn \\d{1,2}',
  semitic:
    '(?:باقي|متبقي|بقي) \\d{1,2} (?:قطع?|قطعة|فقط).{0,8} | كمية محدودة | آخر \\d{1,2} قطع | נותרו \\d{1,2} | אחרונים במלאי',
})

export const IN_STOCK = matchWithin({
  en: 'in stock | available now | available online | ready to (?:ship|dispatch) | ships (?:today|tomorrow|within|in \\d) | usually (?:ships|dispatched) | availability:? available | immediately available',
  de: '(?<!filiale )auf lager | sofort (?:lieferbar|verfügbar|versandfertig) | vorrätig | lieferbar | am lager | versandfertig | lagernd | lieferzeit:? ?(?:ca\\.? ?)?\\d',
  romance:
    'en stock | disponible | em stock | em estoque | disponível | pronta entrega | disponibile | disponibilità immediata | în stoc | in stoc | hay existencias | expédié sous',
  nl: 'op voorraad | direct leverbaar | uit voorraad | vandaag (?:besteld|verzonden) | voor \\d{1,2}[:.]\\d\\d (?:uur )?besteld',
  slavic:
    'dostępn[ya] | na stanie | w magazynie | skladem | na sklad[eě] | skladom | na stanju | na zalogi | na zalihi | dostupno | в наличии | є в наявності | в наявності | в наличност | наличен | есть на складе',
  nordic: 'i lager | på lager | varastossa | heti saatavilla | finns i lager | leveringsklar | fjernlager',
  other:
    'raktáron | készleten | stokta(?: var)? | stokta mevcut | ir noliktavā | ir pieejams | yra sandėlyje | turime | laos(?: olemas)? | διαθέσιμο | σε απόθεμα | متوفر | متاح | موجود | במלאי | זמין',
  asia: '在庫(?:あり|有り?|○|◎) | 即納 | 有現貨 | 有货 | 有貨 | 现货 | 現貨 | 재고 ?있음 | 구매 ?가능 | มีสินค้า | พร้อมส่ง | còn hàng | tersedia | stok tersedia | ready stock',
})

/** Says when it leaves or arrives, and so that the shop has it, without a word about stock. */
export const SOFT_IN_STOCK = matchAtStart({
  en: '(?:usually |normally |typically )?(?:leaves|dispatch(?:ed|es)?|ships?|shipped|sent|delivered|arrives|available) (?:our |the )?(?:warehouse |to you |to ship |for delivery )?(?:from stock|within|in|by|same|next|today|tomorrow|on|immediately|for (?:delivery|pick-?up|collection|dispatch|order)) .{0,40} | (?:same|next)[ -]day (?:dispatch|delivery|shipping).{0,30} | get it (?:by|today|tomorrow|as soon as|on|between).{0,40} | arrives (?:by|before|on|in).{0,30} | ready (?:for|to) (?:pick-?up|collect(?:ion)?|dispatch|ship|go).{0,30} | (?:\\d+|many|plenty) (?:pieces? |items? |units? )?(?:available|in stock|on hand|left) | order (?:now|today|within|before) .{0,30}(?:get|receive|arrive|deliver|ship).{0,30} | in[ -]stock.{0,30}',
  de: '(?:artikel |produkt |ware )?(?:ist )?(?:sofort|direkt|umgehend|heute|morgen) (?:versand|liefer|abhol|verfüg|bestell)\\w+.{0,30} | verlässt (?:unser|das) (?:lager|haus).{0,40} | (?:versand|lieferung|zustellung|lieferzeit)(?: erfolgt)?:? (?:in|innerhalb|binnen|bis|am|heute|morgen|ca\\.?|voraussichtlich|\\d).{0,40} | (?:versandfertig|lieferbar|abholbereit) .{0,30} | (?:noch )?\\d+ (?:stück )?(?:verfügbar|lieferbar|vorrätig|auf lager) | mehr als \\d+ stück.{0,20} | bei bestellung (?:bis|heute|innerhalb).{0,40} | kommt (?:morgen|am|bis).{0,30}',
  nl: '(?:vandaag|morgen|direct|overmorgen) (?:in huis|verzonden|geleverd|leverbaar|bezorgd).{0,30} | (?:levertijd|levering|bezorging):? (?:binnen|in|op|\\d|morgen|vandaag).{0,30} | binnen \\d.{0,14}(?:in huis|geleverd|verzonden|leverbaar).{0,20} | verlaat ons magazijn.{0,40} | (?:nog )?\\d+ (?:stuks )?(?:beschikbaar|op voorraad|leverbaar)',
  fr: '(?:expédi\\w+|envoyé\\w*|livré\\w*|livraison|départ) (?:estimée? )?(?:sous|en|dans|dès|le|entre|avant|demain|aujourd.hui|immédiat\\w*).{0,40} | (?:plus de )?\\d+ (?:article|produit|pièce|unité)s? (?:en stock|disponibles?|restant\\w*) | quitte notre entrepôt.{0,40} | (?:retrait|disponible) (?:gratuit )?(?:en|sous|dès) .{0,30} | prêt à (?:être expédié|expédier|partir).{0,20}',
  es: '(?:envío|entrega|se envía|enviamos|recíbelo|recibe|llega|te llega) (?:en|el|hoy|mañana|entre|antes|dentro|inmediat\\w+|estimad\\w+).{0,40} | (?:quedan )?\\d+ (?:unidades|artículos|piezas) (?:disponibles|en stock) | sale de (?:nuestro )?almacén.{0,40} | listo para (?:enviar|entrega\\w*).{0,20}',
  pt: '(?:envio|entrega|enviado|enviamos|recebe|receba|chega) (?:em|até|hoje|amanhã|imediat\\w+|no dia|entre|estimad\\w+).{0,40} | (?:restam )?\\d+ (?:unidades|itens|peças) (?:disponíveis|em estoque|em stock) | sai do nosso armazém.{0,40}',
  it: '(?:spedi(?:zione|to|amo)|consegna(?:to)?|arriva|ricevilo|parte) (?:in|entro|domani|oggi|il|tra|immediat\\w+|prevista|stimata).{0,40} | (?:solo )?\\d+ (?:pezzi|articoli|unità) (?:disponibil\\w+|in stock) | pronta? (?:consegna|spedizione|per la spedizione).{0,20} | lascia il nostro magazzino.{0,30}',
  slavic:
    '(?:wysyłka|wysyłamy|dostawa|wyślemy) (?:w|do|dziś|dzisiaj|jutro|w ciągu|natychmiast|nawet).{0,40} | \\d+ szt\\.?(?: dostępn\\w+| w magazynie| na stanie)? | (?:odesíláme|odešleme|expedujeme|doručíme|můžeme doručit|u vás|expedice|doručení) .{0,40} | (?:skladem|na sklade) .{0,30} | (?:odosielame|odošleme|doručíme) .{0,40} | (?:отправ\\w+|доставим|доставка|отгруз\\w+|самовывоз|привезем|привезём) (?:сегодня|завтра|в течение|через|за|от|с|в день).{0,40} | (?:в наличии|осталось|на складе):? ?(?:более|больше|>)? ?\\d+.{0,20} | (?:відправ\\w+|доставимо) .{0,30} | готов к отправке.{0,20}',
  nordic:
    '(?:skickas|levereras|leverans|leveranstid|sendes|leveres|levering|leveringstid|toimitus|toimitusaika|lähetetään|toimitetaan):? (?:inom|samma|idag|i dag|i morgon|imorgon|nästa|innen|indenfor|samme|i morgen|om|på|heti|tänään|huomenna|\\d|ca).{0,40} | (?:fler än |mer enn |flere end )?\\d+ (?:st|stk|kpl)\\.? (?:i lager|på lager|varastossa)',
  other:
    '(?:kargoya|aynı gün|yarın|bugün|hemen|hızlı) (?:verilir|kargo|kargoda|teslim\\w*|teslimat).{0,30} | \\d+ (?:gün|saat) (?:içinde|içerisinde).{0,30} | stokta \\d+.{0,20} | (?:szállítás|kiszállítás|átvehető|elvihető|feladás):? .{0,40} | (?:livrare|livrăm|expediere|expediem) (?:în|in|mâine|azi|astăzi|rapidă|estimată).{0,30} | (?:αποστολή|παράδοση|παραλαβή|άμεσα|ετοιμοπαράδοτο) .{0,30}',
  semitic:
    '(?:يشحن|يتم الشحن|شحن|التوصيل|يصل|توصيل|يصلك|جاهز للشحن|يغادر) (?:خلال|في|غدا|اليوم|بحلول|من|مستودع\\S*|سريع).{0,40} | متبقي \\d+.{0,20} | (?:متوفر|متاح) .{0,30} | (?:אספקה|משלוח|נשלח|יגיע|זמן אספקה):? (?:תוך|עד|מחר|היום|\\d).{0,30}',
  asia: '(?:本日|翌日|明日|即日|最短|通常)\\S{0,12}(?:発送|出荷|お届け|配送|到着).{0,20} | \\d+(?:日|営業日)(?:以内|程度|前後)?(?:に|で)?(?:発送|出荷|お届け).{0,10} | 在庫(?:数)?[:：]? ?\\d+.{0,10} | (?:今日|明日|預計|预计|\\d+小時內?|\\d+小时内?|24h)\\S{0,10}(?:出貨|發貨|到貨|送達|发货|送达|到货).{0,10} | (?:庫存|库存)(?:量)?[:：]? ?(?:[1-9]\\d*|充足|有).{0,6} | (?:오늘|내일|당일)\\s?(?:출발|발송|도착|배송).{0,14} | 재고 ?[:：]? ?[1-9]\\d*.{0,6} | จัดส่ง(?:ภายใน|ทันที).{0,20} | giao (?:hàng )?(?:trong|ngay|nhanh|hôm nay).{0,24} | dikirim .{0,24}',
})

/** What a table calls the row that says whether a product is in stock. */
export const STOCK_LABEL = matchWithin({
  en: 'availability | available | stock(?: status)? | in stock | status | delivery(?: time)? | lead time | inventory',
  de: 'verfügbarkeit | verfügbar | lager\\w* | bestand | lieferzeit | lieferstatus | lieferbarkeit | status',
  nl: 'beschikbaarheid | voorraad\\w* | levertijd',
  romance:
    'disponibilit\\w+ | disponibilidad\\w* | disponibilidade | disponible | stock | estoque | existencias | délai | stoc | disponibilitate | entrega | consegna | livraison',
  slavic:
    'dostępność | stan magazynow\\w* | dostupno\\w+ | sklad\\w* | налич\\w+ | доступн\\w+ | склад\\w* | наявн\\w+ | raspoloživost | zaloga | zaliha',
  other:
    'lagerstatus | lager\\w* | tilgjengelighet | tilgængelighed | saatavuus | varastossa | készlet\\w* | elérhetőség | stok\\w* | pieejamība | laoseis | διαθεσιμότητα | التوفر | מלאי | זמינות',
  asia: '在庫\\w* | 庫存\\w* | 库存\\w* | 재고\\w* | 供貨\\w* | สินค้าคงคลัง | tình trạng | ketersediaan',
})

/** The buy button. */
export const ADD_TO_CART = matchWithin({
  en: 'add(?: \\d+)? to (?:my |your |shopping )*(?:cart|bag|basket|trolley|order) | buy (?:it )?now | place bid | add to (?:shopping )?bag',
  de: '(?:in den|zum|zu) (?:warenkorb|einkaufswagen|einkaufskorb)(?: (?:legen|hinzufügen))? | (?:warenkorb|einkaufswagen) hinzufügen | jetzt kaufen | in die (?:einkaufstasche|tasche)',
  nl: 'in (?:mijn |je )?winkel(?:wagen|mand\\w*) | toevoegen aan winkel\\w+ | in (?:mijn )?mandje',
  fr: 'ajouter (?:au|à mon|à votre) (?:panier|sac|caddie) | acheter (?:maintenant|cet article|en 1.clic) | mettre au panier',
  es: '(?:a[ñn]adir|agregar|sumar) (?:al? (?:carrito|carro)|a la (?:cesta|bolsa)|a (?:mi )?(?:cesta|bolsa)) | comprar ahora',
  pt: 'adicionar (?:ao carrinho|à sacola|ao cesto|ao cart\\w*) | comprar agora | colocar na sacola',
  it: 'aggiungi al(?:la)? (?:carrello|borsa|shopping bag) | acquista (?:ora|adesso|subito) | metti nel carrello',
  ro: 'adaug[ăa] [îi]n co[șşs] | cump[ăa]r[ăa] acum',
  pl: '(?:dodaj |wrzuć |włóż )?do koszyka | kup teraz',
  cs: '(?:přidat |vložit |dát )?do košíku',
  sk: '(?:pridať |vložiť |dať )?do košíka',
  hu: 'kosárba',
  tr: 'sepete (?:ekle|at) | hemen al | satın al',
  nordic:
    'l[äa]gg (?:till )?i (?:min )?(?:varukorg|kundvagn|kassen)\\w* | l[æa]g i (?:indkøbs)?kurv\\w* | (?:tilføj|føj) til (?:indkøbs)?kurv\\w* | legg i (?:handlekurv\\w*|kurven?|handlevogn\\w*) | lisää (?:ostos)?kori(?:in)?',
  hr: '(?:dodaj )?u (?:ko[šs]aricu|korpu) | v ko[šs]arico',
  baltic: 'ielikt groz[āa] | pievienot grozam | į krepšelį | lisa (?:ostu)?korvi',
  cyrillic:
    'в (?:корзину|кошик|количката) | до кошика | у кошик | купить (?:сейчас|в 1 клик) | добави в количка\\w*',
  el: '(?:προσθήκη )?στο καλάθι | αγορά τώρα',
  semitic:
    'أضف إلى (?:السلة|سلة|عربة|الحقيبة)\\S* | (?:اضف|أضف|إضافة) (?:الى|إلى|ل)(?: ?ال)?(?:سلة|عربة)\\S* | اشتري? الآن | اشتر الان | افزودن به سبد | הוס(?:ף|פה|יפי) ל(?:סל|עגלה) | קנה עכשיו',
  asia: 'カートに(?:入れる|追加する?|いれる) | かごに(?:入れる|追加) | 買い物かご(?:に|へ) | 今すぐ(?:買う|購入) | 購入手続き | 加入購物[車袋] | 加入购物[车袋] | 放入購物車 | 立即購買 | 立即购买 | 我要購買 | 直接購買 | 장바구니(?: ?(?:에 )?(?:담기|추가))? | 바로 ?구매 | 구매하기 | ใส่ตะกร้า | เพิ่มลง(?:ใน)?(?:ตะกร้า|รถเข็น) | ซื้อ(?:เลย|ทันที) | thêm vào giỏ | mua ngay | (?:tambah(?:kan)?|masukkan) ke (?:keranjang|troli) | \\+ ?keranjang | beli (?:sekarang|langsung)',
})

/** Verbs that are a buy button only as the whole text of one. */
export const BUY = matchWhole({
  en: '(?:buy|order|purchase|add|reserve)(?: now| today| online)?[!»>→ ]{0,3}',
  germanic:
    '(?:kaufen|bestellen|jetzt bestellen|koop(?: nu)?|bestel(?: nu)?|köp(?: nu)?|køb(?: nu)?|kjøp(?: nå)?|osta(?: nyt)?)',
  romance:
    '(?:acheter|commander|je commande|comprar|compra|encomendar|acquista|ordina(?: ora)?|cumpără|comandă|comanda)',
  slavic:
    '(?:kup(?:uję)?|zamów|koupit|kúpiť|objednat|objednať|kupi|naruči|купить|купити|заказать|замовити|купи|поръчай)',
  other: '(?:pirkt|pirkti|osta|vásárlás|megveszem|satın al|αγορά|شراء|اشتر|خرید|קנה|לרכישה)',
  asia: '(?:購入する|購入|注文する|購買|购买|下單|구매|주문하기|ซื้อ|mua|beli)',
})

/** Texts on buttons that do something else with the product. */
export const NOT_A_BUY_BUTTON = matchWithin({
  en: 'wish ?list | favou?rites? | list | registry | notify | e-?mail | alert | compare | waitlist | sample | how to | guide | gift ?card | trade-?in | back in stock | find in store | store',
  de: 'merkzettel | wunsch\\w* | merken | benachrichtig\\w* | vergleich\\w* | muster | filiale\\w* | ratgeber',
  romance:
    'favoris? | favorit\\w* | liste | lista | envies | deseos | desejos | desideri | avís\\w* | avis\\w* | m.avertir | prévenez | compar(?:er|ador|atif) | comparar | tienda | boutique | guide',
  germanic: 'verlanglijst | favoriet\\w* | önskelista | ønske\\w* | toivelista\\w* | huskeliste',
  slavic:
    'ulubion\\w+ | schowka | oblíben\\w+ | obľúben\\w+ | избранн\\w+ | обране | желан\\w+ | сравн\\w+ | порівн\\w+ | сообщить | powiadom',
  other: 'kedvenc\\w* | istek liste\\w* | favori\\w* | αγαπημένα | المفضلة | قائمة | מועדפים',
  asia: 'お気に入り | 欲しい物 | 入荷 | 收藏 | 願望 | 關注 | 到貨通知 | 찜 | 위시 | 알림',
})
