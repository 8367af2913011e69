// The markup of a price block, a row for each kind of shop software or hand. `@role` becomes a class, `%L` the label,
// `%V` the value, `%T` the whole text, `%R` the rows, `%M` an amount.
import { hash } from './random.ts'
import type { Split } from './types.ts'

export interface Skin {
  readonly id: string
  readonly tokens: keyof typeof TOKENS
  readonly wrap: string
  /** A part of label and value. */
  readonly row: string
  /** A part without a label; `row` serves where a skin has none. */
  readonly bare: string
  readonly money?: string
  readonly join?: string
  readonly stock: string
  readonly buy: string
  readonly title?: string
  readonly card: string
  /** Labels in one row of the table, values in the next. */
  readonly columns?: boolean
}

/** Class names by what they are put on; `*` becomes a few letters as bundlers make them. */
export const TOKENS = {
  plain: { price: 'price', former: 'old-price', unit: 'unit-price', saving: 'save', note: 'note', label: 'label', box: 'price-box', stock: 'stock', button: 'button', card: 'product', name: 'name' },
  bem: { price: 'product-price__item product-price__item--final', former: 'product-price__item product-price__item--old', unit: 'product-price__unit', saving: 'product-price__discount', note: 'product-info__text', label: 'product-price__label', box: 'product-price', stock: 'product-availability', button: 'btn btn--primary', card: 'product-card', name: 'product-card__title' },
  utility: { price: 'text-2xl font-bold', former: 'text-sm line-through text-gray-500', unit: 'text-xs text-gray-500', saving: 'text-sm text-red-600', note: 'text-sm mt-1', label: 'text-sm mr-2', box: 'flex flex-wrap items-baseline gap-2', stock: 'text-green-700 text-sm', button: 'px-6 py-3 rounded bg-black text-white', card: 'p-4 border', name: 'text-sm font-medium' },
  hashed: { price: 'Price_amount__*', former: 'Price_before__*', unit: 'Price_base__*', saving: 'Badge_root__*', note: 'Text_small__*', label: 'Text_label__*', box: 'Price_wrapper__*', stock: 'Delivery_state__*', button: 'Button_root__*', card: 'Tile_root__*', name: 'Tile_name__*' },
  opaque: { price: 'sc-* k*', former: 'sc-* h*', unit: 'css-*', saving: 'css-*', note: 'css-*', label: 'sc-*', box: 'css-*', stock: 'css-*', button: 'css-* e*', card: 'css-*', name: 'sc-*' },
  woo: { price: 'price', former: 'price', unit: 'wc-gzd-additional-info price-unit', saving: 'onsale', note: 'wc-gzd-additional-info', label: 'wc-label', box: 'price', stock: 'stock', button: 'single_add_to_cart_button button alt', card: 'product type-product', name: 'woocommerce-loop-product__title' },
  magento: { price: 'special-price', former: 'old-price', unit: 'base-price', saving: 'price-saving', note: 'price-details', label: 'price-label', box: 'price-box price-final_price', stock: 'stock', button: 'action primary tocart', card: 'item product product-item', name: 'product-item-link' },
  shopify: { price: 'price-item price-item--sale', former: 'price-item price-item--regular', unit: 'unit-price', saving: 'badge price__badge-sale', note: 'product__tax caption rte', label: 'visually-hidden', box: 'price price--large', stock: 'product__inventory', button: 'product-form__submit button', card: 'card-wrapper', name: 'card__heading' },
  bootstrap: { price: 'h3 text-danger', former: 'text-muted', unit: 'small text-muted', saving: 'badge bg-danger', note: 'small', label: 'col-4', box: 'row', stock: 'text-success', button: 'btn btn-lg btn-primary', card: 'col-6 col-md-3', name: 'card-title' },
  presta: { price: 'current-price-value', former: 'regular-price', unit: 'product-unit-price sub', saving: 'discount discount-percentage', note: 'tax-shipping-delivery-label', label: 'label', box: 'product-prices', stock: 'product-availability', button: 'btn btn-primary add-to-cart', card: 'product-miniature', name: 'product-title' },
  shopware: { price: 'product-detail-price', former: 'list-price-price', unit: 'product-detail-price-unit', saving: 'list-price-percentage', note: 'product-detail-tax', label: 'price-unit-label', box: 'product-detail-price-container', stock: 'delivery-information', button: 'btn btn-primary btn-buy', card: 'card product-box', name: 'product-name' },
  old: { price: 'bigprice', former: 'grey', unit: 'small', saving: 'red', note: 'small', label: 'left', box: 'main', stock: 'green', button: 'knopf', card: 'cell', name: 'link' },
} as const // biome-ignore format: a table

