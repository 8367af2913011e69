// Tells flags that describe the product or the page from flags named after a company: by the words of the name alone.

// Words of shops and pages, each in the form in which it occurs. A word that is not here may be the name of a company.
const WORDS = `
a able about above accept accepted access accessible accessories accessory account across action actions activate
activated active actual ad add added additional address adjust adjustable ads adult adults advance advanced advice
advisor after age agree ahead air alcohol alert alerts all allergen allow allowed allows alone alpha already also alt
alternate alternative always ambient among an anchor and animated animation annual answer answers any apart api app
apparel appliance appliances application apply appointment approved ar are area arrival arrivals arrive art article as
assembled assembly asset assets assist associate associated at attach attached attribute attributes auction audio
author authorized auto autoplay availability available away babies baby back background backorder badge badges badging
bag bags balance ban band banner bar barcode base basic basket batch bath bathroom be beach beauty because become bed
bedding been before begin below belt benefit benefits beside best beta better between beyond big bill bin birthday
black block blocked blog board body bonus book boost booster boots bopis bops border both bottom bounce box bra
bracelet brand branded break breakout brick bridal bring broad broken browse brush budget build bulk bullet bullets
bundle bundles burn business but button buy buyable buyer buying by cache calculator calendar call campaign campus can
cancel candy cap capacity card cards care carousel carpet carrier cart case cash cashback casual catalog categories
category celebrate cell center central certificate certified chain chair challenge change changed channel channels
character charge chargeable charges chart charts chat cheap check checkbox checked checkout child children chip choice
choices choke choking choose chosen city class classic clean cleaned cleaning clear clearance click clickable
clickthrough clock close closed closeout cloth clothes clothing club coat code cold collapse collapsed collapsible
collect collection collections color colored colorized colors colorway colorways column combine combined combo coming
comment comments commerce commercial common communication community companion company compare complementary complete
completed complex component components compose composite concern condition conditional conditioning conditions config
configurable configuration configurator configured confirm confirmation confirmed connect connected connection consent
consider consolidated constructed consult consultation contact contain container contains content contest context
continue contract contrast control conversion convert cookie cookies cooking cool copy core corner correct cosmetic
cosmetics cost costs cotton count country coupon cover covered create created creator credit criteria crop cross cup
curbside currency current custom customer customers customizable customization customize customized cut cyber daily
dark dashboard data date dated dates day days dead deal dealer deals decor decoration deep default defer deferred
define defined degree delay delayed delete deliver delivered deliveries delivers delivery demand denim department
deposit depth desc description design designer designers desk desktop destination detail detailed details detect
deviation device diamond diet difference different digital dimension dimensional dimensions dining dinner direct
directions dirty disable disabled discontinued discount discovery dispatch dispenser display displayed disposable
distance distribution divided do doctor document dog dollar dollars done door doorbuster dotd dots double down
download downloadable draft drawer dress dresses dressing drink drive drop dropdown dropship dry dual due duplicate
durable duration during duty dynamic each ear early earn ease easy edge edit edition editions editor editorial effect
effective either electronic electronics eligibility eligible else email emails embed embedded employee employees empty
enable enabled end ended ending ends energy engagement engine engraved enhance enhanced enhancement enlarge enough
enroll enter entered entire entries entry envelope environment equal equipment error errors esec essential essentials
estimate estimated evening event events ever every everyday exact example excellent exchange exchangeable exclude
excluded exclusion exclusive exclusives execute exempt exist existing exists exit exp expand expandable expanded
expect expected expedited expensive experience experiment expert expiration expire expired explore export extend
extended extension external extra eye fabric facet facility factor factory fade fail failed fall fallback false family
fancy faq fashion fast faster father favorite favorites feature featured features fee feed feedback fees feet female
few field fields fifty figure file files fill filled filter filters final finance financing find finder fine fire
first fit fixed flag flagged flags flash flat flexible flight floating floor floors flow flower flowers fob fold
folder follow following font food foot footer footwear for force foreign form formal format formatted forms formula
forward found fragile fragrance fragrances frame free freight frequency frequently fresh friday friend friends from
front fulfilled fulfillment full function functional fund fur furnishing furniture future gallery game games garden
gardening gate gather gender general generation generic gentle get gift giftable giftcard gifted gifting gifts girl
girls give given glass glasses global gloves glow gluten go goes gold gone good goods grade gram graphic graphics gray
great green greeting grid ground group grouped groups guarantee guaranteed guest guests guide guided guides gwp hair
half hand handbag handbags handle handling handmade hands hang hard hardware has hat hats have hazard hazardous hd
head header heading headline health healthy heat heavy height hello help helpful here hero hex hidden hide hiding high
higher highest highlight highlighted highlights hint history hit hold hole holiday holidays home hook horizontal host
hosted hot hotlist hour hourly hours household housewares hover how html hundred icon icons id idea ideas identifier
identity if ignore image imagery images import important imported impression improved improvement in inactive inbound
incentive incentives inch inches include included inclusive income increase index indexed indicator individual indoor
influencer info information ingredient ingredients initial initialized injection inline inner input inside insider
inspiration inspired install installable installation installed installment installments instant instantly instead
instock instruction instructions insurance insured integrated integration intent interact interaction interactive
interest interested interface interior international intl intro introduction invalid inventory invite invoice is isbn
island issue issues it item items its jacket jackets jar jean jeans jewel jewelry job join joint journey js jump
junior juniors just keep key keyboard keyword keywords kid kids kiosk kit kitchen kits knit knob know known lab label
labeled labels lace lamp land landing language large last lastest late later latest launch launched law lay layaway
layer layout lazy lead leaf learn lease leather leave left legacy legal length lens less lesson letter level levels
library license licensed life lifestyle lift light lighting lightweight like liked likes limit limited lined linen
liner linger link linked links lip lipstick liquid liquor list listing listings lists little live load loaded loader
loading loan local locale localized location lock locked locker log logged logic login logo long longer look looks
lookup loop loose lot love loved low lower lowest loyalty luggage luxury machine made magazine mail main make maker
makers makeup male man manage managed manager mandatory manual manufacturer many map mapped mapping maps margin mark
marked marker market marketing marketplace masked mass master masters mat match matched matching material materials
maternity matrix mattress max maximum may me meal mean measure measured measurement measurements measures media medium
meet member members memory men menswear mention menu merchandise merchandising merchant merge message messages
messaging meta metal method metric middle might mile min mini minimum minor minute minutes mirror misc missing mix
mixed mobile mock modal mode model models modern modified modify module modules moment monday monetization money
monogram monogrammed month monthly months more most mother motion mount mounted mouse move movie much multi multiple
music must my mystery nail name named names narrow national native natural nature nav navigation near nearby necessary
neck necklace need needed negative neighbor network neutral never new newest newly newness news newsletter next night
nights no non none noon normal not note notes notice notices notification notifications notify now null number numbers
numeric nursery nutrition object obsolete occasion occasions of off offer offered offering offers office offline oil
old older oldest on once one ongoing online only onsite open opened opening opt optimized option optional options or
order ordered ordering orders organic organization organized origin original other others otherwise our out outage
outbound outdoor outdoors outer outfit outfits outlet outline outside over overall overlap overlay override oversize
oversized overview own owned owner pack packable package packaging packs padding page pages paid paint painting pair
palette panel panels pant pants paper param params parent parents parking part partial partially particular partner
partners parts party pass password past path pattern patterns pause pay payment payments pdp peel pen pending people
per percent percentage perfect performance perfume period perishable perks permanent permission persist person
personal personalizable personalization personalize personalized pet petite pets phase phone phones photo photos
physical pick picked picker picking picks pickup picture pictures piece pieces pillow pilot pin pinned pint pixel
place placed placeholder placement plain plan planned planner plans plant plastic plate platform platinum play
playable player please plug plus plush pocket point points policies policy polish poll pop popular popularity
population popup portable portal position positive possible post posted poster pot potential power powered practice
pre precise predictor prefer preference preferences preferred prefix pregnancy premium preorder prep prepaid prepare
prepared presale prescription present press pretty prevent preview previewed previous previously price priced prices
pricing primary print printable printed printing priority privacy private prize pro probability problem process
processed processing prod produce produced product production products professional profile profiles program progress
prohibited project promise promo promoted promotion promotional promotions prompt proof proper property proposition
protect protected protection protective provide provided provider providers province proxy public publish published
pull purchasable purchase purchased purchases purchasing purple purpose purse push put qualified qualify qualifying
quality quantities quantity quarter queen query question questions queue quick quickview quiet quilt quiz quote radio
rail rain random range ranges rank ranked ranking rapid rare rate rated rates rating ratings ratio raw reach read
reader reading ready real reason reasons rebate rebates receipt receipts receive received recent recently recipe
recipient recommend recommendation recommendations recommended record records recover recurring recyclable recycled
red redeem redeemable redesign redirect reduce reduced reduction refer reference referral refill refillable refine
refined reflect refresh refund refundable refurbished region regional regions register registered registrable
registration registries registry regular reject rejected relate related relation relationship relative release
released relevant remaining remember remind reminder remote removable removal remove removed rendered renew renewal
rent rental reorder repair repeat replace replaced replacement replenish replenishable replenishment replica reply
report reports repository represent request requested requests require required requirement requirements requires
resale resell resellable reserve reset resident residential resize resolution resource resources respond response
responsible responsive rest restaurant restock restore restrict restricted restriction restructure result results
resume retail retailer retain retired retrieve retry return returnable returned returning returns reusable reveal
reverse review reviewable reviewed reviewer reviewers reviews revision reward rewards rich right ring rings risk road
robe role roll rolling roof room rotate rotation round rounded route row rows rug rugs rule rules run running safe
safety salary sale sales salon same sample saturday save saved saver saves saving savings say scale scan scarf scarves
scene scent scented schedule scheduled schema school science score scored screen screens script scroll sdd seal
seamless search searchable searched season seasonal seasons seat seats second secondary secret section sections secure
secured security see seen segment select selectable selected selection selector self sell sellable seller sellers
selling sells send sender sending sends senior sensitive sensor sent separate sequence series serve server service
services session sessions set sets setting settings setup seven several shade shades shape shaped share shared sharing
sheet sheets shelf shelves shield shift shine ship shipment shipments shippable shipped shipper shipping shirt shirts
shoe shoes shop shoppable shopped shopper shoppers shopping short shorts should show showcase shower shown showroom
shows shrink shutter side sides sight sign signature signed signup silent silver similar simple simplified since
single singles site sites sitewide sitewidesale sitting situation six sizable size sized sizes sizing skill skin
skincare skip skipped skirt skirts sku sleep sleeping sleeve sleeves slide slider slides slim slot slow small smaller
smart smooth snack snippet soap social sock socks sofa soft software sold soldout solid solution some something soon
sort sortable sorted sound source sources space spacing span spec special specials specific specification
specifications specs speed spend spending spice spicy spin spirit split sponsored sport sporting sports spot spotlight
spread spring square stable stack staff stage stainless stamp stand standalone standard standards star stars start
started starter starting starts state statement states static statistics status stay steel step sticker sticky still
stitch stock stockable stocked stocking stop storage store stored storefront stores story straight strap stream street
stretch strict strike strikethrough string strip strong structure structured student students studio style styled
styles styling stylist sub subcategory subject submit submitted subscribe subscribed subscriber subscribers
subscription subtitle subtotal successful suffix sugar suggest suggested suit suitable suite suits sum summary summer
sun sunday sunglasses super superior supplement supplements supplied supplier suppliers supply support supported
supports suppress suppressed sure surface surfaced surprise survey suspended sustainability sustainable swap swatch
swatchable swatches sweater sweaters sweep sweet swim swimwear switch switched switcher symbol sync synced system
systems tab table tabs tag tags tailor tailored take taken talk tall tap tariff task taste tax taxable taxes taxonomy
tea team tech technical technology teen teens television tell temp template templates temporary ten term terminal
terms test tested tester testing text texture than that the their them theme themed then there these they thick thin
thing third thirty this those thousand three threshold through throw thumbnail thursday ticket tied tier tiers tight
tile tiles time timeline timely timer times tint tiny tip tips tire tires title titles to today toddler together
toggle token told tomorrow tone too tool tools tooltip top topic topics total totals touch toy toys track tracked
tracker tracking trade traffic trail train training transaction transactional transactions transfer transit transition
translate translated translation transparent travel tray treat treatment trend trending trial trigger trim trip
trouble trt truck true trust trusted truth try tryon tube tuesday turn tutorial tuxedo twelve twenty twice two type
types typical ugly ultra unable unavailable under understand underwear unified union unique unisex unit united units
universal unknown unless unlimited unlock unqualified unread unsold until up upc upcoming update updated updates
updating upgrade upgraded upload uploaded uploads upper upsell urgent url usage use used useful user users uses using
utility vacation vacuum valentine valid validate validated validation value valued values variable variant variants
variation variations variety various vase vast vegan vehicle vendor vendors verification verified verify version
versions vertical very via video videos view viewable viewed viewer viewing views vintage vip virtual visibility
visible visit visited visitor visitors visual vitamin vitamins voice volume volumetric vote voucher vouchers wait
waiting waitlist walk wall wallet want wanted wants wardrobe warehouse wares warm warn warning warnings warranty was
wash washable wasted watch watches watching water waterproof wave way ways wear wearable weather web website wedding
week weekend weekly weeks weigh weight weighted welcome well were wet what wheel when where which while white who
whole wholesale why wide wider widget widgets width wife will window windows wine winter wipe wire wireless wish
wishlist with women wood wooden wool word words work workflow working workshop world worn worth would wrap wrappable
wrapped wrapping wrist write writing written wrong yard year yearly yellow yes yesterday yet you young your youth zero
zip zips zone zones zoom
`

