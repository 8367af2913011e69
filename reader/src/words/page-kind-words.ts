// Words by which pages that are not about a product are recognised, one row per language.
import { matchWhole, matchWithin } from './phrases.ts'

/** Carts, checkouts, accounts, searches, help and errors, as whole headings. */
export const OTHER_PAGE_HEADING = matchWhole({
  en:
    '(?:(?:your|my|our|the|shopping) )*(?:cart|basket|bag|checkout|wish ?list|favou?rites|account|orders?|addresses|shops?|stores|brands|blog|news)(?: is empty)? | ' +
    'check ?out | (?:sign|log) ?(?:in|out|up)(?: .{0,30})? | register | search(?: results)?(?: .{0,60})? | (?:\\d[\\d,.]* |no )?results (?:for|found).{0,60} | ' +
    'welcome(?: .{0,40})? | home(?:page)? | contact(?: us)? | about(?: us)? | delivery(?: .{0,30})? | shipping(?: .{0,30})? | returns?(?: .{0,30})? | ' +
    'frequently asked questions | faqs? | help(?: .{0,30})? | terms(?: .{0,40})? | privacy(?: .{0,30})? | (?:page )?not found | error(?: \\d+)? | ' +
    'access denied | order (?:no|number|#).{0,30} | payment(?: .{0,30})?',
  de:
    '(?:(?:ihr|dein|mein|der) )?(?:warenkorb|einkaufswagen|merkzettel|wunschliste|konto|bestellungen?)(?: ist leer)? | kasse | anmelden | registrieren | ' +
    'such(?:e|ergebnisse?)(?: .{0,60})? | willkommen(?: .{0,40})? | kontakt | über uns | versand(?:kosten)?(?: .{0,30})? | lieferung(?: .{0,30})? | ' +
    'hilfe | agb | datenschutz\\w* | impressum | seite nicht gefunden | marken',
  fr:
    '(?:(?:votre|mon) )?(?:panier|compte|commandes?)(?: est vide)? | (?:se )?connexion | résultats? (?:de |pour ).{0,60} | recherche(?: .{0,60})? | ' +
    'bienvenue(?: .{0,40})? | contact(?:ez-nous)? | à propos(?: .{0,30})? | livraison(?: .{0,30})? | aide | conditions(?: .{0,40})? | page (?:introuvable|non trouvée)',
  es: '(?:(?:tu|mi|su) )?(?:carrito|carro|cesta|cuenta|pedidos?)(?: está vac[ií]\\w)? | iniciar sesión | resultados(?: .{0,60})? | bienvenid\\w+(?: .{0,40})? | contacto | envíos?(?: .{0,30})? | ayuda | página no encontrada',
  it: '(?:(?:il tuo|mio) )?(?:carrello|account|ordini)(?: è vuoto)? | accedi | risultati(?: .{0,60})? | benvenut\\w(?: .{0,40})? | contatti | chi siamo | spedizion\\w(?: .{0,30})? | pagina non trovata',
  other:
    'koszyk | košík | kosár | winkelwagen | winkelmand | kassa | varukorg | kundvagn | handlekurv | indkøbskurv | ostoskori | корзина | кошик | contactgegevens | strona główna',
})

