// The labels that shops print before article numbers, GTINs and brands, one row per language.
import { matchWhole } from './phrases.ts'

/** What shops call their SKU. */
export const SKU_LABEL = matchWhole({
  en:
    'asin | sku ?(?:code|number|no|nr|#|id)? | art(?:icle)? ?(?:no|nr|number|code|#)? | item ?(?:no|nr|number|code|id|#)? | ' +
    '(?:\\w+ )?item number | product ?(?:code|no|number|id|ref(?:erence)?|sku|#) | model ?(?:no|number|code|#)? | ' +
    'style ?(?:no|number|code|id|#)? | stock ?(?:code|no|number|#) | catalog(?:ue)? ?(?:no|number|code|#) | cat ?(?:no|#) | ' +
    'order ?(?:code|no|number) | part ?(?:no|number|#) | web ?(?:id|code) | code | ref(?:erence)? ?(?:no|number)? | id product',
  de: 'artikel[ -]?(?:nr|nummer|code|id)? | art[ -]?nr | artnr | bestell-?(?:nr|nummer) | best ?nr | produkt-?(?:nr|nummer|id|code) | referenz',
  nl: 'artikelnummer | artikelcode | productcode | productnummer | bestelnummer | referentie',
  fr: 'réf(?:érence)? ?(?:produit|article|interne)? | ref | code ?(?:produit|article) | n[°º] ?(?:d.article|article|de produit) | art ?n[°º]',
  es: 'referencia | código ?(?:de )?(?:producto|artículo|interno)? | cód | cod | ref(?:erencia)? interna | artículo | n[°º] de artículo | id (?:de |del )?producto',
  pt: 'referência | código ?(?:do |de )?(?:produto|artigo|item)? | ref(?:erência)? ?(?:do )?produto | artigo | id (?:do )?produto',
  it: 'codice ?(?:prodotto|articolo|art)? | cod(?: art| prodotto| articolo)? | riferimento | articolo | art ?n[°º]',
  ro: 'cod ?(?:produs|intern|articol)?',
  pl: 'kod ?(?:produktu|towaru)? | numer ?(?:katalogowy|produktu|referencyjny) | nr ?(?:kat|katalogowy|produktu|art) | indeks | symbol',
  cs: 'kód ?(?:zboží|produktu|výrobku)? | katalogové ?číslo | obj(?:ednací)? ?(?:číslo|kód) | číslo ?(?:produktu|výrobku|položky|zboží)',
  sk: 'kód ?(?:tovaru|produktu|výrobku)? | číslo ?(?:tovaru|produktu) | produktové číslo obchodu',
  hu: 'cikkszám | termékkód | termékszám',
  tr: 'ürün ?(?:kodu|no) | stok ?kodu | kod',
  hr: 'šifra ?(?:artikla|proizvoda)? | kataloški broj | kod ?proizvoda',
  sv: 'artikelnummer | artikelkod | art ?nr | produktnummer',
  da: 'varenummer | vare ?nr | varenr | produktnummer',
  no: 'varenummer | artikkelnummer | artikkelnr | produktnummer',
  fi: 'tuotenumero | tuotekoodi | tuote ?nro',
  baltic: 'produkta kods | preces kods | artikuls | prekės kodas | tootekood | toote ?kood',
  ru: 'артикул | арт | код | код (?:товара|модели|продукта|артикула|производителя) | номер (?:товара|объявления|артикула)',
  uk: 'код товару | артикул товару',
  bg: 'код на (?:продукта|артикула) | каталожен номер | продуктов номер',
  el: 'κωδικός | κωδικός προϊόντος | κωδ',
  fa: 'کد (?:محصول|کالا) | شناسه (?:محصول|کالا)',
  ar: 'رمز المنتج | رقم المنتج | كود المنتج | رقم الموديل | رقم الصنف',
  he: 'מק"?ט | קוד מוצר | מקט',
  zh: '商品(?:編號|编号|貨號|货号|號碼) | 貨號 | 货号 | 型號 | 型号 | 產品編號 | 产品编号 | 編號',
  ja: '商品番号 | 商品コード | 品番 | 型番 | 管理番号',
  ko: '상품번호 | 상품코드 | 모델명 | 품번',
  asia: 'รหัสสินค้า | mã (?:sản phẩm|sp|hàng) | kode (?:produk|barang) | kode',
})

