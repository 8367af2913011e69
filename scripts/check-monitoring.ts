// Holds docs/monitoring.md and the files of deploy/monitoring against a running server:
// `npm run check:monitoring -- http://127.0.0.1:8080/metrics`. Every metric must be described, every name used must exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const GUIDE = 'docs/monitoring.md'
const FILES = [GUIDE, 'deploy/monitoring/alerts.yaml', 'deploy/monitoring/grafana.json']

/** One sentence for each mistake. */
export function checkMonitoring(metrics: string): string[] {
  const labels = labelsOf(metrics)
  const texts = new Map(FILES.map(file => [file, readFileSync(join(ROOT, file), 'utf8')]))
  const guide = texts.get(GUIDE) ?? ''
  const undescribed = [...labels.keys()]
    .filter(name => name.startsWith('wares_') && !guide.includes(`\`${name}\``))
    .map(name => `${GUIDE} does not describe ${name}`)
  return [...undescribed, ...[...texts].flatMap(([file, text]) => unknownNames(file, text, labels))]
}

/** Labels of the samples by metric; a metric without samples has none yet. */
function labelsOf(metrics: string): Map<string, Set<string>> {
  const found = new Map(
    [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => [name, new Set<string>()]),
  )
  for (const [, name = '', list = ''] of metrics.matchAll(/^(\w+)\{(.*)\} /gm)) {
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) found.get(family(name))?.add(label)
  }
  return found
}

function unknownNames(
  file: string,
  text: string,
  labels: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const uses = text.matchAll(/\b(wares_\w+|process_\w+)(?:\{(.*?)\})?/g)
  return [...uses].flatMap(([, name = '', selector = '']) => {
    const known = labels.get(name) ?? labels.get(family(name))
    if (!known) return [`${file} uses ${name}, which /metrics does not have`]
    const wrong = [...selector.matchAll(/(\w+)\s*=/g)].map(([, label = '']) => label)
    return wrong
      .filter(label => known.size > 0 && !known.has(label))
      .map(label => `${file} uses the label ${label} of ${name}, which it does not have`)
  })
}

/** A histogram is read by its buckets, its sum and its count. */
function family(name: string): string {
  return name.replace(/_(bucket|sum|count)$/, '')
}

if (import.meta.main) {
  const [address = 'http://127.0.0.1:8080/metrics'] = process.argv.slice(2)
  const response = await fetch(address).catch(() => undefined)
  if (!response?.ok) {
    console.error(`${address} does not answer: start a server, or pass the address of its metrics.`)
    process.exit(2)
  }
  const mistakes = checkMonitoring(await response.text())
  for (const mistake of mistakes) console.error(mistake)
  if (mistakes.length === 0) console.log(`${FILES.length} files agree with ${address}`)
  process.exitCode = mistakes.length === 0 ? 0 : 1
}
