// A request to an example shop and its response, for the tests of the layers.
import type { UpstreamRequest, UpstreamResponse } from './layer.ts'

export function requestWith(changes: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    site: 'shop',
    url: new URL('https://shop.example/p'),
    method: 'GET',
    headers: {},
    accept: 'html',
    purpose: 'page',
    signal: new AbortController().signal,
    deadlineMs: performance.now() + 30_000,
    caller: 'a',
    onTiming: () => {},
    ...changes,
  }
}

export function responseWith(changes: Partial<UpstreamResponse> = {}): UpstreamResponse {
  return {
    url: new URL('https://shop.example/p'),
    status: 200,
    headers: {},
    body: Buffer.from('page'),
    charset: 'utf-8',
    ...changes,
  }
}