/** Labels above that often mean the manufacturer's number or nothing in particular. */
export const WEAK_SKU_LABEL = matchWhole({
  en: 'model | model ?(?:no|number|code|#) | style | code | ref(?:erence)? | item | art | part ?(?:no|number|#)',
  other:
    'réf(?:érence)? | cod | cód | kod | kode | symbol | indeks | 型番 | 型號 | 型号 | 모델명 | رقم الموديل | код производителя',
})

export const MPN_LABEL = matchWhole({
  en:
    "mpn | manufacturer(?:'s)? ?(?:part|product)? ?(?:no|number|code|sku|ref(?:erence)?|#) | mfr ?(?:part|p)? ?(?:no|number|#) | " +
    'mfg ?part ?(?:no|number|#)? | part ?(?:no|number|#) | p/?n | model ?(?:no|number)? | item model number | ' +
    "manufacturer(?:'s)? part number \\(mpn | model name ?/ ?(?:no|number) | vendor (?:part|product) ?(?:no|number)",
  de: 'pzn(?:-?nr| ?nummer)? | pharmazentralnummer | hersteller[ -]?(?:nr|nummer|art(?:ikel)?[ -]?(?:nr|nummer)|teilenummer|code) | modell ?-?(?:nr|nummer)?',
  nl: 'fabrikantcode | artikelnummer fabrikant | modelnummer',
  fr: "référence (?:fabricant|constructeur) | modèle | numéro (?:du|de) modèle(?: de l['’]article)?",
  es: 'ref(?:erencia)? (?:del )?fabricante | modelo | número de modelo(?: del producto)?',
  pt: 'referência do fabricante | número do modelo',
  it: 'codice produttore | modello | numero modello(?: articolo)?',
  slavic:
    'kod producenta | kód výrobc[eu] | výrobné číslo | produktové číslo | модель | код производителя | номер производителя | modelis',
  nordic:
    'tillverkarens (?:artikelnummer|art ?nr) | producentens varenummer | produsentens varenummer | valmistajan koodi',
  other:
    'ražotāja kods | gamintojo kodas | tootja kood | gyártói (?:cikkszám|kód) | üretici kodu | κωδικός κατασκευαστή',
  semitic: 'رقم الموديل من المورد | رقم قطعة المصنع | דגם יצרן',
  zh: '型號 | 型号 | 型番 | メーカー型番 | 모델명',
})

export const GTIN_LABEL = matchWhole({
  en: 'ean(?:-?13|-?8)? ?(?:code|number)? | ean ?/ ?(?:upc|gtin|isbn|barcode) | (?:gtin|isbn|upc) ?/ ?(?:ean|upc|gtin) | gtin(?:-?1[234]|-?8)? | upc ?(?:code)? | isbn(?:-?1[03])? | bar ?code | jan',
  europe:
    'ean ?(?:kód|kod|kods|nummer|nr) | strichcode | streepjescode | code[ -]barres? | código de barras | codice a barre | ' +
    'kod kreskowy | čárový kód | čiarový kód | barkod | штрих-?код',
  asia: 'janコード | 條碼 | 条码 | 바코드',
})

export const BRAND_LABEL = matchWhole({
  en: 'brand ?(?:name)? | manufacturer | publisher',
  de: 'marke | hersteller | verlag',
  romance: 'marque | marca | fabricante? | éditeur | editora? | producător | brand-ul',
  nordic: 'mærke | merke | varumärke | märke | brändi | tuotemerkki | bränd',
  nl: 'merk',
  slavic:
    'marka | producent | výrobce | výrobca | značka | brend | proizvođač | wydawnictwo | nakladatelství | марка | бренд | производитель | виробник | производител',
  other:
    'gyártó | márka | tootja | zīmols | ražotājs | prekės ženklas | gamintojas | μάρκα | κατασκευαστής | merek | thương hiệu',
  fa: 'برند | سازنده',
  semitic: 'الماركة | العلامة التجارية | מותג | יצרן',
  asia: '品牌 | ブランド | メーカー | 브랜드 | 제조사 | ยี่ห้อ | แบรนด์',
})
