// The world's currencies as data: ISO 4217 codes, their decimals, and how shops write them.

/**
 * ISO 4217 codes in use, plus those withdrawn since 2000 that old pages still print, and `IRT` for the toman, in which Iran
 * prints its prices.
 */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTC BTN BWP BYN BYR ' +
    'BZD CAD CDF CHF CLF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EEK EGP ERN ETB EUR FJD FKP GBP GEL ' +
    'GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR IRT ISK JMD JOD JPY KES KGS KHR KMF KPW KRW ' +
    'KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MRU MUR MVR MWK MXN MYR MZN ' +
    'NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RUR RWF SAR SBD SCR SDG SEK SGD ' +
    'SHP SKK SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TND TOP TRL TRY TTD TWD TZS UAH UGX USD UYU ' +
    'UZS VEF VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMK ZMW ZWL'
  ).split(' '),
)

/** Decimals of the currencies that do not have two. */
export const MINOR_UNITS: Readonly<Record<string, number>> = {
  ...fill(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  ...fill(3, 'BHD IQD JOD KWD LYD OMR TND'),
  CLF: 4,
}

/** Units without a code of ISO 4217: the currency that they are of, and by how many places the amount is larger in it. */
export const UNITS: Readonly<Record<string, { readonly code: string; readonly places: number }>> = {
  IRT: { code: 'IRR', places: 1 },
}

/** Codes that are also everyday words: read as a currency only in capitals. */
export const CODES_THAT_ARE_WORDS: ReadonlySet<string> = new Set(
  'ALL AMD BAM BOB COP CUP GEL LAK MAD MOP PEN RON SOS STD TOP TRY SAR NAD BAN SEK'.split(' '),
)

/** Symbols that always mean money, with the currency they default to. */
export const SIGNS: Readonly<Record<string, string | null>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₤': null,
  '¥': 'JPY',
  '￥': 'JPY',
  '￡': 'GBP',
  '＄': 'USD',
  '₽': 'RUB',
  '₴': 'UAH',
  '₺': 'TRY',
  '₹': 'INR',
  '₨': 'INR',
  '₩': 'KRW',
  '￦': 'KRW',
  '₪': 'ILS',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '₵': 'GHS',
  '₡': 'CRC',
  '₲': 'PYG',
  '₭': 'LAK',
  '₮': 'MNT',
  '₸': 'KZT',
  '₼': 'AZN',
  '₾': 'GEL',
  '₿': 'BTC',
  Ƀ: 'BTC',
  '฿': 'THB',
  '৳': 'BDT',
  '៛': 'KHR',
  '֏': 'AMD',
  '؋': 'AFN',
  '﷼': 'IRR',
  '૱': 'INR',
  '௹': 'INR',
  '₠': null,
  '₢': null,
  '₣': null,
  '₥': null,
  '₧': null,
  '₯': null,
  '₰': null,
  '₳': null,
  '₶': null,
  '₷': null,
  '₻': null,
  '৲': null,
  '߾': null,
  '߿': null,
  '௳': null,
  ƒ: null,
  '¤': null,
  '¢': null,
  ℳ: null,
}

/** Symbols with letters before or after them: a specific country's dollar, pound, yuan or cedi. */
export const SIGNS_WITH_LETTERS: Readonly<Record<string, string | null>> = {
  US$: 'USD',
  'U.S.$': 'USD',
  U$S: 'USD',
  U$D: 'USD',
  Bds$: 'BBD',
  BDS$: 'BBD',
  CUC$: 'CUC',
  MOP$: 'MOP',
  AR$: 'ARS',
  ARS$: 'ARS',
  AU$: 'AUD',
  Au$: 'AUD',
  A$: 'AUD',
  AUS$: 'AUD',
  BN$: 'BND',
  B$: 'BSD',
  BD$: 'BMD',
  BZ$: 'BZD',
  CA$: 'CAD',
  CAN$: 'CAD',
  Can$: 'CAD',
  CDN$: 'CAD',
  Cdn$: 'CAD',
  C$: 'CAD',
  CL$: 'CLP',
  CLP$: 'CLP',
  CO$: 'COP',
  COL$: 'COP',
  COP$: 'COP',
  CU$: 'CUP',
  CV$: 'CVE',
  CI$: 'KYD',
  EC$: 'XCD',
  FJ$: 'FJD',
  G$: 'GYD',
  GY$: 'GYD',
  HK$: 'HKD',
  J$: 'JMD',
  JA$: 'JMD',
  L$: 'LRD',
  LD$: 'LRD',
  MX$: 'MXN',
  Mex$: 'MXN',
  MXN$: 'MXN',
  N$: 'NAD',
  NT$: 'TWD',
  TW$: 'TWD',
  NZ$: 'NZD',
  R$: 'BRL',
  RD$: 'DOP',
  S$: 'SGD',
  SG$: 'SGD',
  SI$: 'SBD',
  SR$: 'SRD',
  Sr$: 'SRD',
  SRD$: 'SRD',
  T$: 'TOP',
  TT$: 'TTD',
  WS$: 'WST',
  Z$: 'ZWL',
  ZW$: 'ZWL',
  RTGS$: 'ZWL',
  Esc$: 'CVE',
  M$N: 'ARS',
  $U: 'UYU',
  $b: 'BOB',
  $a: 'ARS',
  $MN: 'CUP',
  $RD: 'DOP',
  $CAN: 'CAD',
  $CA: 'CAD',
  $US: 'USD',
  $AU: 'AUD',
  $NZ: 'NZD',
  $HK: 'HKD',
  'SY£': 'SYP',
  'LB£': 'LBP',
  'LS£': 'SYP',
  'E£': 'EGP',
  'FK£': 'FKP',
  'SH£': 'SHP',
  'GI£': 'GIP',
  'GIP£': 'GIP',
  'IR£': null,
  'I£': null,
  '£E': 'EGP',
  'CN¥': 'CNY',
  'JP¥': 'JPY',
  'RMB¥': 'CNY',
  'GH₵': 'GHS',
  'GH¢': 'GHS',
  'GH₡': 'GHS',
  'R₣': 'RWF',
  'Db₤': null,
}

/** Those that shops also write with a space: "US $12.50", "12,50 $ CA". */
export const SIGNS_WITH_A_SPACE: readonly string[] =
  'US$ U.S.$ AU$ AUS$ CA$ CAN$ CDN$ NZ$ HK$ SG$ NT$ MX$ RD$ TT$ $US $CA $CAN $AU $NZ'.split(' ')

/** Codes of currencies that print a dollar sign. */
export const DOLLAR_CODES: readonly string[] = [...CURRENCY_CODES].filter(
  code => code.endsWith('D') || ['ARS', 'CLP', 'COP', 'MXN', 'UYU'].includes(code),
)

function fill(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map(code => [code, digits]))
}
