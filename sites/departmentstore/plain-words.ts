// Separates flags that describe the product or the page from flags named after a company, by the words in the flag's name.

// Ordinary words of shops and web pages, as they occur in flag names. Any other word may be the name of a company.
const WORDS = `
a ab abandoned able about above abroad accent accept accepted access accessible accessories accessory accordion
account across action actions activate activated active actual ad adapt adaptive add added additional address adhesive
adjacent adjust adjustable admin adoption ads adult adults advance advanced advertised advice advisor aerosol
affiliate after age aggregate agree ahead ai air aisle alcohol alert alerts algo all allergen allocated allocation
allow allowed allows alone alpha already also alt alteration alterations alternate alternative always ambient among
amount amt an analytics anchor and angle animated animation anniversary annotation annual anonymous answer answers
anti any apart api app apparel appliance appliances applicable application apply appointment approved apron ar
archived are area aroma arrange array arrival arrivals arrive arrow art article as ask aspect assembled assembly asset
assets assign assigned assist associate associated assortment at attach attached attempt attire attribute attributes
auction audience audio augmented authentic authenticated authentication authenticity author authorized auto automatic
autoplay autoship autumn availability available average avg award awards aware away babies baby back backend
background backorder backpack backup badge badges badging bag bags bakery balance ban band bandage bank banner bar
barcode bargain base basic basket batch bath bathroom battery be beach beads beauty because become bed bedding been
before begin behavior beige below belt benefit benefits beside best bestseller bestsellers beta better between
beverage beyond big bike bikini bill bin birthday black blanket blazer blender block blocked blog blouse blur blush
board body bogo bold bonus book booking bookmark boost booster boot boots bopis bops border both bottle bottom
bounce bound boutique bowl box boy boys bpa bra bracelet branch brand branded bras breadcrumb breadcrumbs break
breakfast breakout brick bridal brief briefs bright bring broad broadcast broken bronze brown browse brush bubble
bucket budget buffer build bulk bulky bullet bullets bump bundle bundles burn bury business but button buy buyable
buyback buyer buying by ca cabinet cable cache calculate calculated calculator calendar california call callout
calorie camera campaign campus can cancel cancellable candidate candle candy canonical canvas cap capability capacity
caption carbon card cardigan cards care carousel carpet carrier carseat cart case cash cashback cashmere casual
catalog categories category celebrate cell center central certificate certified chain chair challenge change changed
channel channels character charge chargeable charges charity chart charts chat cheap check checkbox checked checklist
checkout chemical child children chip chocolate choice choices choke choking choose chosen christmas circle city claim
claimable class classic classification clean cleaned cleaning cleanse cleanser clear clearance click clickable
clickthrough client clock close closed closeout cloth clothes clothing cloud club cluster clutch cm cms coat cocktail
cod code coffee cohort cold collapse collapsed collapsible collect collection collections cologne color colored
colorized colors colorway colorways colour colours column combination combine combined combo comfort comforter coming
comment comments commerce commercial commit common communication community compact companion company compare
compatible competitor complementary complete completed complex compliance compliant component components compose
composite compute concealer concept concern concession concierge condition conditional conditioning conditions condo
confidence config configurable configuration configurator configured confirm confirmation confirmed conflict connect
connected connection conscious consent consider consigned consignment consolidated constructed consult consultation
consumer contact contactless contain container contains content contest context continue contract contrast contributor
control controlled convenience conversion convert cookie cookies cooking cool coordinate copy copyright core corner
correct cosmetic cosmetics cost costs cotton count counter country couple coupon courier cover coverage covered cream
create created creator credit crew crib criteria criterion crm crop cross crosssell cruelty crystal csr css cta cuff
cufflinks cumulative cup curated curbside currency current cursor curtain cushion custom customer customers
customizable customization customize customized cut cutoff cyber cycle daily dairy dark dashboard data date dated
dates day days deactivated dead deadline deal dealer deals decision declared decline decor decoration decrease
dedicated deep default defect defective defer deferred define defined degree delay delayed delete deliver delivered
deliveries delivers delivery delta demand denim department dependent deposit deprecated dept depth derived desc
description descriptive design designated designer designers desk desktop destination destroy detachable detail
detailed details detect deterministic developer deviation device diagonal dialog diamond dictionary diet difference
different digital dim dimension dimensional dimensions dining dinner dinnerware direct directions directory dirty
disable disabled discontinuation discontinue discontinued discount discovery discretionary dispatch dispenser display
displayed disposable distance distinct distribution distributor diversity divided divider division do doctor document
dog dollar dollars dolls domain domestic dominant donate donation done door doorbuster doorstep dot dotd dots double
down download downloadable draft drawer dress dresses dressing dressy drink drive driven drone drop dropdown dropoff
dropship dry dual due duplicate duplicated durable duration during duty duvet dynamic each ean ear earliest early earn
earring earrings ease easter easy eco edge edit edition editions editor editorial edp edt effect effective effort egc
either elastic electric electrical electronic electronics element elevated eligibility eligible elite else email
emails embed embedded embellished embossed embroidery emerald emergency emoji employee employees empty enable enabled
enamel enclosed encoded end ended ending endless endorsed ends energy enforced engagement engine engrave engraved
engraving enhance enhanced enhancement enlarge enough enriched enroll ensemble enter entered enterprise entertainment
entire entity entries entry envelope environment equal equipment equity equivalent error errors esec espresso
essential essentially essentials estimate estimated eta ethnic eu evaluate evaluated evening event events ever
evergreen every everyday exact example exceed excellent exception excess exchange exchangeable exclude excluded
exclusion exclusive exclusives execute exempt exfoliator exhausted exist existing exists exit exp expand expandable
expanded expect expected expedited expensive experience experiment expert expiration expire expired expiry explanation
explicit explore export exposed exposure express extend extended extension external extra eye eyeliner eyeshadow
eyewear fabric facet facility factor factory factual fade fail failed fair fall fallback false family fancy faq
fashion fast faster father faulty faux favorite favorites feather feature featured features federal fee feed feedback
fees feet female fetch few fiber field fields fifty figure file files fill filled filter filterable filters final
finalized finance financing find finder fine fire first fit fitness fixed flag flagged flags flammable flannel flash
flat flatware fleece flex flexible flight floating floor floors floral flow flower flowers fluid foam fob focus fold
folder follow following font food foot footer footprint footwear for forbidden force forced forecast foreign form
formal format formatted former forms formula forward found foundation fraction fragile fragment fragrance fragrances
frame free freight frequency frequent frequently fresh friday friend friends from front frozen fryer fulfil fulfilled
fulfillment full function functional fund funded fur furnishing furniture further future gallery game games garden
gardening garment gas gate gateway gather gem gems gemstone gender general generated generation generic gentle genuine
geo get gift giftable giftcard gifted gifting gifts giftwrap girl girls give giveback given glass glasses glassware
global gloss glove gloves glow glucose gluten go goes gold gone good goods gourmet gown gps grace grade gradient grain
gram granted graphic graphics gray great green greeting grid grocery gross ground group grouped groups gst gtin
guarantee guaranteed guard guest guests guide guided guides gwp hair half halloween hamper hand handbag handbags
handle handling handmade hands hang hangtag hard hardware has hash hat hats haul have hazard hazardous hazmat hd head
header heading headline headphone health healthy heat heavy heel heels height heirloom hello help helpful herbal here
hero hex hidden hide hiding hierarchy high higher highest highlight highlighted highlights hint history hit hobby hold
hole holiday holidays home hood hoodie hook horizontal hosiery host hosted hot hotlist hour hourly hours household
housewares hover how html hub humidifier hundred hybrid icon icons id idea ideal ideas identical identifier identity
idle ids if ignore illustration image imagery images immediate impact implicit import important imported impression
improved improvement in inactive inbound incentive incentives inch inches include included inclusive income incomplete
incorrect increase incremental index indexed indicator individual indoor ineligible infant infinite influencer info
information informational ingredient ingredients initial initialized injection ink inline inner input inquiry insert
inside insider insole inspect inspiration inspired install installable installation installed installment installments
instance instant instantly instead instock instore instruction instructions insurance insured integer integrated
integration intent interact interaction interactive interest interested interface interior internal international
interval intimate intimates intl intro introduction invalid inventory inverse invisible invite invoice iron is isbn
island ispu issue issues it item items itinerary its jacket jackets jar jean jeans jersey jewel jewellery jewelry job
join joint journey js juice jump junior juniors just keep keepsake kettle key keyboard keyword keywords kg kid kids
killswitch kiosk kit kitchen kits knife knit knitwear knob know known lab label labeled labels lace lag lamp land
landing language laptop large last lastest late later latest latex launch launched laundry law lawful lay layaway
layer layout lazy lb lbs lcd lead leading leadtime leaf league learn lease leather leave led left legacy legal
leggings length lens less lesson letter level levels library license licensed life lifestyle lifetime lift light
lighting lightweight like liked likes limit limited lined linen liner linger lingerie link linked links lip lipstick
liquid liquor list listed listing listings lists liter lithium little live load loaded loader loading loafer loan
local locale localization localized location lock locked locker log logged logic login logo long longer look lookbook
looks lookup loop loose lost lot lotion lounge loungewear love loved low lower lowest lowstock loyalty ltd ltl lto
luggage lunch luxe luxury machine made magazine magnet mail main maintenance major make maker makers makeup male man
manage managed manager mandatory mannequin manual manufacturer many map mapped mapping maps marble margin mark
markdown marked marker market marketing marketplace mask masked mass master masters mat match matched matching
material materials maternity matrix matte mattress mature max maximum may me meal mean measure measured measurement
measurements measures media medical medium meet member members membership memory men mens menswear mention menu
merchandise merchandising merchant merge merino mesh message messages messaging meta metadata metal meter method
metric microwave middle might migrated migration mile military min mini minimal minimum minor minority minute minutes
mirror misc miscellaneous miss missing mix mixed mixer ml mm mobile mock modal mode model models modern modified
modify module modules moisturizer moment monday monetization money monogram monogrammed month monthly months mood more
morning most mother motion mount mounted mouse move movie msrp mto much mug mugs multi multiple multiples music must
mute my mystery nail name named names napkin narrow national native natural nature nav navigation navy near nearby
nearest necessary neck necklace necklaces need needed needle negative neighbor nested net network neutral never new
newest newly newness news newsletter next nfc night nightgown nights no noindex noise non none noon normal not notable
note notes notice notices notification notifications notify novelty now nude null number numbers numeric nursery
nutrition nylon object obsolete occasion occasions odd of off offer offered offering offers office offline offset
offsite oil old older oldest on once one ongoing online only onsite oos open opened opening operation opinion opt
optical optimized option optional options or orange orchid order ordered ordering orders organic organization
organized oriental origin original ornament otc other others otherwise our out outage outbound outdoor outdoors outer
outerwear outfit outfits outlet outline outofstock output outside oven over overall overlap overlay override overseas
oversize oversized overview own owned owner oz pack packable package packaging packs padding page pages paid paint
painting pair pairings pajama pajamas palette pan panel panels pans pant pantry pants paper param params parcel parent
parents parka parking part partial partially particular partner partners parts party pass password past path patio
pattern patterns pause pay payment payments pc pcs pct pdf pdp pearl pearls peel pen pendant pending people per
percent percentage perfect performance perfume period perishable perks permanent permission persist person personal
personalised personalizable personalization personalize personalized pet petite petites pets phase phone phones photo
photos physical pick picked picker picking picks pickup picture pictures piece pieces pillow pilot pim pin pink pinned
pint pixel pkg pkgs place placed placeholder placement plaid plain plan planned planner plans plant plastic plate
platform platinum play playable player please plp plug plus plush pocket point points policies policy polish poll
polyester pop popular popularity population popup porcelain portable portal portrait pos position positive possible
post posted poster pot potential power powered practice pre precise predictor prefer preference preferences preferred
prefix pregnancy premium preorder prep prepaid prepare prepared presale prescription present press pretty prevent
preview previewed previous previously price priced prices pricing primary print printable printed printing priority
privacy private prize pro probability problem process processed processing prod produce produced product production
products professional profile profiles program progress prohibited project prom promise promo promoted promotion
promotional promotions prompt proof prop proper property proposition protect protected protection protective protein
provide provided provider providers province proxy public publish published puffer pull pump pumps purchasable
purchase purchased purchases purchasing purple purpose purse push put pwp qa qr qty qualified qualify qualifying
quality quantities quantity quarter queen query question questions queue quick quickview quiet quilt quiz quota quote
radio rail rain raincoat random range ranges rank ranked ranking rapid rare rate rated rates rating ratings ratio raw
razor reach read reader reading ready real reason reasons rebate rebates receipt receipts receive received recent
recently recipe recipient recliner recommend recommendation recommendations recommended record records recover recs
recurring recyclable recycled recycling red redeem redeemable redesign redirect reduce reduced reduction refer
reference referral refill refillable refine refined reflect refresh refrigerated refrigerator refund refundable
refurbished region regional regions register registered registrable registration registries registry regular reject
rejected relate related relation relationship relative release released relevant remaining remember remind reminder
remote removable removal remove removed rendered renew renewal rent rental reorder repair repeat replace replaced
replacement replenish replenishable replenishment replica reply report reports repository represent request requested
requests require required requirement requirements requires resale resell resellable reserve reset resident
residential resize resolution resource resources respond response responsible responsive rest restaurant restock
restore restrict restricted restriction restructure result results resume retail retailer retain retired retrieve
retry return returnable returned returning returns reusable reveal reverse review reviewable reviewed reviewer
reviewers reviews revision reward rewards rfid rhinestone ribbon rich right ring rings risk road robe robes robot role
roll rolling roof room rotate rotation round rounded route row rows rtv rug rugs rule rules run running runway rx
safari safe safety salary sale sales salon same sameday sample samples sandal sandals satin saturday save saved saver
saves saving savings say scale scan scarf scarves scene scent scented schedule scheduled schema school science score
scored screen screens script scroll sdd seal seamless search searchable searched season seasonal seasons seat seats
second secondary secret section sectional sections secure secured security see seen segment select selectable selected
selection selector self sell sellable seller sellers selling sells send sender sending sends senior sensitive sensor
sent seo separate separates sequence series serum serve server service services session sessions set sets setting
settings setup seven several sfs shade shades shampoo shape shaped shapewear share shared sharing sheet sheets shelf
shelves shield shift shine ship shipment shipments shippable shipped shipper shipping shirt shirts shoe shoes shop
shoppable shopped shopper shoppers shopping short shorts should show showcase shower shown showroom shows shrink
shutter side sides sight sign signature signed signup silent silk silver similar simple simplified since single
singles sink site sites sitewide sitewidesale sitting situation six sizable size sized sizes sizing skill skin
skincare skip skipped skirt skirts sku sleep sleeping sleepwear sleeve sleeveless sleeves slide slider slides slim
slipper slippers slot slow small smaller smart smooth sms snack sneaker sneakers snippet soap social sock socks sofa
soft software sold soldout solid solution some something soon sort sortable sorted sound source sources spa space
spacing span spandex spec special specials specific specification specifications specs speed spend spending spf spice
spicy spin spirit split sponsored sport sporting sports spot spotlight spray spread spring square stable stack staff
stage stainless stamp stand standalone standard standards star stars start started starter starting starts state
statement states static statistics status stay std steel step sterling sticker sticky still stitch stock stockable
stocked stocking stone stones stool stop storage store stored storefront stores story stove straight strap stream
street stretch strict strike strikethrough string strip stroller strong structure structured student students studio
style styled styles styling stylist sub subcategory subject submit submitted subscribe subscribed subscriber
subscribers subscription subtitle subtotal successful suede suffix sugar suggest suggested suit suitable suite suits
sum summary summer sun sunday sunglass sunglasses sunscreen super superior supersize supplement supplements supplied
supplier suppliers supply support supported supports suppress suppressed sure surface surfaced surprise survey
suspended sustainability sustainable svg swap swatch swatchable swatches sweater sweaters sweep sweet swim swimsuit
swimwear swipe switch switched switcher symbol sync synced synthetic system systems tab table tablet tableware tabs
tag tagged tags tailor tailored take taken talk tall tank tap tariff task taste tax taxable taxes taxonomy tea teak
team tech technical technology tee teen teens tees telephone television tell temp template templates temporary ten
term terminal terms test tested tester testing text texture than that the their them theme themed then there thermal
these they thick thin thing third thirty this those thousand three threshold through throw thumb thumbnail thursday
ticket tie tied tier tiers ties tight tile tiles time timeline timely timer times tint tiny tip tips tire tires title
titles to toaster tobacco today toddler together toggle token told tomorrow tone too tool tools tooltip toothbrush top
topic topics topper total totals tote totes touch towel towels toy toys track tracked tracker tracking trade tradein
traffic trail train training transaction transactional transactions transfer transit transition translate translated
translation transparent travel tray treat treatment trench trend trending trial trigger trim trip trouble trouser
trousers trt truck true trust trusted truth try tryon tub tube tuesday tumbler turn turtleneck tutorial tuxedo tv
twelve twenty twice two type types typical ugc ugly uhd ui uk ultra umbrella unable unavailable under undershirt
understand underwear unified union unique unisex unit united units universal unknown unless unlimited unlock
unqualified unread unsold until uom up upc upcoming update updated updates updating upf upgrade upgraded upholstery
upload uploaded uploads upper upsell urgent uri url us usa usage use used useful user users uses using utensil utility
utm uva uvb ux vacation vacuum valentine valid validate validated validation value valued values vanity variable
variant variants variation variations variety various vase vast vat vegan vegetarian vehicle velvet vendor vendors
verification verified verify version versions vertical very vest veteran vgc via video videos view viewable viewed
viewer viewing views vintage vip virtual visibility visible visit visited visitor visitors visual vitamin vitamins
voice volume volumetric vote voucher vouchers vr vto wait waiting waitlist walk wall wallet wallpaper want wanted
wants wardrobe warehouse wares warm warn warning warnings warranty was wash washable wasted watch watches watching
water waterproof wave wax way ways wear wearable weather web website wedding wedges week weekend weekly weeks weigh
weight weighted welcome well were wet what wheel when where which while white whiteglove whitening who whole wholesale
why wide wider widget widgets width wife wifi wig will windbreaker window windows wine winter wipe wire wireless wish
wishlist with woman women wood wooden wool word words work workflow working workout workshop world worn worth would
wrap wrappable wrapped wrapping wrist wristwatch write writing written wrong xl xml xs xxl yard yarn year yearly
yellow yes yesterday yet yoga you young your youth zero zip zipper zips zone zones zoom
`