const SPAN = '<span@price>%V</span>'
const BUTTON = '<button type="submit"@button>%B</button>'
const ANCHOR = '<a href="/cart/add?id=%N"@button>%B</a>'
const INPUT = '<input type="submit" value="%B"@button>'
const LINK = '<div@card><a href="%U"@name>%H</a> <span@price>%A</span>%S</div>'
const ITEM =
  '<li@card><a href="%U"><img src="/img/%N.jpg" alt="%H"><h3@name>%H</h3></a><p@price>%A</p>%S</li>'
const CELL = '<td@card><a href="%U">%H</a><br><b>%A</b>%S</td>'
const TILE = '<article@card><a href="%U"><div@name>%H</div><div@price>%A</div></a>%S</article>'
const WOO_MONEY = '<span class="woocommerce-Price-amount amount"><bdi>%M</bdi></span>'

export const SKINS: readonly Skin[] = [
  { id: 'divs', tokens: 'plain', wrap: '<div@box>%R</div>', row: '<div@x>%T</div>', bare: '<div@x>%T</div>', stock: '<div@stock>%T</div>', buy: BUTTON, card: LINK },
  { id: 'paragraphs', tokens: 'plain', wrap: '%R', row: '<p@x>%T</p>', bare: '<p@x>%T</p>', stock: '<p@stock>%T</p>', buy: ANCHOR, card: ITEM },
  { id: 'table', tokens: 'plain', wrap: '<table@box>%R</table>', row: '<tr><td@label>%L</td><td@x>%V</td></tr>', bare: '<tr><td colspan="2"@x>%T</td></tr>', stock: '<table><tr><td>%T</td></tr></table>', buy: INPUT, card: CELL },
  { id: 'table-font', tokens: 'old', wrap: '<table cellpadding="2" border="0">%R</table>', row: '<tr><td align="right"><font size="2">%L</font></td><td><b><font size="4" color="#cc0000">%V</font></b></td></tr>', bare: '<tr><td colspan="2"><font size="3">%T</font></td></tr>', stock: '<font color="green" size="2">%T</font><br>', buy: '<input type="image" src="/img/buy.gif" alt="%B">', card: CELL },
  { id: 'table-head', tokens: 'bootstrap', wrap: '<table class="table">%R</table>', row: '<tr><th scope="row">%L</th><td@x>%V</td></tr>', bare: '<tr><td></td><td@x>%T</td></tr>', stock: '<p@stock>%T</p>', buy: BUTTON, card: TILE },
  { id: 'columns', tokens: 'plain', wrap: '<table@box>%R</table>', row: '', bare: '', columns: true, stock: '<span@stock>%T</span>', buy: BUTTON, card: CELL },
  { id: 'definitions', tokens: 'plain', wrap: '<dl@box>%R</dl>', row: '<dt@label>%L</dt><dd@x>%V</dd>', bare: '<dd@x>%T</dd>', stock: '<dl><dd@stock>%T</dd></dl>', buy: BUTTON, card: ITEM },
  { id: 'definitions-grouped', tokens: 'shopware', wrap: '<dl@box>%R</dl>', row: '<div><dt@label>%L</dt><dd@x>%V</dd></div>', bare: '<div><dt></dt><dd@x>%T</dd></div>', stock: '<p@stock>%T</p>', buy: BUTTON, card: TILE },
  { id: 'list', tokens: 'plain', wrap: '<ul@box>%R</ul>', row: '<li@x>%T</li>', bare: '<li@x>%T</li>', stock: '<ul><li>%T</li></ul>', buy: ANCHOR, card: LINK },
  { id: 'list-strong', tokens: 'bem', wrap: '<ul@box>%R</ul>', row: '<li><strong@label>%L</strong> %V</li>', bare: '<li@x>%T</li>', stock: '<ul><li@stock>%T</li></ul>', buy: BUTTON, card: LINK },
  { id: 'woocommerce', tokens: 'woo', wrap: '<div class="summary entry-summary">%R</div>', row: '<p@x>%T</p>', bare: '<p@x>%T</p>', money: WOO_MONEY, stock: '<p@stock>%T</p>', buy: BUTTON, title: '<h1 class="product_title entry-title">%H</h1>', card: '<li@card><a href="%U"><h2@name>%H</h2><span@price>%A</span></a>%S</li>' },
  { id: 'woocommerce-line', tokens: 'woo', wrap: '<p@box>%R</p>', row: '<span@x>%T</span>', bare: '<span@x>%T</span>', join: ' ', money: WOO_MONEY, stock: '<p@stock>%T</p>', buy: BUTTON, title: '<h1 class="product_title entry-title">%H</h1>', card: ITEM },
  { id: 'shopify', tokens: 'shopify', wrap: '<div@box><div class="price__container">%R</div></div>', row: '<span@label>%L</span><span@x>%V</span>', bare: '<span@x>%T</span>', join: '\n', stock: '<p@stock>%T</p>', buy: '<button type="submit" name="add"@button><span>%B</span></button>', card: '<li class="grid__item"><div@card><h3@name><a href="%U">%H</a></h3><div@price>%A</div>%S</div></li>' },
  { id: 'shopify-money', tokens: 'shopify', wrap: '<div@box>%R</div>', row: '<div@x>%L %V</div>', bare: '<div@x>%T</div>', money: '<span class="money">%M</span>', stock: '<span@stock>%T</span>', buy: BUTTON, card: TILE },
  { id: 'magento', tokens: 'magento', wrap: '<div class="product-info-price"><div@box>%R</div></div>', row: '<span@x><span class="price-container"><span@label>%L</span> <span class="price-wrapper"><span class="price">%V</span></span></span></span>', bare: '<span@x>%T</span>', join: '\n', stock: '<div@stock><span>%T</span></div>', buy: '<button type="submit"@button><span>%B</span></button>', title: '<h1 class="page-title"><span class="base">%H</span></h1>', card: '<li@card><strong><a@name href="%U">%H</a></strong><div@box><span class="price">%A</span></div>%S</li>' },
  { id: 'prestashop', tokens: 'presta', wrap: '<div@box>%R</div>', row: '<div><span@label>%L</span> <span@x>%V</span></div>', bare: '<div><span@x>%T</span></div>', stock: '<span@stock>%T</span>', buy: BUTTON, card: TILE },
  { id: 'shopware', tokens: 'shopware', wrap: '<div@box>%R</div>', row: '<p@x>%T</p>', bare: '<p@x>%T</p>', stock: '<p@stock><span></span> %T</p>', buy: BUTTON, card: LINK },
  { id: 'opencart', tokens: 'bootstrap', wrap: '<ul class="list-unstyled">%R</ul>', row: '<li>%T</li>', bare: '<li><h2>%T</h2></li>', stock: '<ul class="list-unstyled"><li>%T</li></ul>', buy: '<button type="button" id="button-cart"@button>%B</button>', card: '<div@card><div class="caption"><h4><a href="%U">%H</a></h4><p@price>%A</p></div>%S</div>' },
  { id: 'bem', tokens: 'bem', wrap: '<section@box>%R</section>', row: '<div class="product-price__row"><span@label>%L</span><span@x>%V</span></div>', bare: '<div@x>%T</div>', stock: '<div@stock><span>%T</span></div>', buy: BUTTON, card: TILE },
  { id: 'utility', tokens: 'utility', wrap: '<div@box>%R</div>', row: '<span@label>%L</span><span@x>%V</span>', bare: '<span@x>%T</span>', join: ' ', stock: '<p@stock>%T</p>', buy: BUTTON, title: '<h1 class="text-3xl font-semibold">%H</h1>', card: TILE },
  { id: 'utility-rows', tokens: 'utility', wrap: '<div class="space-y-1">%R</div>', row: '<div class="flex justify-between"><span@label>%L</span><span@x>%V</span></div>', bare: '<div@x>%T</div>', stock: '<div class="flex items-center"><span@stock>%T</span></div>', buy: ANCHOR, card: LINK },
  { id: 'hashed', tokens: 'hashed', wrap: '<div@box>%R</div>', row: '<div><p@label>%L</p><p@x>%V</p></div>', bare: '<p@x>%T</p>', stock: '<div@stock>%T</div>', buy: BUTTON, card: TILE },
  { id: 'opaque', tokens: 'opaque', wrap: '<div@box><div>%R</div></div>', row: '<div@x><span>%L</span> <span>%V</span></div>', bare: '<div@x><span>%T</span></div>', stock: '<div@stock><p>%T</p></div>', buy: '<div role="button" tabindex="0"@button>%B</div>', card: TILE },
  { id: 'nested-divs', tokens: 'plain', wrap: '<div><div>%R</div></div>', row: '<div><div>%L</div><div>%V</div></div>', bare: '<div><div>%T</div></div>', stock: '<div><div>%T</div></div>', buy: ANCHOR, card: LINK },
  { id: 'inline-styles', tokens: 'old', wrap: '<div style="padding:8px;border:1px solid #ddd">%R</div>', row: '<div style="margin:4px 0"><span style="color:#666">%L</span> <span style="font-size:20px;font-weight:bold">%V</span></div>', bare: '<div style="font-size:20px">%T</div>', stock: '<span style="color:green">%T</span>', buy: INPUT, card: LINK },
  { id: 'lines', tokens: 'plain', wrap: '<p@box>%R</p>', row: '%T', bare: '%T', join: '<br>', stock: '<p>%T</p>', buy: INPUT, card: LINK },
  { id: 'bold-lines', tokens: 'old', wrap: '<div@box>%R</div>', row: '<b>%L</b> %V', bare: '%T', join: '<br />\n', stock: '<div>%T</div>', buy: INPUT, card: CELL },
  { id: 'one-text', tokens: 'plain', wrap: '<p@price>%R</p>', row: '%T', bare: '%T', join: ' ', stock: '<p>%T</p>', buy: BUTTON, card: LINK },
  { id: 'one-text-bars', tokens: 'bem', wrap: '<div@price>%R</div>', row: '%T', bare: '%T', join: ' | ', stock: '<span@stock>%T</span>', buy: BUTTON, card: LINK },
  { id: 'form', tokens: 'plain', wrap: '<form action="/cart" method="post"@box>%R</form>', row: '<label>%L</label> <output@x>%V</output>', bare: '<div@x>%T</div>', join: '\n', stock: '<span@stock>%T</span>', buy: BUTTON, card: ITEM },
  { id: 'headings', tokens: 'bootstrap', wrap: '<div class="col-md-6">%R</div>', row: '<h3@x>%T</h3>', bare: '<h3@x>%T</h3>', stock: '<h5>%T</h5>', buy: ANCHOR, title: '<h2>%H</h2>', card: TILE },
  { id: 'centered', tokens: 'old', wrap: '<center>%R</center>', row: '<font size="2">%L</font> <b>%V</b><br>', bare: '<b>%T</b><br>', stock: '<center><i>%T</i></center>', buy: INPUT, title: '<center><h1>%H</h1></center>', card: CELL },
  { id: 'bootstrap-rows', tokens: 'bootstrap', wrap: '<div class="card-body">%R</div>', row: '<div@box><div@label>%L</div><div class="col-8">%V</div></div>', bare: '<div@box><div class="col-12">%T</div></div>', stock: '<span@stock>%T</span>', buy: BUTTON, card: TILE },
  { id: 'aside', tokens: 'hashed', wrap: '<aside><ul>%R</ul></aside>', row: '<li><span@label>%L</span><em@x>%V</em></li>', bare: '<li><em@x>%T</em></li>', stock: '<span@stock>%T</span>', buy: BUTTON, card: LINK },
  { id: 'spans', tokens: 'plain', wrap: '<div@box>%R</div>', row: '<small@label>%L</small>' + SPAN, bare: '<span@x>%T</span>', join: ' ', stock: '<small@stock>%T</small>', buy: '<a href="#"@button onclick="return add(%N)">%B</a>', card: ITEM },
] // biome-ignore format: a table

/** A quarter of the skins is for tests and a fifth of the rest for tuning, by rank of the hash. */
const RANKED = SKINS.map(({ id }) => id).toSorted((a, b) => hash(a) - hash(b))
const TESTS = Math.round(SKINS.length / 4)
const TUNES = Math.round((SKINS.length - TESTS) / 5)
export const splitOfSkin = (id: string): Split => {
  const place = RANKED.indexOf(id)
  return place < TESTS ? 'test' : place < TESTS + TUNES ? 'tune' : 'train'
}
