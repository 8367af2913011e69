// Prints how the CPU time of every operation and reader grows with the size of a hostile page: npm run linearity
import { growth, MAX_RATIO } from '../test/hostile/cpu-time.ts'
import { hostilePages } from '../test/hostile/hostile-cases.ts'
import { hostileMarkup, hostileTexts, markupOf } from '../test/hostile/hostile-markup.ts'
import { casesByOperation, pageReaders, textReaders } from '../test/hostile/hostile-subjects.ts'
import { prepareCase } from '../test/hostile/read-case.ts'

const LENGTH = 250_000

interface Attack {
  readonly name: string
  readonly prepare: (length: number) => () => unknown
}

const markup = (read: (html: string) => unknown): Attack[] =>
  Object.keys(hostileMarkup).map(name => ({
    name,
    prepare: length => {
      const html = `<html><body>${markupOf(name, length)}<p class="price">1</p>`
      return () => read(html)
    },
  }))
const texts = (read: (text: string) => unknown): Attack[] =>
  hostileTexts.map(pump => ({
    name: JSON.stringify(pump),
    prepare: length => {
      const text = pump.repeat(Math.ceil(length / pump.length))
      return () => read(text)
    },
  }))

console.log(
  `${'subject'.padEnd(32)}${'attacks'.padStart(8)}  slowest attack, CPU for 500 KB and growth when doubled to it`,
)
for (const one of casesByOperation()) {
  const attacks = hostilePages(one).map(({ name, make }) => ({
    name,
    prepare: (length: number) => prepareCase(make(length)),
  }))
  if (attacks.length > 0) await report(one.expected.operation, attacks)
}
for (const [name, read] of Object.entries(pageReaders)) await report(name, markup(read))
for (const [name, read] of Object.entries(textReaders)) await report(name, [...texts(read), ...markup(read)])

async function report(subject: string, attacks: readonly Attack[]): Promise<void> {
  let worst = { name: '', doubledMs: 0, ratio: 0 }
  for (const { name, prepare } of attacks) {
    const found = await growth(LENGTH, prepare)
    const isWorse = found.ratio > MAX_RATIO ? found.ratio > worst.ratio : found.doubledMs > worst.doubledMs
    if (isWorse && !(worst.ratio > MAX_RATIO && found.ratio <= MAX_RATIO)) worst = { name, ...found }
  }
  const mark = worst.ratio > MAX_RATIO ? '  NOT LINEAR' : ''
  console.log(
    `${subject.padEnd(32)}${String(attacks.length).padStart(8)}  ${worst.name}: ${worst.doubledMs.toFixed(0)} ms, × ${worst.ratio.toFixed(2)}${mark}`,
  )
}
