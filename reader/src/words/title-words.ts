// Words of titles that say nothing about a product, one row per language.
import { matchWhole } from './phrases.ts'

/** Titles that a theme or a platform gives to every page. */
export const THEME_TITLE = matchWhole({
  en: '(?:my |our |the |an? |your )?(?:online |web |e-?commerce |demo )*(?:store|shop|storefront|boutique|mall|market(?:place)?)(?: online| name| demo)? | (?:shop|store) ?- ?(?:home|product) | products?(?: (?:page|details?|info(?:rmation)?|view|description|overview))? | item(?: (?:page|details?))? | details?(?: page)? | home(?: ?page)? | untitled(?: document| page)? | default(?: store view| title)? | main page | page title | title | welcome(?: to (?:our|my|the) (?:store|shop|website))?!? | website | catalog(?:ue)? | new page | loading\\.{0,3} | quick view | buy online | react app | vite app | next\\.?js app',
  de: '(?:mein |unser |der )?(?:online-?\\s?shop|onlineshop|webshop|shop|laden|online-?\\s?laden) | produkt(?:e|seite|details?|ansicht|informationen|beschreibung)? | artikel(?:details?|ansicht|beschreibung)? | details? | startseite | willkommen | home',
  nl: '(?:mijn |onze )?(?:webshop|webwinkel|online winkel|winkel) | product(?:en|pagina|details)? | welkom',
  fr: '(?:ma |notre |la )?boutique(?: en ligne)? | (?:fiche |page |détails? (?:du )?)?produits? | accueil | bienvenue | détails?',
  es: '(?:mi |nuestra |la )?tienda(?: online| en línea| virtual)? | (?:ficha |página |detalles? )?(?:de |del )?productos? | inicio | bienvenid[oa]s? | detalles?',
  pt: '(?:minha |nossa |a )?loja(?: online| virtual)? | (?:página |detalhes? )?(?:de |do )?produtos? | início | bem-vind[oa]s? | detalhes?',
  it: '(?:il mio |nostro )?negozio(?: online)? | (?:scheda |dettagli? |pagina )?prodott[oi] | benvenut[oi] | dettagli',
  slavic:
    'sklep(?: internetowy)? | (?:karta |szczegóły )?produktu?(?:y)? | strona główna | (?:internetový |e-?)obchod | e-?shop | detail (?:produktu|zboží|tovaru) | produkt | domů | интернет-?\\s?магазин | магазин | (?:карточка |описание )?товара? | главная(?: страница)? | інтернет-?магазин | товар | онлайн магазин',
  other:
    'nätbutik | webbutik | netbutik | nettbutikk | verkkokauppa | produkter? | tuote | webáruház | webshop | termék(?:oldal)? | (?:online )?mağaza | ürün(?: detayı?)? | ana sayfa | magazin online | produs | ηλεκτρονικό κατάστημα | προϊόν',
  semitic:
    '(?:ال)?متجر(?: ?(?:ال)?(?:إ|ا)لكتروني)? | (?:تفاصيل |صفحة )?(?:ال)?منتج | (?:ال)?منتجات | (?:الصفحة )?الرئيسية | التفاصيل | חנות(?: (?:אונליין|אינטרנטית|מקוונת))? | (?:דף )?מוצר | דף הבית',
  asia: 'オンラインショップ | オンラインストア | ネットショップ | 通販(?:サイト)? | 商品(?:詳細|情報|ページ)? | 網路商店 | 線上商店 | 网上商店 | 商城 | 商品(?:详情|詳情) | 온라인 ?(?:쇼핑몰|스토어) | 쇼핑몰 | 상품 ?(?:상세)?(?:정보)? | ร้านค้าออนไลน์ | cửa hàng(?: trực tuyến)? | chi tiết sản phẩm | toko online | detail produk',
})
