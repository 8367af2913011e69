// The names of the sandbox's shops that Wares has no adapter for; each stands below a path of its name.

export const otherShopNames = [
  'shop-json-ld',
  'shop-microdata',
  'shop-open-graph',
  'shop-state',
  'shop-app',
  'shop-plain',
  'shop-two-languages',
] as const

export type OtherShopName = (typeof otherShopNames)[number]