/** Controls of lists: sorting, filters, the number of results. */
export const LIST_CONTROL = matchWhole({
  en: 'sort(?: ?by)?:?(?: .{0,25})? | filters?(?: ?(?:by|&|and|\\().{0,20})? | (?:showing |displaying |viewing )?\\d+ ?(?:-|–|to) ?\\d+ (?:of|out of) (?:over )?[\\d,.]+(?: .{0,20})? | [\\d,.]+ (?:products?|items?|results?|styles?|articles?)(?: found)? | refine(?: by| search| results)? | clear (?:all|filters?) | load more | show more products | items? per page:? | price range | relevance | price:? ?(?:low to high|high to low)',
  de: 'sortier\\w*(?: nach)?:?(?: .{0,20})? | filter(?:n)?(?: nach)?:? | [\\d.]+ (?:produkte|artikel|treffer|ergebnisse)(?: gefunden)? | (?:artikel |produkte )?pro seite:? | preis (?:aufsteigend|absteigend) | relevanz | mehr laden',
  fr: 'trier(?: par)?:?(?: .{0,20})? | filtr(?:er|es?)(?: par)?:? | [\\d  .]+ (?:produits?|articles?|résultats?)(?: trouvés?)? | prix (?:croissant|décroissant) | pertinence | afficher plus',
  es: 'ordenar(?: por)?:?(?: .{0,20})? | filtr(?:ar|os?)(?: por)?:? | [\\d.]+ (?:productos?|artículos?|resultados?)(?: encontrados)? | relevancia | menor precio | mayor precio | ver más productos | cargar más',
  pt: 'ordenar(?: por)?:?(?: .{0,20})? | classificar por:? | filtr(?:ar|os?)(?: por)?:? | [\\d.]+ (?:produtos?|itens|resultados?)(?: encontrados)? | relevância | menor preço | maior preço | carregar mais',
  it: 'ordina(?: per)?:?(?: .{0,20})? | filtr[aio](?: per)?:? | [\\d.]+ (?:prodotti|articoli|risultati) | rilevanza | prezzo (?:crescente|decrescente)',
  nl: 'sorteer\\w*(?: op)?:?(?: .{0,20})? | filters? | [\\d.]+ (?:producten|artikelen|resultaten) | relevantie | prijs (?:oplopend|aflopend)',
  slavic:
    'sortuj(?: według| po)?:? | sortowanie:? | filtr(?:y|uj|ovat|ovať|ovanie)? | [\\d  ]+ (?:produkt\\w*|wynik\\w*|položek|výsledk\\w*|artikl\\w*|izdelk\\w*|proizvod\\w*) | řadit(?: podle)?:? | řazení:? | zoradiť:? | razvrsti(?: po)?:? | trafność | сортировать(?: по)?:? | сортировка:? | упорядочить(?: по)?:? | показ(?:ать|ывать) (?:на странице|по).{0,12} | фильтры? | найдено:? \\d+.{0,20} | \\d+ товар\\w* | сортування:? | фільтри? | подреди по:? | филтри?',
  nordic:
    'sortera(?: efter)?:? | sorter(?: efter| etter)?:? | järjestä:? | lajittel\\w*:? | filter | suodata | [\\d  ]+ (?:produkter|artiklar|varer|træffere|tuotetta|treff)',
  other:
    'rendezés:? | szűrés | szűrők | \\d+ termék | sırala:? | sıralama:? | filtrele | \\d+ ürün | ταξινόμηση:? | φίλτρα | sortează(?: după)?:? | filtrează | \\d+ produse | sorteeri:? | kārtot(?: pēc)?:? | rikiuoti:?',
  semitic:
    'ترتيب(?: حسب)?:? | فرز(?: حسب)?:? | تصفية | الفلاتر | \\d+ منتج\\S* | מיון(?: לפי)?:? | סינון | \\d+ מוצרים',
  asia: '並び[替か]え:? | 並べ替え:? | 絞り込み?.{0,4} | \\d+件(?:中.{0,12})? | 排序:? | 篩選 | 筛选 | 共 ?\\d+ ?(?:件|個|项|筆).{0,6} | 정렬:? | 필터 | 총? ?\\d+개(?:의 상품)? | เรียงตาม:? | ตัวกรอง | sắp xếp(?: theo)?:? | bộ lọc | urutkan:? | \\d+ produk',
})

