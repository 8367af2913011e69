// The sandbox's front page: all shops, and the magic words.
import { magicWords } from '../../src/runtime/sandbox-protocol.ts'
import { escapeHtml } from '../page-shell.ts'
import { htmlReply, type SandboxShop, type SandboxResponse } from '../define-shop.ts'

export function frontPage(origin: string, shops: readonly SandboxShop[]): SandboxResponse {
  const list = shops.map(
    one => `<li><a href="${origin}/${one.site}/">${escapeHtml(one.site)}</a>: ${escapeHtml(one.about)}</li>`,
  )
  const words = Object.entries(magicWords).map(
    ([word, { effect }]) => `<tr><td><code>~${word}</code></td><td>${escapeHtml(effect)}</td></tr>`,
  )
  return htmlReply(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wares sandbox</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:760px;margin:40px auto;padding:0 20px}td{padding:2px 16px 2px 0}</style></head>
<body><h1>Wares sandbox</h1>
<p>Stand-ins for the shops that Wares reads. Everything here is invented and made from a seed: the same seed gives the same pages.</p>
<ul>${list.join('')}</ul>
<h2>Magic words</h2><p>A look-up value of a call that ends in one of these makes the shop simulate a fault:</p>
<table>${words.join('')}</table></body></html>
`)
}
