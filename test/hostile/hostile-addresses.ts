// URLs that must never be fetched: one list for parameters of callers and for redirects of shops.

export interface ForbiddenPlaces {
  /** A server on this machine that must not be reached. */
  readonly secretPort: number
  /** A configured origin with the base path `/shop`. */
  readonly shopPort: number
}

/** Other hosts, in every spelling that some program resolves to this machine, its network or a cloud's metadata service. */
export function hostileAddresses({ secretPort: port }: ForbiddenPlaces): string[] {
  const thisMachine = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.0.0.2',
    '127.0.0.1.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST.',
    'shop.localhost',
    '\u2460\u2461\u2466.\u24EA.\u24EA.\u2460',
    '\uFF11\uFF12\uFF17.0.0.1',
    '127\u30020\u30020\u30021',
    'loc\u00ADalhost',
    '127.0.0.1.market.example.elsewhere.example',
  ]
  const network = [
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '[::ffff:a9fe:a9fe]',
    '[fd00:ec2::254]',
    'metadata.internal',
    '10.0.0.5',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '[fe80::1]',
    '224.0.0.1',
    '255.255.255.255',
  ]
  return [
    ...thisMachine.map(host => `http://${host}:${port}/p`),
    ...thisMachine.map(host => `https://${host}/p`),
    ...network.map(host => `http://${host}/latest/meta-data/`),
    `http:///127.0.0.1:${port}/p`,
    `http://\\127.0.0.1:${port}/p`,
    `http://127.0.0.1:${port}\\@shop.example/p`,
    `http://127.0.0.1:${port}#@shop.example/p`,
    `http://127.0.0.1:${port}?@shop.example/p`,
    `http://127.0.0.1:${port}/p?url=https://shop.example/p`,
    `http://127.\t0.0.1:\n${port}/p`,
  ]
}

/** URLs that look like the configured host but name another, or use another scheme or port. */
export function nearlyListed({ secretPort: port }: ForbiddenPlaces): string[] {
  return [
    `https://shop.example@127.0.0.1:${port}/p`,
    `https://shop.example:443@127.0.0.1:${port}/p`,
    `https://a.market.example%40127.0.0.1:${port}/p`,
    'https://user@shop.example/p',
    'https://user:secret@a.market.example/p',
    `https://shop.example:${port}/p`,
    'https://a.market.example:8443/p',
    'https://shop.example./p',
    'https://a.market.example./p',
    'https://shop.example.elsewhere.example/p',
    'https://a.market.example.elsewhere.example/p',
    'https://a.market.example%2eelsewhere.example/p',
    'https://elsewhere.example/a.market.example/p',
    'https://elsewhere.example?a.market.example/p',
    'https://elsewhere.example#.market.example/p',
    'https://elsewhere.example\\.market.example/p',
    'https://evilmarket.example/p',
    'https://evil-shop.example/p',
    'https://market.example/p',
    'https://.market.example/p',
    'https://..market.example/p',
    'https://a..market.example/p',
    'https://*.market.example/p',
    'https://-.market.example/p',
    'https://sh\u043Ep.example/p',
    'https://a.m\u0430rket.example/p',
    'https://xn--shp-tna.example/p',
  ]
}

/** On the configured host, but outside its base path. */
export function outsideBasePath({ shopPort }: ForbiddenPlaces): string[] {
  const paths = [
    '/',
    '/admin',
    '/shopping',
    '/shop/../admin',
    '/shop/%2e%2e/admin',
    '/shop/%2E%2E%2fadmin',
    '/shop/..%2fadmin',
    '/shop/..%5cadmin',
    '/shop\\..\\admin',
    '//shop/p',
    '/robots.txt',
  ]
  return paths.map(path => `http://127.0.0.1:${shopPort}${path}`)
}

/** Not URLs of pages at all. */
export const NO_PAGES = [
  'file:///etc/passwd',
  'ftp://shop.example/p',
  'gopher://127.0.0.1/_GET',
  'javascript:alert(1)',
  'data:text/html,<h1>Lamp</h1>',
  'blob:https://shop.example/p',
  'view-source:https://shop.example/p',
  '//shop.example/p',
  '/p',
  'shop.example/p',
  'https:shop.example',
  'https://',
  'https://[::1/p',
  'https://shop.example:99999/p',
  'https://shop .example/p',
  'https://shop.example%00.elsewhere.example/p',
]