/** Says that the product or the page does not exist, as a heading, a title or a sentence of its own. */
export const GONE = matchWithin({
  en:
    'page (?:was |is |has been |could )?(?:not|can.?t|cannot|couldn.?t)(?: be)? (?:found|exist) | page not found | 404(?: error| not found)? | error 404 | not found | page you (?:requested|are looking for|were looking for|tried).{0,40}(?:not|n.t|no longer) | ' +
    '(?:product|item|listing|article|offer|ad) (?:you.{0,30} )?(?:is|was|has been|does|could|cannot|can) ?(?:be )?(?:not|n.t|no longer)? ?(?:be )?(?:found|exist|removed|deleted|withdrawn|no longer exists?|no longer listed) | (?:product|item) not found | no longer exists? | (?:page|product) (?:does ?n.t|does not) exist | no such (?:product|item|page)',
  de: 'seite (?:wurde )?(?:leider )?nicht gefunden | (?:artikel|produkt|angebot) (?:wurde )?(?:leider )?(?:nicht gefunden|gelöscht|entfernt) | existiert (?:leider )?nicht(?: mehr)? | nicht (?:mehr )?(?:auffindbar|im sortiment) | fehler 404',
  nl: 'pagina (?:is )?niet gevonden | bestaat niet(?: meer)? | (?:product|artikel) niet gevonden',
  fr: 'page (?:introuvable|non trouvée|n.existe (?:pas|plus)) | (?:produit|article) introuvable | n.existe (?:pas|plus) | erreur 404',
  es: 'página no (?:encontrada|existe) | (?:producto|artículo) no encontrado | ya no existe | no existe | error 404 | no (?:se )?(?:pudo|ha|hemos) (?:encontra\\w+|sido encontrad\\w+)',
  pt: 'página não (?:encontrada|existe) | produto não encontrado | não existe(?: mais)? | erro 404',
  it: 'pagina (?:non trovata|inesistente|non esiste) | (?:prodotto|articolo) non (?:trovato|esiste) | non esiste(?: più)? | errore 404',
  ro: 'pagin[ăa] (?:nu|negăsită) .{0,20} | nu (?:a fost găsit|există)\\w*',
  slavic:
    'strona nie (?:istnieje|została znaleziona) | nie znaleziono(?: strony| produktu)? | stránka (?:nebyla nalezena|neexistuje|nenájdená|sa nenašla) | produkt (?:nebyl nalezen|neexistuje) | страница не найдена | товар не найден | не существует | сторінку не знайдено | товар не знайдено | страницата не е намерена | stranica nije pronađena | strani ni (?:mogoče najti|bilo)',
  nordic:
    'sidan (?:kunde inte|kan inte|finns inte|hittades inte).{0,16} | siden (?:blev|ble|kunne|findes|finnes) ?ikke.{0,12} | sivua ei (?:löyd\\w+|ole) | tuotetta ei löyd\\w+ | produkten finns inte',
  other:
    'az oldal nem (?:található|létezik) | a termék nem (?:található|létezik) | sayfa bulunamadı | ürün bulunamadı | η σελίδα δεν (?:βρέθηκε|υπάρχει) | lapa nav atrasta | puslapis nerastas | lehte ei leitud',
  semitic:
    'الصفحة غير موجودة | المنتج غير موجود | لم يتم العثور | הדף לא נמצא | העמוד לא נמצא | המוצר לא נמצא',
  asia: 'ページが見つかりません | ページは(?:存在しません|見つかりません) | 商品が(?:見つかりません|存在しません) | お探しのページ.{0,20} | 找不到(?:頁面|页面|網頁|商品|您).{0,6} | (?:頁面|页面|商品|產品|产品)不存在 | 页面未找到 | 無此商品 | 已删除 | 페이지를 찾을 수 없습니다 | 존재하지 않는 .{0,8} | ไม่พบหน้า.{0,6} | không tìm thấy | halaman tidak ditemukan | produk tidak ditemukan',
})

/** A heading that is nothing but an apology. */
export const APOLOGY = matchWhole({
  en: '(?:we.re |we are )?(?:so |very )?sorry[.!…,:]{0,3} | o{1,3}ps(?:ie)?[.!…,:]{0,3} | uh.oh[.!…]{0,3} | not found[.!…]{0,3}',
  de: 'entschuldigung[.!…]{0,3} | hoppla[.!…]{0,3} | ups[.!…]{0,3}',
  fr: '(?:nous sommes )?désolés?[.!…]{0,3} | oups[.!…]{0,3}',
  romance: 'lo sentimos[.!…]{0,3} | vaya[.!…]{0,3} | desculpe[.!…]{0,3} | ci dispiace[.!…]{0,3}',
})

