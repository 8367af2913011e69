// Tells flags that describe the product or the page from flags named after a company: by the words of the name alone.

// Words of shops and pages, each in the form in which it occurs. A word that is not here may be the name of a company.
const WORDS = `
a able about above accessory account activate activated active add added additional address after age all allow allowed
allows alt alternate an and any api app apparel apply ar are area as assembled assembly asset assets at attribute
attributes audio auto availability available baby back background backorder badge badges badging bag bags banner bar
base basic batch be beauty bed before best better big bill black bonus book bopis bops bottom box brand branded
breakout bridal browse build bundle button buy by cache calculator call can cancel card cards care cart catalog
categories category change channel charge chart charts chat check checkout child children choke choking choose clean
clear clearance click clickable clothing code collapsed collection collections color colored colorized colors colorway
colorways combo comment comments compare complete complex config consolidated contact container content control copy
count country coupon create credit cross curbside current custom customer customers customizable cyber daily data date
day days deal deals default deferred delay delete delivery department desc description desktop detail details device
digital dimension dimensions direct disable disabled discount display displayed do doorbuster dotd double down download
drop dropship dual duty early earn edit editorial electronic electronics eligibility eligible email embedded employee
enable enabled end energy engagement engraved enhanced esec event events exclude excluded exclusion exclusive
exclusives exempt exp expanded expedited experience experiment extended external extra fabric facet fall family fashion
fast feature featured features fee fees few field filter final fine first fit flag flat floor flow fob font food footer
for form format fragile free freight from front full fur furniture gallery gender general get gift giftcard gifts
global gluten good grid group grouped groups guarantee guest guide gwp hair handling has hazard hazardous hd header
hidden hide high highlight hint holiday home hot hotlist hour hover id image imagery images in inch include included
indicator info information inline input install installation installment instructions interactive international
inventory is isbn item items jewelry kids kit label labels large last late later layout lead learn left length level
limit limited link linked links list live loaded loading local locale localized location locker logo long look love low
lowest loyalty made mail main make makeup map mark market marketplace master match material materials mattress max me
measure media member members men menu merge message messages messaging min mini mobile mode model models modified
module monetization money monogram month more move multi multiple my name native nav navigation near new newness next
no non not note notice notification notify now number of off offer offers office old on one online only open opt option
optional options or order orders origin original out outfit outlet overlay own pack package page pages pair panel param
params part partial parts pay payment pdp percent perishable perks persist personal personalization personalized phase
phone photo photos pick picker pickup pictures place plan plans player plus point points policy poll popup post pre
predictor preferred premium preorder preview previous price priced prices pricing primary print private pro processed
prod product products profile program promo promoted promotion promotions prompt proof protection public pull purchase
quality quantity query question questions quick rail range rate rated rating ratings read ready real rebate rebates
receive recently recommendation recommendations recommended redesign redirect reduced refine region regional
registrable registries registry regular related release remove rental replacement report request required reserve
responsive restock restricted restriction restructure result results return returnable returns reveal review reviewed
reviews reward rewards right room rule safe sale sales same sample save scene schedule scroll sdd search season
seasonal second secondary section sections secure see select selected selection seller send separate service services
set sets shade shades shape share ship shipping shoe shoes shop shopping short show showroom side sign signature
similar simple single site sitewide sitewidesale size sized sizes sizing skin sku slot small smart social sold sort
source special specials specific spin split sponsored stack standard star stars start state static status step sticky
stock store stores story strike style styles sub subscribe subscription suggest suggested summary super suppress
sustainable swap swatch swatchable swatches switch sync tab table tabs tag tags tall tax test text the theme third this
threshold thumbnail ticket tier tile time timer title to toggle token tool tooltip top total touch track tracking trade
traffic transfer treatment trend trending trial trt try tryon two type unavailable unit up upc update updated updates
upgrade upload upsell url used user valid value values variant variants vendor verified version vertical via video
videos view viewed viewer virtual visible visit wallet warning warranty was watch wear web wedding week weight white
wide widget width will wish wishlist with women write year you your zip zone zoom
`

const PLAIN: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean))

/** Capitals begin a word (`bigTicketItem`), a run of them is one (`PDPColorized`); digits and single letters say nothing. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/** Whether a name is made of plain words only; `further` are the operator's own, separated by spaces. */
export function isPlainName(name: string, further = ''): boolean {
  const allowed = new Set(further.toLowerCase().split(/\s+/))
  const words = (name.match(WORD) ?? []).map(word => word.toLowerCase())
  return words.length > 0 && words.every(word => word.length === 1 || PLAIN.has(word) || allowed.has(word))
}
