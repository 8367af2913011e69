// The names of the sandbox shops without an adapter; each is served under a path of its name.

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