/** What a page with such a heading says of the product or of itself; beside a product's name it would be about stock. */
export const NO_LONGER = matchWithin({
  en: 'no longer (?:available|sold|offered|listed|for sale) | not available any ?more | (?:been|was|is) (?:discontinued|removed|deleted) | (?:product|item|page|article|listing) (?:is )?not available | (?:could not|couldn.t|can.t|cannot) (?:be found|find)',
  de: 'nicht (?:mehr|länger) (?:verfügbar|erhältlich|lieferbar)',
  fr: '(?:n.est|ne sont) plus (?:disponible|en vente)s?',
  romance: 'ya no está disponible | não está mais disponível | non è più disponibile',
})

/** A heading that says of the product, without its name, that the shop no longer has it. */
export const PRODUCT_GONE = matchWhole({
  en: '(?:(?:we.re |we are )?sorry[,.!:]? (?:but )?|unfortunately,? )?(?:this|the|that) (?:product|item|article|listing|offer)(?: (?:that )?you(?:.re| are| were|.ve)? (?:are |were )?(?:looking|searched|searching|requested)(?: for)?)? (?:is|has been|was) (?:unfortunately |sadly )?(?:no longer (?:available|sold|offered|listed|for sale)|not available any ?more|discontinued|removed|deleted)[.!]{0,3}',
  de: '(?:leider (?:ist )?)?(?:dies(?:es|er)|das|der|die) (?:von ihnen gesuchte |gewünschte |gesuchte )?(?:produkt|artikel|angebot|ware) (?:ist )?(?:leider )?(?:nicht (?:mehr|länger) (?:verfügbar|erhältlich|lieferbar|im sortiment))[.!]{0,3}',
  nl: '(?:helaas[,]? (?:is )?)?(?:dit|het|deze) (?:product|artikel) (?:is )?(?:helaas )?niet (?:meer|langer) (?:beschikbaar|leverbaar|verkrijgbaar)[.!]{0,3}',
  fr: '(?:désolés?[,.!] )?(?:ce|cet|le|l.) ?(?:produit|article|offre)(?: que vous recherchez)? n.est (?:malheureusement )?plus (?:disponible|en vente|commercialisé)[.!]{0,3}',
  es: '(?:lo sentimos[,.!] )?(?:este|el) (?:producto|artículo)(?: que buscas?)? ya no (?:está|se encuentra) (?:disponible|a la venta)[.!]{0,3}',
  pt: '(?:este|esse|o) (?:produto|artigo|item) (?:já )?não está (?:mais )?disponível[.!]{0,3}',
  it: '(?:questo|il) (?:prodotto|articolo) non è più (?:disponibile|in vendita)[.!]{0,3}',
  slavic:
    '(?:ten )?(?:produkt|towar) (?:nie jest już|jest już nie)dostępny[.!]{0,3} | (?:ten )?produkt nie jest już dostępny[.!]{0,3} | tento produkt (?:již není|už nie je) (?:dostupný|v nabídce|v ponuke)[.!]{0,3} | этот товар больше не (?:доступен|продается|продаётся)[.!]{0,3} | цей товар більше не доступний[.!]{0,3}',
  nordic:
    '(?:den här|denne|denna) (?:produkten|produkt|varen|varan) (?:finns inte|er ikke|är inte) (?:længere |lenger |längre )?(?:tillgänglig|tilgængelig|tilgjengelig|længere|lenger|längre)[.!]{0,3} | tämä tuote ei ole enää saatavilla[.!]{0,3}',
  other:
    'ez a termék már nem (?:elérhető|kapható)[.!]{0,3} | bu ürün artık (?:mevcut değil|satılmıyor)[.!]{0,3}',
  asia: '(?:この|お探しの|ご指定の)商品は(?:現在)?(?:お取り扱い(?:できません|しておりません)|販売を?終了(?:しました|いたしました)|お取り扱いを?終了(?:しました|いたしました))。? | [该該此]商品已(?:下架|停售)[。！]? | (?:이|해당) 상품은 (?:더 이상 )?판매(?:하지 않습니다|가 종료되었습니다)[.]?',
})

