// A page for tests, out of the text of its body.
import { makePage, type Page } from './page.ts'

export function pageOf(body: string, type = 'text/html', url = 'https://shop.example/p/1'): Page {
  return makePage({
    url: new URL(url),
    status: 200,
    headers: { 'content-type': type },
    body: Buffer.from(body),
    charset: 'utf-8',
  })
}
