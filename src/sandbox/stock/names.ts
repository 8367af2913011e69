// Invented names that all kinds of products share: colours, countries, sellers, reviewers.

export interface Colour {
  readonly name: string
  readonly hex: string
  /** The suffix of a style code. */
  readonly code: string
}

export const colours: readonly Colour[] = [
  { name: 'Black', hex: '#1c1c1e', code: '001' },
  { name: 'White', hex: '#f4f4f0', code: '100' },
  { name: 'Slate', hex: '#5b6770', code: '020' },
  { name: 'Sand', hex: '#d8c3a5', code: '240' },
  { name: 'Navy', hex: '#1f2a44', code: '410' },
  { name: 'Sky', hex: '#8ecae6', code: '430' },
  { name: 'Forest', hex: '#2d6a4f', code: '310' },
  { name: 'Moss', hex: '#7f8f4e', code: '330' },
  { name: 'Brick', hex: '#a4452c', code: '620' },
  { name: 'Coral', hex: '#ff7f6b', code: '640' },
  { name: 'Plum', hex: '#6d3b6e', code: '510' },
  { name: 'Lilac', hex: '#b8a1d9', code: '530' },
  { name: 'Mustard', hex: '#d9a521', code: '710' },
  { name: 'Lemon', hex: '#f2e16b', code: '730' },
  { name: 'Chestnut', hex: '#6f4a32', code: '210' },
  { name: 'Cream', hex: '#f3e9d2', code: '110' },
  { name: 'Silver', hex: '#c0c4c8', code: '040' },
  { name: 'Rose', hex: '#dba39a', code: '660' },
]

export interface Country {
  readonly code: string
  readonly name: string
}

export const countries: readonly Country[] = [
  { code: 'PT', name: 'Portugal' },
  { code: 'IT', name: 'Italy' },
  { code: 'TR', name: 'Türkiye' },
  { code: 'VN', name: 'Vietnam' },
  { code: 'ES', name: 'Spain' },
  { code: 'IN', name: 'India' },
  { code: 'RO', name: 'Romania' },
  { code: 'JP', name: 'Japan' },
  { code: 'DE', name: 'Germany' },
  { code: 'US', name: 'United States' },
]

export interface Seller {
  readonly id: number
  readonly name: string
  readonly country: Country
  readonly rating: number
  readonly reviewsCount: number
  readonly professional: boolean
}

const seller = (
  id: number,
  name: string,
  country: Country,
  rating: number,
  reviewsCount: number,
  professional = true,
): Seller => ({ id, name, country, rating, reviewsCount, professional })

const countryOf = (code: string, name: string): Country => ({ code, name })

export const sellers: readonly Seller[] = [
  seller(10_411, 'Harbour Row Trading', countryOf('GB', 'United Kingdom'), 4.9, 1_284),
  seller(10_587, 'Nordlicht Sammlung', countryOf('DE', 'Germany'), 4.8, 846),
  seller(10_733, 'Maison des Heures', countryOf('FR', 'France'), 4.7, 512),
  seller(10_902, 'Sakura Lane Store', countryOf('JP', 'Japan'), 5, 2_371),
  seller(11_056, 'Piazza Nove', countryOf('IT', 'Italy'), 4.6, 398),
  seller(11_218, 'Lakeside Outlet', countryOf('US', 'United States'), 4.5, 977),
  seller(11_340, 'Private seller 340', countryOf('ES', 'Spain'), 4.2, 6, false),
  seller(11_461, 'Private seller 461', countryOf('NL', 'Netherlands'), 4.9, 11, false),
  seller(11_602, 'Old Mill Exchange', countryOf('CH', 'Switzerland'), 4.8, 640),
  seller(11_777, 'Harbin & Tolle', countryOf('AT', 'Austria'), 4.4, 203),
]

export const reviewers: readonly string[] = [
  'Alma K.',
  'Bruno T.',
  'Cleo M.',
  'Dario P.',
  'Edda L.',
  'Finn O.',
  'Greta W.',
  'Hugo S.',
  'Ines R.',
  'Jonas B.',
  'Kira N.',
  'Leo D.',
  'Mona F.',
  'Nils A.',
  'Olga H.',
  'Pia V.',
  'Quentin J.',
  'Rosa E.',
  'Sam C.',
  'Tess G.',
]