/** A list that says that it is empty. */
export const EMPTY_LIST = matchWithin({
  en: '(?:no|0|zero) (?:products?|items?|results?|matches|articles)(?: (?:were|was|have been))?(?: (?:found|available|match\\w*|to (?:show|display)|in (?:this|the)))? | (?:category|collection|list) is (?:currently )?empty | (?:did not|didn.t) (?:find|match) any',
  de: '(?:keine|0) (?:produkte|artikel|ergebnisse|treffer)',
  nl: '(?:geen|0) (?:producten|artikelen|resultaten)',
  fr: '(?:aucun|0) (?:produit|article|résultat)s?',
  romance:
    'no (?:hay|se (?:han )?encontra\\w+) (?:productos|artículos|resultados) | (?:nenhum|0) (?:produto|resultado|item)s? | nessun (?:prodotto|articolo|risultato)',
  slavic:
    '(?:brak|nie znaleziono) (?:produktów|wyników) | žádné (?:produkty|výsledky) | (?:товары|товаров) не найден\\w+ | ничего не найдено',
  nordic:
    '(?:inga|ingen|0) (?:produkter|artiklar|varer|resultat(?:er)?|træff\\w+) | ei (?:tuotteita|tuloksia)',
  asia: '該当する商品(?:が|は)(?:ありません|見つかりません\\w*) | (?:没有|沒有)(?:找到)?(?:商品|产品|產品) | 상품이 없습니다',
})

/** Stands before the page: a check for robots, a login, an age or region question, a queue. */
export const WALL = matchWithin({
  en:
    'are you (?:a )?(?:human|robot) | verify (?:that )?you(?:.re| are) (?:a )?human | (?:checking|verifying) (?:if the site|your browser|you are).{0,30} | just a moment | access (?:to this page )?(?:has been |is )?denied | attention required | security check | captcha | unusual (?:traffic|activity) | pardon our interruption | robot check | ' +
    'request (?:was |has been )?blocked | you have been blocked | please enable cookies | enter (?:your )?(?:date of birth|password|zip|postcode) to (?:enter|continue) | (?:confirm|verify) your age | age verification | are you (?:over|at least|of legal) .{0,20} | you must be .{0,12}(?:years|older) | ' +
    '(?:choose|select|confirm) your (?:country|region|location|store)(?: .{0,20})? | not available in your (?:country|region) | waiting room | you are (?:now )?in (?:the )?(?:line|queue) | virtual queue | (?:sign|log) ?in to (?:continue|view|see).{0,30} | before you continue | we value your privacy | opening soon | password protected',
  de: 'bist du ein mensch | sind sie ein (?:mensch|roboter) | sicherheits(?:überprüfung|abfrage|check) | zugriff (?:verweigert|gesperrt) | altersprüfung | altersverifikation | bist du (?:schon |über )?\\d\\d | sind sie (?:schon |über )?(?:mindestens )?\\d\\d | warteraum | warteschlange | (?:wähle|wählen sie) (?:dein|ihr)\\w* (?:land|region|sprache|markt) | bitte melden sie sich an | bevor (?:du|sie) (?:fortfahren|fortfährst)',
  fr: 'êtes-vous (?:un )?(?:humain|robot) | accès (?:refusé|interdit) | vérification de (?:sécurité|l.âge|votre âge) | avez-vous (?:plus de )?\\d\\d ans | salle d.attente | file d.attente | choisissez votre (?:pays|magasin|région) | identifiez-vous pour',
  romance:
    'acceso denegado | verifica(?:ción|r) (?:de )?(?:tu )?edad | eres mayor de edad | mayor de \\d\\d | sala de espera | elige tu (?:país|tienda|región) | acesso negado | verificação de idade | você é maior | fila virtual | accesso negato | verifica (?:dell.)?età | sei maggiorenne | coda virtuale | scegli (?:il tuo )?paese | acces interzis',
  germanic:
    'toegang geweigerd | ben je (?:een mens|\\d\\d jaar|al \\d\\d) | leeftijdscontrole | wachtrij | kies (?:je|uw) land | åtkomst nekad | ålderskontroll | är du över \\d\\d | adgang nægtet | er du (?:over|fyldt) \\d\\d | pääsy estetty | oletko yli \\d\\d',
  slavic:
    'odmowa dostępu | czy masz ukończone | czy jesteś (?:człowiekiem|pełnoletni) | weryfikacja wieku | přístup (?:odepřen|zamítnut) | je vám \\d\\d | доступ (?:запрещ[её]н|ограничен) | вы (?:не )?робот | вам (?:уже )?(?:есть )?\\d\\d | подтвердите.{0,12}возраст | виберіть (?:країну|місто) | вам виповнилося',
  other:
    'erişim engellendi | robot olmadığınızı | yaş doğrulama | hozzáférés megtagadva | elmúltál \\d\\d | είστε άνω | تم رفض الوصول | تحقق من عمرك | האם אתה רובוט',
  asia: 'アクセスが拒否 | ロボットではありません | 年齢確認 | \\d\\d歳以上ですか | 驗證您是人類 | 验证.{0,6}(?:人类|真人) | 安全验证 | 滑动验证 | 請先登入 | 请先登录 | 拒絕存取 | 로봇이 아닙니다 | 성인 ?인증 | 접근이 (?:거부|차단) | 로그인이 필요',
})

