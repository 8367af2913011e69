// Filters of the sandbox shop: which codes a watch has, by the filter's name in the search URL.
import type { SandboxProduct } from '../../product.ts'
import { countryCode } from './listing-data.ts'

type CodesOf = (watch: SandboxProduct) => readonly string[]

/** The code for a missing attribute: "No details". */
const NO_DETAILS = '0'

const byAttribute =
  (name: string, codes: Readonly<Record<string, string>>): CodesOf =>
  ({ attributes }) => [codes[attributes[name] ?? ''] ?? NO_DETAILS]

const STYLES: Readonly<Record<string, string>> = {
  Automatic: '1811',
  Chronograph: '1812',
  Diver: '1804',
  Dress: '1805',
}

const FILTERS: Readonly<Record<string, CodesOf>> = {
  dialColor: byAttribute('dial', {
    Black: '702',
    White: '701',
    Blue: '710',
    Silver: '708',
    Green: '716',
    Champagne: '709',
  }),
  dialNumbers: byAttribute('dialNumerals', {
    'Arabic numerals': '801',
    'Roman numerals': '802',
    'No numerals': '803',
  }),
  caseMaterials: ({ materials }) => [CASES[materials[0]?.name ?? ''] ?? NO_DETAILS],
  bezelMaterial: byAttribute('bezelMaterial', { Steel: '1611', Ceramic: '1603', 'Yellow gold': '1616' }),
  glass: byAttribute('crystal', { 'Sapphire crystal': '205', 'Mineral glass': '204', Plexiglass: '202' }),
  claspMaterial: byAttribute('claspMaterial', { Steel: '1102', Titanium: '1104' }),
  clasp: byAttribute('clasp', { 'Fold clasp': '501', Buckle: '504' }),
  movementTypes: byAttribute('movement', { Automatic: '1', 'Manual winding': '2', Quartz: '3' }),
  braceletMaterial: byAttribute('braceletMaterial', {
    Steel: '407',
    'Calf skin': '401',
    Rubber: '418',
    Textile: '2017',
  }),
  braceletColor: byAttribute('braceletColour', { Steel: '605', Black: '601', Brown: '602', Blue: '607' }),
  condition: byAttribute('condition', {
    New: '101',
    Unworn: '1301',
    'Used (very good)': '1302',
    'Used (good)': '1306',
    'Used (fair)': '1303',
  }),
  usedOrNew: ({ attributes: { condition } }) => [
    condition === undefined ? 'NODATA' : condition.startsWith('Used') ? 'used' : 'new',
  ],
  specials: ({ attributes: { scopeOfDelivery = '' } }) => {
    const hasBox = scopeOfDelivery.startsWith('Original box')
    const hasPapers = scopeOfDelivery.endsWith(', original papers')
    return [
      ...(hasBox && hasPapers ? ['102'] : []),
      ...(hasBox ? ['103'] : []),
      ...(hasPapers ? ['104'] : []),
    ]
  },
  stockInfo: byAttribute('availability', {
    'Item is in stock': 'InStock',
    'Item needs to be procured': 'OnOrder',
    'Available on request': 'OnRequest',
  }),
  gender: ({ gender }) => [gender === 'women' ? '1402' : '1401'],
  sellerType: ({ seller }) => [seller.professional ? 'Dealer' : 'PrivateSeller'],
  countryIds: watch => [countryCode(watch)],
  styles: ({ category }) => [STYLES[category] ?? ''],
  functions: ({ category }) => (category === 'Chronograph' ? ['1000'] : []),
  checkoutAvailable: ({ seller }) => (seller.professional ? ['yes'] : []),
  watchCategories: () => ['301'],
  listingType: () => ['BuyItNow'],
  // The catalog has no data for these: only "No details" matches, if the filter has it.
  waterproof: () => [NO_DETAILS],
  otherAttributes: () => [],
  dealerPerformanceAttributes: () => [],
}

const CASES: Readonly<Record<string, string>> = {
  Steel: '4',
  Titanium: '5',
  'Yellow gold': '3',
  'Rose gold': '1',
  Ceramic: '13',
  Bronze: '18',
}

export function matchesFilters(watch: SandboxProduct, query: URLSearchParams): boolean {
  return Object.entries(FILTERS).every(([name, codesOf]) => {
    const wanted = query.getAll(name)
    return wanted.length === 0 || codesOf(watch).some(code => wanted.includes(code))
  })
}
