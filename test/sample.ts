// A sample of a long list in `npm test`, all of it in `npm run test:all`.

/** Whether suites try all that they know, which takes half an hour longer. */
export const TRIES_ALL = process.env.TEST_ALL === '1'

/** Every nth item: the same ones in each run, so that a failure can be repeated. */
export function* sample<T>(items: Iterable<T>, nth: number): Generator<T> {
  let place = 0
  for (const item of items) if (TRIES_ALL || place++ % nth === 0) yield item
}