/** About cookies or privacy; a page that says nothing else asks for consent before it shows anything. */
export const CONSENT = matchWithin({
  en: 'cookies? | (?:your|value) privacy',
  de: 'cookies? | (?:ihre|deine) (?:privatsphäre|daten) | datenschutz\\w* | privatsphäre\\w* | (?:ihre|deine) (?:zustimmung|einwilligung) | bevor (?:du|sie|es) .{0,30}(?:fortf(?:ä|a)hr\\w*|weiterg\\w+) | mit werbung (?:weiter\\w*|nutzen)',
  fr: 'votre vie privée | votre consentement',
  romance:
    'tu privacidad | su privacidad | la tua privacy | sua privacidade | tu consentimiento | il tuo consenso',
  nl: 'jouw privacy | uw privacy | je privacy | toestemming',
})

/** The button that gives it. */
export const AGREE = matchWhole({
  en: '(?:accept|allow|agree)(?: to)?(?: all)?(?: cookies)?(?: (?:and|&) (?:continue|close))? | (?:i )?agree | got it',
  de: '(?:alle |ich )?(?:cookies )?(?:akzeptier\\w+|zustimm\\w+|stimme zu|annehmen|erlauben|zulassen|einverstanden)(?: (?:und|&) (?:weiter|schlie(?:ß|ss)en|fortfahren))? | (?:allem|allen) (?:cookies )?zustimmen',
  fr: '(?:tout |j.)?accepte[rz]?(?: (?:tout|et \\w+))?',
  romance:
    '(?:aceptar|aceitar|accetta(?:re)?)(?: (?:todo|todas|tudo|tutto|tutti))?(?: (?:las |os |i )?cookies?)?',
  nl: '(?:alles |alle cookies )?(?:accepteren|toestaan)(?: en doorgaan)? | akkoord',
})

/** Asks for scripts. */
export const NEEDS_SCRIPTS = matchWithin({
  en: '(?:enable|turn on|activate|requires?|need|without|allow) (?:to )?(?:enable )?(?:java ?script|js) | java ?script (?:is )?(?:disabled|required|must be|needs to be|is not enabled)',
  europe:
    'java ?script (?:aktivieren|activ\\w+|attiv\\w+|inschakelen|włącz\\w*|povolit|zapnout|включить) | (?:aktivieren sie|activez|activa|habilite|abilita|schakel|włącz|povolte|включите|увімкніть|aktivera|slå) .{0,12}java ?script | bitte aktivieren sie javascript',
  asia: 'java ?scriptを(?:有効|on) | (?:启用|啟用|開啟) ?java ?script | 자바 ?스크립트',
})
