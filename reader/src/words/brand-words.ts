// Texts that stand where a brand would and are none, one row per language.
import { matchWhole } from './phrases.ts'

/** Whom it is for, how it fits, how large it is, that it is new or reduced, and words for "no brand". */
export const NOT_A_BRAND = matchWhole({
  en:
    "(?:for )?(?:wo)?m[ae]n(?:['’]?s)? | (?:big )?(?:boys?|girls?|kids?|babies|baby|toddlers?|infants?|juniors?|unisex|adults?|ladies|teens?|children)(?:['’]?s?)? | (?:slim|regular|relaxed|loose|classic|tailored|skinny|straight|athletic|comfort|standard|traditional|oversized|petite|plus|tall|wide|narrow)(?: fit| size)? | " +
    '(?:new|brand new|used|refurbished|sale|deal|hot|bestseller|best seller|clearance|outlet|exclusive|limited edition|sold out|in stock|free|offer|special offer|top|premium|original|genuine|authentic|official|novelty|latest|pre-?order|coming soon|bundle|set|pack|pair|lot)(?: in| arrival| arrivals)?!? | ' +
    'x{0,3}[sl] | [sml] | one size | small | medium | large | yes | no | true | false | none | n\\/?a | others? | unbranded | generic | does not apply | brands? | home | shop | store | (?:not |un)specified | (?:not|un) ?known | not (?:set|available|applicable|defined) | no brand | null | undefined | nan | # ?n\\/a | n\\.a\\.? | tb[acd] | (?:default|your|my) (?:brand|vendor|manufacturer|store|shop) | default | (?:brand )?name | vendor | manufacturer | details(?: about)? | description | share | menu | back | the | led | usb',
  de: '(?:für )?(?:damen|herren|kinder|jungen|mädchen|babys?|unisex|erwachsene) | (?:schmale|weite|normale|lockere|gerade|enge)[rs]? (?:passform|schnitt) | passform | neu(?:heit|heiten|e|er|es)?!? | gebraucht | angebot\\w* | aktion\\w* | sale | bestseller | ausverkauft | tipp | top | original | set | größe | ja | nein | ohne(?: marke)? | markenlos | unbekannt | k\\. ?a\\.? | hersteller | marke | sonstige | keine angabe',
  nl: '(?:dames|heren|kinderen|jongens|meisjes|unisex) | nieuw\\w* | aanbieding | actie | uitverkocht | ja | nee | overig\\w* | geen merk',
  fr: '(?:pour )?(?:femmes?|hommes?|enfants?|filles?|garçons?|bébés?|mixte|unisexe) | coupe (?:droite|ajustée|slim|ample|classique) | nouveau(?:té|tés|x)? | nouvelle | occasion | promo(?:tion)? | soldes | offre | exclusif | original | taille unique | oui | non | sans marque | autres?',
  es: '(?:para )?(?:mujer(?:es)?|hombres?|niñ[oa]s?|bebés?|unisex) | (?:corte|ajuste) \\w+ | nuev[oa]s? | novedad(?:es)? | usado | oferta | rebajas | agotado | talla única | sí | si | no | sin marca | genérico | otr[oa]s?',
  pt: '(?:para )?(?:mulher(?:es)?|homens?|menin[oa]s?|criança|bebês?|feminin[oa]|masculin[oa]|infantil|unissex) | nov[oa]s? | novidade | lançamento | usado | oferta | promoção | esgotado | tamanho único | sim | não | sem marca | genéric[oa]',
  it: '(?:per )?(?:donn[ae]|uom[oi](?:ni)?|bambin[oiae]|neonat[oi]|unisex) | vestibilità \\w+ | nuov[oaie] | novità | usato | offerta | saldi | esaurito | taglia unica | sì | senza marca',
  slavic:
    '(?:dla )?(?:kobiet[ay]?|mężczyzn\\w*|dzieci|dámsk[éáý]|pánsk[éáý]|dětsk[éáý]|damskie|męskie) | now(?:y|a|e|ość) | nov(?:ý|á|é|inka) | akce | akcia | promocja | wyprzedaż | sleva | zľava | výprodej | ano | áno | tak | nie | ne | bez značky | brak | женск\\w+ | мужск\\w+ | детск\\w+ | женщин\\w* | мужчин\\w* | нов(?:ый|ая|ое|инка|инки) | акция | скидка | распродажа | хит(?: продаж)? | да | нет | без бренда | нет бренда | новинка | знижка | так | ні',
  nordic:
    '(?:dam|herr|barn|flickor|pojkar|dame|herre|børn|naiset|miehet|lapset) | ny(?:het|heter|t|e)? | nyhed | uutuus | rea | tilbud | erbjudande | tarjous | slutsåld | udsolgt | ja | nej | nei | kyllä',
  other:
    '(?:kadın|erkek|çocuk|bebek|unisex) | yeni | indirim | kampanya | evet | hayır | női | férfi | gyerek | új(?:donság)? | akció | femei | bărbați | copii | nou(?:tate)? | reducere | γυναικεία | ανδρικά | παιδικά | νέο | προσφορά',
  semitic:
    '(?:لل?)?(?:نساء|نسائي|رجال|رجالي|أطفال|بنات|أولاد|للجنسين) | قصة \\S+ | مقاس \\S+ | جديد | عرض | تخفيضات | خصم | الأكثر مبيعا | نعم | لا | أخرى | بدون ماركة | נשים | גברים | ילדים | יוניסקס | חדש | מבצע | כן | לא | ללא מותג',
  asia: '(?:レディース|メンズ|キッズ|ベビー|ユニセックス|男女兼用) | 新品 | 新作 | 新着 | 中古 | セール | 送料無料 | 予約 | 限定 | 女裝 | 男裝 | 女装 | 男装 | 童裝 | 新品上市 | 特價 | 热卖 | 熱賣 | 包邮 | 其他 | 无 | 無 | 여성 | 남성 | 아동 | 신상품? | 신규 | 할인 | 기타 | ผู้หญิง | ผู้ชาย | ใหม่ | nữ | nam | mới | baru | pria | wanita',
})

/** A model or an article number: "SVOM100M", but not "3M" or "A4Tech". */
export const MODEL_CODE = /^(?=(?:[^\d]*\d){2})[A-Z\d][A-Z\d._/-]{4,}$/