const PLAIN: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean))

/** A capital starts a word (`bigTicketItem`), a run of capitals is one word (`PDPColorized`); digits are ignored. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
/** One or two letters are an abbreviation (`UI`) or somebody's initials, and name nobody. */
const INITIALS_LENGTH = 2

/**
 * Returns the names that consist of plain words only; `further` holds the operator's words, separated by spaces. Two plain
 * words may form the name of a company: they do when another name writes them as one word (`isRealFitEnabled` next to
 * `realfitEligible`).
 */
export function plainNames(names: readonly string[], further = ''): string[] {
  const allowed = new Set(further.toLowerCase().split(/\s+/))
  const isPlain = (word: string) => word.length <= INITIALS_LENGTH || allowed.has(word) || isPlainWord(word)
  const wordsOfNames = new Map(names.map(name => [name, wordsOf(name)]))
  const others = new Set([...wordsOfNames.values()].flat().filter(word => !isPlain(word)))
  return names.filter(name => {
    const words = wordsOfNames.get(name) ?? []
    return words.length > 0 && words.every(isPlain) && !joinedPairs(words).some(pair => others.has(pair))
  })
}

function wordsOf(name: string): string[] {
  return (name.match(WORD) ?? []).map(word => word.toLowerCase())
}

function joinedPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]}${word}`)
}

/** Endings of inflected forms, each with the ending of the listed form. */
const ENDINGS: readonly (readonly [ending: RegExp, stem: string])[] = [
  [/ies$/, 'y'],
  [/(?:e?s|ed|er|ing|able|ly)$/, ''],
  [/(?:ed|er|ing|able|ion)$/, 'e'],
  [/(.)\1(?:ed|er|ing|able)$/, '$1'],
]
const PREFIX = /^(?:un|re|non|pre|multi|over|sub)(?=[a-z]{3})/
/** Shorter stems occur in names of all kinds. */
const STEM_MIN_LENGTH = 4

function isPlainWord(word: string): boolean {
  if (PLAIN.has(word)) return true
  const starts = [word, word.replace(PREFIX, '')]
  const stems = starts.flatMap(start =>
    ENDINGS.filter(([ending]) => ending.test(start)).map(([ending, stem]) => start.replace(ending, stem)),
  )
  return [...starts, ...stems].some(stem => stem.length >= STEM_MIN_LENGTH && PLAIN.has(stem))
}