const PLAIN: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean))

/** Capitals begin a word (`bigTicketItem`), a run of them is one (`PDPColorized`); digits and single letters say nothing. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/**
 * The names that are made of plain words only; `further` are the operator's own, separated by spaces. Two plain words
 * may together be the name of a company: they are where the other names have them as one word (`isRealFitEnabled`
 * beside `realfitEligible`).
 */
export function plainNames(names: readonly string[], further = ''): string[] {
  const allowed = new Set(further.toLowerCase().split(/\s+/))
  const isPlain = (word: string) => word.length === 1 || allowed.has(word) || isPlainWord(word)
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

/** What the forms of a word end in, and the ending of the form that is listed. */
const ENDINGS: readonly (readonly [ending: RegExp, stem: string])[] = [
  [/ies$/, 'y'],
  [/(?:e?s|ed|er|ing|able|ly)$/, ''],
  [/(?:ed|er|ing|able|ion)$/, 'e'],
  [/(.)\1(?:ed|er|ing|able)$/, '$1'],
]
const PREFIX = /^(?:un|re|non|pre|multi|over|sub)(?=[a-z]{3})/
/** Shorter ones stand in names of all kinds. */
const STEM_MIN_LENGTH = 4

function isPlainWord(word: string): boolean {
  if (PLAIN.has(word)) return true
  const starts = [word, word.replace(PREFIX, '')]
  const stems = starts.flatMap(start =>
    ENDINGS.filter(([ending]) => ending.test(start)).map(([ending, stem]) => start.replace(ending, stem)),
  )
  return [...starts, ...stems].some(stem => stem.length >= STEM_MIN_LENGTH && PLAIN.has(stem))
}
